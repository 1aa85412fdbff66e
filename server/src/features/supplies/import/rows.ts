import { boxCode } from '@artel/contract/supplies/supplies.line'
import type { Db } from '../../../database/db.ts'
import type { ImportedRow, ImportOptions, RowFault } from '../../imports/imports.ts'
import { findProductsOfCodes } from '../../products/products.ts'
import type { ImportedBox, ImportedBoxes, ImportedItem } from './boxes.ts'

export type Values = { barcode?: string; quantity?: number; box?: string; expires_on?: string }
type Before = Pick<ImportedItem, 'quantity' | 'planned' | 'expires_on'>

/**
 * The effect of a row. `item`: the line that it creates or changes; `before`: the line's old values. A row
 * without `item` is an empty box.
 */
export type PlannedRow =
  | { action: 'refuse'; faults: readonly RowFault[] }
  | { action: 'create' | 'skip'; box: ImportedBox; item?: ImportedItem }
  | { action: 'update'; box: ImportedBox; item: ImportedItem; before: Before }

const maxPieces = 1_000_000

/** Applies each row to the boxes in memory and finds its faults. @returns the effect of each row */
export async function planBatch(
  db: Db,
  boxes: ImportedBoxes,
  options: ImportOptions,
  rows: readonly ImportedRow[],
): Promise<PlannedRow[]> {
  const codes = rows.flatMap(({ values }) => (values as Values).barcode ?? []) // as its cell is read
  const products = await findProductsOfCodes(db, codes)
  return rows.map((row) => {
    const planned = planRow(boxes, options, products, row)
    if (planned.action === 'refuse') boxes.spare(row.row, row.values as Values, products, options) // as they are read
    return planned
  })
}

function planRow(
  boxes: ImportedBoxes,
  options: ImportOptions,
  products: ReadonlyMap<string, number>,
  row: ImportedRow,
): PlannedRow {
  const values = row.values as Values // as their cells are read
  const product_id = products.get(values.barcode ?? '')
  const faults = [...row.faults, ...findFaults(values, row.faults, product_id)]
  if (faults.length > 0) return { action: 'refuse', faults }
  const barcode = values.box ?? ''
  const present = boxes.find(barcode)
  if (!present && boxes.isFull) return refuse('box', { key: 'too_many_boxes', values: { maximum: 20_000 } })
  if (product_id === undefined) {
    if (present) present.isNamed = true
    return present ? { action: 'skip', box: present } : { action: 'create', box: boxes.add(barcode) }
  }
  const line = lineOf(values, options, present?.items.get(product_id))
  const fault = findLineFault(boxes, options, present, { ...line, product_id })
  if (fault) return { action: 'refuse', faults: [fault] }
  const box = present ?? boxes.add(barcode)
  box.isNamed = true
  return put(boxes, options, box, { ...line, product_id, row: row.row })
}

const refuse = (field: string, fault: Omit<RowFault, 'field'>): PlannedRow => ({
  action: 'refuse',
  faults: [{ field, ...fault }],
})

/** Faults of the cells alone. A field whose cell could not be read already has its fault. */
function findFaults(
  { barcode, quantity, box }: Values,
  said: readonly RowFault[],
  product_id: number | undefined,
): RowFault[] {
  const faults: RowFault[] = []
  if (box === undefined) faults.push({ field: 'box', key: 'required' })
  else if (!boxCode.test(box)) faults.push({ field: 'box', key: 'bad_box_code' })
  if (barcode !== undefined && product_id === undefined)
    faults.push({ field: 'barcode', key: 'barcode_unknown' })
  // A row without a barcode and a quantity is an empty box.
  if (barcode === undefined && (quantity ?? 0) !== 0) faults.push({ field: 'barcode', key: 'required' })
  if (barcode !== undefined && quantity === undefined) faults.push({ field: 'quantity', key: 'required' })
  if ((quantity ?? 0) < 0) faults.push({ field: 'quantity', key: 'too_small', values: { minimum: 1 } })
  if ((quantity ?? 0) > maxPieces)
    faults.push({ field: 'quantity', key: 'too_big', values: { maximum: maxPieces } })
  return faults.filter(({ field }) => !said.some((fault) => fault.field === field))
}

type Line = Pick<ImportedItem, 'quantity' | 'planned' | 'expires_on'> & {
  old: ImportedItem | undefined
  given: number
}

/** The new line. An overwriting file replaces the present pieces, otherwise its pieces are added. */
function lineOf(
  { quantity: given = 0, expires_on: day }: Values,
  { overwrites, isPlan }: ImportOptions,
  old: ImportedItem | undefined,
): Line {
  const total = (present: number | null | undefined) => (overwrites ? 0 : (present ?? 0)) + given
  // An empty cell keeps the present day.
  const expires_on = day ?? old?.expires_on ?? null
  return isPlan
    ? { old, given, quantity: old?.quantity ?? 0, planned: total(old?.planned), expires_on }
    : { old, given, quantity: total(old?.quantity), planned: old?.planned ?? null, expires_on }
}

/** The fault because of which the box or the plan refuses the line; null: none. */
function findLineFault(
  boxes: ImportedBoxes,
  { overwrites, isPlan }: ImportOptions,
  box: ImportedBox | undefined,
  line: Line & { product_id: number },
): RowFault | null {
  const { old, quantity, planned } = line
  if (old && old.row !== null) return { field: 'barcode', key: 'product_in_row', values: { row: old.row } }
  if (line.given === 0 && (isPlan || !old?.planned))
    return { field: 'quantity', key: 'too_small', values: { minimum: 1 } }
  if (Math.max(quantity, planned ?? 0) > maxPieces)
    return { field: 'quantity', key: 'too_big', values: { maximum: maxPieces } }
  if (box?.isSealed) return isSame(line) ? null : { field: 'box', key: 'box_is_sealed' }
  const isOther = old !== undefined && old.quantity > 0 && old.expires_on !== null
  if (!overwrites && isOther && line.expires_on !== old.expires_on)
    return { field: 'expires_on', key: 'expiry_differs' }
  if (planned !== null && quantity > planned)
    return isPlan
      ? { field: 'quantity', key: 'less_than_packed', values: { packed: quantity } }
      : { field: 'quantity', key: 'more_than_plan', values: { planned } }
  if (isPlan) return null
  const bound = boxes.boundOf(line.product_id, line.given)
  return bound === null ? null : { field: 'quantity', key: 'more_than_plan', values: { planned: bound } }
}

const isSame = ({ old, quantity, planned, expires_on }: Line): boolean =>
  old?.quantity === quantity && old.planned === planned && old.expires_on === expires_on

function put(
  boxes: ImportedBoxes,
  { isPlan }: ImportOptions,
  box: ImportedBox,
  line: Line & { product_id: number; row: number },
): PlannedRow {
  const { old, given, row, ...fields } = line
  if (!isPlan && !box.isSealed) boxes.count(line.product_id, given)
  if (!old) {
    const item: ImportedItem = { id: null, version: 1, row, ...fields }
    box.items.set(line.product_id, item)
    return { action: 'create', box, item }
  }
  old.row = row
  if (isSame(line)) return { action: 'skip', box, item: old }
  const { quantity, planned, expires_on } = old
  Object.assign(old, fields, { version: old.version + 1 })
  return { action: 'update', box, item: old, before: { quantity, planned, expires_on } }
}
