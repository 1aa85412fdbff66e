import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Box, SupplyCount, SupplyProduct } from '@artel/contract/supplies/supplies'
import type { WaitingScan } from '../scanner/use-scan-queue.ts'

export type PackingLine = {
  product: ProductBrief
  /** Pieces in the box, including scans that wait to be sent. */
  count: number
  /** The most pieces the box may hold: its own plan, else what the supply's plan leaves; null: no limit. */
  limit: number | null
}

type Counts = {
  box: Box
  /** Counts of the whole supply. */
  products: readonly SupplyCount[]
  waiting: readonly WaitingScan[]
  productOf: (barcode: string) => ProductBrief | undefined
}

/** The lines of a box with count and limit. Scans on their way to the server are counted. */
export function packingLines({ box, products, waiting, productOf }: Counts): PackingLine[] {
  const lines = new Map<number, PackingLine>()
  for (const { product, quantity, planned } of box.items) {
    const limit = planned ?? limitOf(box, products, product.id, quantity)
    lines.set(product.id, { product, count: quantity, limit })
  }
  for (const { box_id, barcode, quantity } of waiting) {
    const product = box_id === box.id ? productOf(barcode) : undefined
    if (!product) continue
    const line = lines.get(product.id) ?? { product, count: 0, limit: limitOf(box, products, product.id, 0) }
    lines.set(product.id, { ...line, count: line.count + quantity })
  }
  return [...lines.values()]
}

/**
 * What may still go into the box by plan, in the order of the plan: of the box, else of the supply. `planned`: the
 * products of the supply. Empty without a plan.
 */
export function openLines(
  { box, products }: Pick<Counts, 'box' | 'products'>,
  lines: readonly PackingLine[],
  planned: readonly SupplyProduct[],
): PackingLine[] {
  const isOfBox = box.planned_count !== null && box.planned_count > 0
  const candidates = isOfBox
    ? lines
    : planned.map(({ product, product_id }) => {
        const present = lines.find((line) => line.product.id === product_id)
        return present ?? { product, count: 0, limit: limitOf(box, products, product_id, 0) }
      })
  return candidates.filter(({ count, limit }) => limit !== null && count < limit)
}

function limitOf(
  box: Box,
  products: readonly SupplyCount[],
  productId: number,
  inBox: number,
): number | null {
  // A box with a plan takes no other products.
  if (box.planned_count !== null && box.planned_count > 0) return inBox
  const whole = products.find(({ product_id }) => product_id === productId)
  if (!whole || whole.planned === null) return null
  return Math.max(inBox, whole.planned - whole.packed + inBox)
}

/** Whether every planned piece is in the box. `lines`: with the scans that wait; default: as the server has counted. */
export function isComplete(
  { planned_count, items }: Pick<Box, 'planned_count' | 'items'>,
  lines: readonly PackingLine[] = [],
): boolean {
  const counts = new Map(lines.map(({ product, count }) => [product.id, count]))
  const countOf = ({ product_id, quantity }: Box['items'][number]) => counts.get(product_id) ?? quantity
  return (
    planned_count !== null &&
    planned_count > 0 &&
    items.every((item) => item.planned === null || countOf(item) >= item.planned)
  )
}
