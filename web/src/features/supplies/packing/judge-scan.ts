import type { ProductBrief } from '@artel/contract/products/products.brief'
import { findBarcodeMistake } from '@artel/contract/products/products.rules'
import type { Box, SupplyCount } from '@artel/contract/supplies/supplies'
import type { WaitingScan } from '../scanner/use-scan-queue.ts'

export type ScanSituation = {
  box: Pick<Box, 'id' | 'planned_count' | 'items' | 'items_count' | 'sealed_at'>
  /** Counts of the whole supply. */
  products: readonly SupplyCount[]
  /** Scans of this person that the server has not answered. */
  waiting: readonly WaitingScan[]
  /** The product of a barcode, as far as this page knows. */
  productOf: (barcode: string) => ProductBrief | undefined
  /** Whether every barcode of the planned products is known. */
  isPlanKnown: boolean
  isLost: boolean
}

type Scan = Pick<WaitingScan, 'barcode' | 'quantity'>
/** Codes of the server, and those of refusals that only this page makes. */
export type JudgedCode = 'plan_exceeded' | 'box_sealed' | 'barcode_misread' | 'not_in_supply'

/**
 * Judges a scan before it is sent. With a connection it refuses only scans that the server would certainly refuse,
 * because only the server sees the scans of other packers and all barcodes of the company. Without a connection it
 * judges by the last plan that was loaded.
 * @returns null if the scan is to be sent
 */
export function judgeScan({ barcode, quantity }: Scan, situation: ScanSituation): JudgedCode | null {
  const { box, products, productOf, isPlanKnown, isLost } = situation
  // No product can have such a code: the database refuses it.
  if (findBarcodeMistake(barcode)?.key === 'barcode_digit') return 'barcode_misread'
  if (isLost && box.sealed_at !== null) return 'box_sealed'
  const product = productOf(barcode)
  const hasPlan = products.some(({ planned }) => planned !== null)
  if (!product) {
    const isForeign = isLost && isPlanKnown && (hasPlan || isBoxPlanned(box))
    return isForeign ? 'not_in_supply' : null
  }
  const left = leftOf(product.id, isLost ? situation : { ...situation, waiting: [] })
  return Math.min(left.box, left.supply) >= quantity ? null : 'plan_exceeded'
}

type Counts = Pick<ScanSituation, 'box' | 'products' | 'waiting' | 'productOf'>

/** How many more pieces of a product fit beside those that wait. */
function leftOf(productId: number, { box, products, waiting, productOf }: Counts) {
  const own = waiting.filter(({ barcode }) => productOf(barcode)?.id === productId)
  const sum = (scans: readonly WaitingScan[]) => scans.reduce((total, { quantity }) => total + quantity, 0)
  return {
    box: leftInBox(productId, box) - sum(own.filter(({ box_id }) => box_id === box.id)),
    supply: leftInSupply(productId, products) - sum(own),
  }
}

const isBoxPlanned = ({ planned_count }: Pick<Box, 'planned_count'>) =>
  planned_count !== null && planned_count > 0

/** How many more pieces of a product the plan of the box takes. */
function leftInBox(productId: number, box: ScanSituation['box']): number {
  const item = box.items.find(({ product_id }) => product_id === productId)
  if (item) return item.planned === null ? Number.POSITIVE_INFINITY : item.planned - item.quantity
  // A long box is not loaded whole.
  const isWhole = box.items.length >= box.items_count
  return isBoxPlanned(box) && isWhole ? 0 : Number.POSITIVE_INFINITY
}

/** How many more pieces of a product the plan of the supply takes. */
function leftInSupply(productId: number, products: readonly SupplyCount[]): number {
  const count = products.find(({ product_id }) => product_id === productId)
  if (count) return count.planned === null ? Number.POSITIVE_INFINITY : count.planned - count.packed
  return products.some(({ planned }) => planned !== null) ? 0 : Number.POSITIVE_INFINITY
}

/** Why a scan was refused, in the words of the screen. */
export type RefusalKind =
  | 'full_box'
  | 'full_supply'
  | 'not_in_box'
  | 'not_in_supply'
  | 'misread'
  | 'unknown'
  | 'sealed'
  | 'stopped'
  | 'other'

type Refused = { code: string; barcode: string; quantity: number; boxId: number }
type RefusalSituation = Omit<Counts, 'box'> & {
  /** The box on the screen; undefined: it is not loaded. */
  box: ScanSituation['box'] | undefined
  /** Every barcode that the page knows. */
  barcodes: Iterable<string>
}

export type Refusal = {
  kind: RefusalKind
  /** How many of the refused pieces fit; 0: none, or unknown. */
  left: number
}

/** What a refusal means, whether this page or the server has made it. */
export function explainRefusal(refused: Refused, situation: RefusalSituation): Refusal {
  if (refused.code === 'plan_exceeded') return planRefusal(refused, situation)
  return { kind: otherKind(refused, situation.barcodes), left: 0 }
}

function otherKind({ code, barcode }: Refused, barcodes: Iterable<string>): RefusalKind {
  if (code === 'barcode_unknown') return isPartOfAny(barcode, barcodes) ? 'misread' : 'unknown'
  if (code === 'barcode_misread') return 'misread'
  if (code === 'not_in_supply') return isPartOfAny(barcode, barcodes) ? 'misread' : 'not_in_supply'
  if (code === 'box_sealed') return 'sealed'
  return code === 'wrong_state' ? 'stopped' : 'other'
}

function planRefusal({ barcode, quantity, boxId }: Refused, situation: RefusalSituation): Refusal {
  const { box, products, productOf } = situation
  const product = productOf(barcode)
  const count = products.find(({ product_id }) => product_id === product?.id)
  const hasPlan = products.some(({ planned }) => planned !== null)
  if (hasPlan && (count?.planned ?? 0) === 0) return { kind: 'not_in_supply', left: 0 }
  if (box?.id !== boxId) return { kind: 'full_supply', left: 0 }
  const isHere = box.items.some(({ product_id }) => product_id === product?.id)
  if (!product || (!isHere && isBoxPlanned(box)))
    return { kind: isBoxPlanned(box) ? 'not_in_box' : 'full_supply', left: 0 }
  const left = leftOf(product.id, { ...situation, box })
  return {
    kind: left.box < quantity ? 'full_box' : 'full_supply',
    left: Math.max(0, Math.min(left.box, left.supply)),
  }
}

/** Shorter codes are parts of many others. */
const shortestPart = 3

/** Whether a code is the beginning or the end of a known one, because a scanner was cut short. */
function isPartOfAny(code: string, barcodes: Iterable<string>): boolean {
  if (code.length < shortestPart) return false
  for (const known of barcodes)
    if (known.length > code.length && (known.startsWith(code) || known.endsWith(code))) return true
  return false
}
