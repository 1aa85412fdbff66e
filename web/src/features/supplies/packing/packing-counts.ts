import type { ProductBrief } from '@artel/contract/products.brief'
import type { Box, SupplyCount } from '@artel/contract/supplies'
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

/** Whether every planned piece is in the box. */
export const isComplete = ({ planned_count, items }: Pick<Box, 'planned_count' | 'items'>): boolean =>
  planned_count !== null &&
  planned_count > 0 &&
  items.every(({ quantity, planned }) => planned === null || quantity >= planned)
