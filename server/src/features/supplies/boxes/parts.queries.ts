import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { supplies } from '@artel/contract/supplies/supplies'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { dayEnd, dayStart } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { applyFilters } from '../../../database/queries/filters.ts'
import {
  countRows,
  findPage,
  likePattern,
  listPage,
  type Order,
  sortRows,
} from '../../../database/queries/list.ts'
import { personOf } from '../../../database/queries/person.ts'
import { containsWords } from '../../../database/queries/search.ts'
import { productOf } from '../../products/products.ts'
import { scanRows } from '../scans/scans.queries.ts'
import { isCounted } from '../scans/uncounted.queries.ts'
import { boxRows } from './boxes.queries.ts'

export type BoxFilters = BodyOf<typeof supplies.boxes>
export type BoxQuery = QueryOf<typeof supplies.boxes>
export type ScanFilters = BodyOf<typeof supplies.scans>
export type ScanQuery = QueryOf<typeof supplies.scans>

type AskedBoxes = [db: Db, actor: Actor, supplyId: number, filters: BoxFilters, query: BoxQuery]

function filterBoxes(db: Db, { timezone }: Actor, supplyId: number, filters: BoxFilters) {
  return applyFilters(boxRows(db, supplyId), filters, {
    ids: (all, value) => all.where('supply_boxes.id', 'in', value),
    is_sealed: (all, value) => all.where('supply_boxes.sealed_at', value ? 'is not' : 'is', null),
    is_empty: (all, value) => all.where('supply_boxes.units_count', value ? '=' : '>', 0),
    product_id: (all, value) => all.where(holds([value].flat())),
    packed_by: (all, value) => all.where('supply_boxes.packed_by', 'in', [value].flat()),
    pallet_id: (all, value) => all.where(standsOn([value].flat())),
    barcode: (all, value) => all.where('supply_boxes.barcode', '=', value),
    number: (all, value) => all.where('supply_boxes.number', '=', value),
    date_from: (all, value) => all.where('supply_boxes.created_at', '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where('supply_boxes.created_at', '<', dayEnd(value, timezone)),
    search: (all, value) =>
      all.where(
        sql<boolean>`(lower(supply_boxes.barcode) like ${likePattern(value)} or supply_boxes.number::text = ${value})`,
      ),
  })
}

/** Null: on no pallet. */
const standsOn = (ids: readonly (number | null)[]) => sql<boolean>`(
  supply_boxes.pallet_id = any(${sql.val(ids.filter((id) => id !== null))}::bigint[])
  or (${sql.val(ids.includes(null))}::boolean and supply_boxes.pallet_id is null)
)`

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
  const scans = scanRows(db, supplyId).select([
    productOf('supply_scans.product_id').$notNull().as('product'),
    personOf('supply_scans.taken_back_by').as('taken_back_by'),
  ])
  return applyFilters(scans, filters, {
    ids: (all, value) => all.where('supply_scans.id', 'in', value),
    user_id: (all, value) => all.where('supply_scans.user_id', 'in', [value].flat()),
    box_id: (all, value) => all.where('supply_scans.box_id', 'in', [value].flat()),
    product_id: (all, value) => all.where('supply_scans.product_id', 'in', [value].flat()),
    task_id: (all, value) => all.where('supply_scans.task_id', 'in', [value].flat()),
    is_taken_back: (all, value) => all.where('supply_scans.taken_back_at', value ? 'is not' : 'is', null),
    is_uncounted: (all, value) => all.where(isCounted(!value)),
    date_from: (all, value) => all.where('supply_scans.created_at', '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where('supply_scans.created_at', '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(isOfProduct(value)),
  })
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
