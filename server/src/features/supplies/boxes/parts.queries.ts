import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { supplies } from '@artel/contract/supplies'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { dayEnd, dayStart } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { countRows, findPage, likePattern, listPage, type Order, sortRows } from '../../../database/list.ts'
import { personOf } from '../../../database/person.ts'
import { containsWords } from '../../../database/search.ts'
import { productOf } from '../../products/products.ts'
import { scanRows } from '../scans/scans.queries.ts'
import { boxRows } from './boxes.queries.ts'

export type BoxFilters = BodyOf<typeof supplies.boxes>
export type BoxQuery = QueryOf<typeof supplies.boxes>
export type ScanFilters = BodyOf<typeof supplies.scans>
export type ScanQuery = QueryOf<typeof supplies.scans>

type AskedBoxes = [db: Db, actor: Actor, supplyId: number, filters: BoxFilters, query: BoxQuery]

function filterBoxes(db: Db, { timezone }: Actor, supplyId: number, filters: BoxFilters) {
  let rows = boxRows(db, supplyId)
  if (filters.ids) rows = rows.where('supply_boxes.id', 'in', filters.ids)
  if (filters.is_sealed !== undefined)
    rows = rows.where('supply_boxes.sealed_at', filters.is_sealed ? 'is not' : 'is', null)
  if (filters.is_empty !== undefined)
    rows = rows.where('supply_boxes.units_count', filters.is_empty ? '=' : '>', 0)
  if (filters.product_id) rows = rows.where(holds([filters.product_id].flat()))
  if (filters.packed_by) rows = rows.where('supply_boxes.packed_by', 'in', [filters.packed_by].flat())
  if (filters.barcode) rows = rows.where('supply_boxes.barcode', '=', filters.barcode)
  if (filters.number) rows = rows.where('supply_boxes.number', '=', filters.number)
  if (filters.date_from)
    rows = rows.where('supply_boxes.created_at', '>=', dayStart(filters.date_from, timezone))
  if (filters.date_to) rows = rows.where('supply_boxes.created_at', '<', dayEnd(filters.date_to, timezone))
  if (filters.search) {
    const pattern = likePattern(filters.search)
    rows = rows.where(
      sql<boolean>`(lower(supply_boxes.barcode) like ${pattern} or supply_boxes.number::text = ${filters.search})`,
    )
  }
  return rows
}

const holds = (ids: readonly number[]) => sql<boolean>`exists (
  select from supply_box_items as item
  where item.company_id = supply_boxes.company_id and item.box_id = supply_boxes.id
    and item.product_id = any(${sql.val([...ids])}::bigint[])
)`

const orderOfBoxes = ({ sort_by }: BoxQuery): Order => ({
  id: sql.ref('supply_boxes.id'),
  by: sort_by === 'id' ? null : sql.ref(`supply_boxes.${sort_by}`),
})

export async function listBoxRows(...[db, actor, supplyId, filters, query]: AskedBoxes) {
  const rows = filterBoxes(db, actor, supplyId, filters)
  return listPage(rows, orderOfBoxes(query), query, await countRows(db, rows, false))
}

/** All boxes of the list without paging. */
export const allBoxRows = (...[db, actor, supplyId, filters, query]: AskedBoxes) =>
  sortRows(filterBoxes(db, actor, supplyId, filters), orderOfBoxes(query), query.direction)

type AskedScans = [db: Db, actor: Actor, supplyId: number, filters: ScanFilters, query: ScanQuery]

function filterScans(db: Db, { timezone }: Actor, supplyId: number, filters: ScanFilters) {
  let rows = scanRows(db, supplyId).select([
    productOf('supply_scans.product_id').$notNull().as('product'),
    personOf('supply_scans.taken_back_by').as('taken_back_by'),
  ])
  if (filters.ids) rows = rows.where('supply_scans.id', 'in', filters.ids)
  if (filters.user_id) rows = rows.where('supply_scans.user_id', 'in', [filters.user_id].flat())
  if (filters.box_id) rows = rows.where('supply_scans.box_id', 'in', [filters.box_id].flat())
  if (filters.product_id) rows = rows.where('supply_scans.product_id', 'in', [filters.product_id].flat())
  if (filters.task_id) rows = rows.where('supply_scans.task_id', 'in', [filters.task_id].flat())
  if (filters.is_taken_back !== undefined)
    rows = rows.where('supply_scans.taken_back_at', filters.is_taken_back ? 'is not' : 'is', null)
  if (filters.date_from)
    rows = rows.where('supply_scans.created_at', '>=', dayStart(filters.date_from, timezone))
  if (filters.date_to) rows = rows.where('supply_scans.created_at', '<', dayEnd(filters.date_to, timezone))
  if (filters.search) rows = rows.where(isOfProduct(filters.search))
  return rows
}

const isOfProduct = (text: string) => sql<boolean>`exists (
  select from products where products.company_id = supply_scans.company_id and products.id = supply_scans.product_id
    and ${containsWords(sql`product_words(products.name, products.article, products.barcodes, products.wildberries_id)`, text)}
)`

const orderOfScans = ({ sort_by }: ScanQuery): Order => ({
  id: sql.ref('supply_scans.id'),
  by: sort_by === 'id' ? null : sql.ref(`supply_scans.${sort_by}`),
})

export async function listScanRows(...[db, actor, supplyId, filters, query]: AskedScans) {
  const rows = filterScans(db, actor, supplyId, filters)
  return findPage(db, rows, orderOfScans(query), query)
}

/** All scans of the list without paging. */
export const allScanRows = (...[db, actor, supplyId, filters, query]: AskedScans) =>
  sortRows(filterScans(db, actor, supplyId, filters), orderOfScans(query), query.direction)
