import type { Box, SupplyCount } from '@artel/contract/supplies/supplies'

/** A line of a box as typed; an empty number is null. */
export type LineValues = {
  product_id: number
  quantity: number | null
  /** Planned pieces in this box; null: no plan. */
  planned: number | null
  expires_on: string | null
}
export type BoxLinesValues = { items: LineValues[] }

export const linesOf = ({ items }: Pick<Box, 'items'>): BoxLinesValues => ({
  items: items.map(({ product_id, quantity, planned, expires_on }) => ({
    product_id,
    quantity,
    planned,
    expires_on,
  })),
})

/** Validation errors by field path. The form supplies the texts. */
type Mistakes = Record<string, { key: 'required' | 'too_small' | 'more_than_plan'; values?: Values }>
type Values = Record<string, number>

/** Validates the lines without data of the supply. */
export function lineMistakes(items: readonly LineValues[]): Mistakes {
  const found: Mistakes = {}
  for (const [index, { quantity, planned }] of items.entries()) {
    if (planned === 0) found[`items.${index}.planned`] = { key: 'too_small', values: { minimum: 1 } }
    if (quantity === null) found[`items.${index}.quantity`] = { key: 'required' }
    // A planned line may have zero pieces, because packing may not have started.
    else if (quantity === 0 && planned === null)
      found[`items.${index}.quantity`] = { key: 'too_small', values: { minimum: 1 } }
    else if (planned !== null && quantity > planned)
      found[`items.${index}.quantity`] = { key: 'more_than_plan', values: { planned } }
  }
  return found
}

/** Lines that exceed the supply's plan. `counts` already include the `before` pieces of this box. */
export function linesBeyondPlan(
  items: readonly LineValues[],
  before: readonly Pick<LineValues, 'product_id' | 'quantity'>[],
  counts: readonly SupplyCount[],
): Mistakes {
  const hasPlan = counts.some(({ planned }) => planned !== null)
  const found: Mistakes = {}
  for (const [index, { product_id, quantity }] of items.entries()) {
    const whole = counts.find((count) => count.product_id === product_id)
    const planned = whole ? whole.planned : hasPlan ? 0 : null
    const had = before.find((line) => line.product_id === product_id)?.quantity ?? 0
    const more = (quantity ?? 0) - had
    if (planned !== null && more > 0 && (whole?.packed ?? 0) + more > planned)
      found[`items.${index}.quantity`] = { key: 'more_than_plan', values: { planned } }
  }
  return found
}
