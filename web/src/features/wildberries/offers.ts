import type { WildberriesItem } from '@artel/contract/supplies/wildberries'

const textNames = ['name', 'article', 'brand', 'category', 'description'] as const

/** The form fields that can be filled. */
export type Fillable = Record<(typeof textNames)[number], string> & { barcodes: readonly string[] }
type FieldName = keyof Fillable

/** The changed fields for the form. */
export type Filled = { wildberries_id: number } & {
  -readonly [Name in FieldName]?: Name extends 'barcodes' ? string[] : string
}

/** A field whose value at Wildberries differs from the form. */
export type Offer = {
  name: FieldName
  value: string
  /** The present value, which is replaced only if the person chooses so; null: empty. */
  present: string | null
}

/** The fields that can be filled. A field with the same value is left out. */
export function offersOf(item: WildberriesItem, form: Fillable): Offer[] {
  const texts = textNames.flatMap((name): Offer[] => {
    const [value, present] = [item[name] ?? '', form[name].trim()]
    if (value === '' || value === present) return []
    return [{ name, value, present: present === '' ? null : present }]
  })
  const missing = missingBarcodes(item, form)
  // Barcodes are added to the present ones, so none is replaced.
  const barcodes: Offer[] =
    missing.length === 0 ? [] : [{ name: 'barcodes', value: missing.join(', '), present: null }]
  return [...texts, ...barcodes]
}

/** The fields to fill: empty ones, and the chosen ones of the others. */
export function filledOf(item: WildberriesItem, form: Fillable, chosen: ReadonlySet<string>): Filled {
  const filled: Filled = { wildberries_id: item.id }
  for (const { name, value, present } of offersOf(item, form)) {
    if (present !== null && !chosen.has(name)) continue
    if (name === 'barcodes') filled.barcodes = [...form.barcodes, ...missingBarcodes(item, form)]
    else filled[name] = value
  }
  return filled
}

const missingBarcodes = (item: WildberriesItem, form: Fillable): string[] =>
  item.barcodes.filter((barcode) => !form.barcodes.includes(barcode))
