import type { QueryOf } from '@artel/contract/call'
import type { SupplyFilters, supplies } from '@artel/contract/supplies/supplies'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { dayEnd, dayStart, firstDay, lastDay, today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { countable, listPage, type Order, resolveCount, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords, hasWord } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { supplyRows } from './supplies.queries.ts'

export type SupplyQuery = QueryOf<typeof supplies.list>

const rank = sql`array_position('{draft,packing,packed,shipped,accepted,cancelled}', supplies.status)`

const orderOf = ({ sort_by }: Pick<SupplyQuery, 'sort_by'>): Order => ({
  id: sql.ref('supplies.id'),
  by: sort_by === 'id' ? null : sort_by === 'status' ? rank : sql.ref(`supplies.${sort_by}`),
})

// Must be the same expression as in the index.
const words = sql`supply_words(supplies.number, supplies.destination)`

/** Supplies that the filters find. Staff see no deleted supplies. */
export function filterSupplies(db: Db, actor: Actor, filters: SupplyFilters) {
  const { deleted, ...others } = filters
  return applyFilters(withDeleted(supplyRows(db), actor, deleted), others, {
    ids: (all, value) => all.where('supplies.id', 'in', value),
    status: (all, value) => all.where('supplies.status', 'in', [value].flat()),
    warehouse_id: (all, value) => all.where('supplies.warehouse_id', 'in', [value].flat()),
    legal_entity_id: (all, value) => all.where(isOf([value].flat())),
    marketplace: (all, value) => all.where('supplies.marketplace', 'in', [value].flat()),
    product_id: (all, value) => all.where(hasProduct([value].flat())),
    planned_from: (all, value) => all.where('supplies.planned_on', '>=', firstDay(value, actor.timezone)),
    planned_to: (all, value) => all.where('supplies.planned_on', '<=', lastDay(value, actor.timezone)),
    overdue: (all, value) => all.where(isOverdue(actor), '=', value),
    date_from: (all, value) => all.where('supplies.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('supplies.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(matches(db, value, containsWords(words, value))),
  })
}

type Rows = ReturnType<typeof supplyRows>

function withDeleted(rows: Rows, actor: Actor, deleted: SupplyFilters['deleted']): Rows {
  if (!isAdmin(actor)) {
    const present = rows.where('supplies.deleted_at', 'is', null)
    return deleted === 'only' ? present.where(sql<boolean>`false`) : present
  }
  if (deleted === 'with') return rows
  return rows.where('supplies.deleted_at', deleted === 'only' ? 'is not' : 'is', null)
}

const isOverdue = ({ timezone }: Actor) => sql<boolean>`(
  supplies.planned_on is not null and supplies.planned_on < ${today(timezone)}
    and supplies.status in ('draft', 'packing', 'packed')
)`

const isOf = (wanted: readonly (number | null)[]) => {
  const ids = wanted.filter((id) => id !== null)
  const none = wanted.includes(null) ? sql`supplies.legal_entity_id is null` : sql`false`
  return sql<boolean>`(${none} or supplies.legal_entity_id = any(${sql.val(ids)}::bigint[]))`
}

const hasProduct = (ids: readonly number[]) => sql<boolean>`exists (
  select from supply_products as counted
  where counted.company_id = supplies.company_id and counted.supply_id = supplies.id
    and counted.product_id = any(${sql.val([...ids])}::bigint[])
)`

/** Finds a supply by its own words, or by the beginning of a barcode of one of its boxes. */
const matches = ({ companyId }: Db, text: string, inWords: RawBuilder<boolean>) => {
  const beginning = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${inWords} or supplies.id in (
    select boxes.supply_id from supply_boxes as boxes
    where boxes.company_id = ${companyId} and boxes.deleted_at is null
      and lower(boxes.barcode) like ${beginning}
  ))`
}

type Totals = { boxes: number; units: number }

/** A page of supplies, and the sums over all supplies that the filters find. */
export async function listSupplyRows(db: Db, actor: Actor, filters: SupplyFilters, query: SupplyQuery) {
  const rows = filterSupplies(db, actor, filters)
  const bare = rows.clearSelect().select(['supplies.id', 'supplies.boxes_count'])
  const [sums] = await db.query(sql<Totals & { total: number }>`
    with found as materialized (${countable(bare)})
    select count(*) as total, ${sumOf('boxes_count')} as boxes, (
      select ${sumOf('packed')} from supply_products
      where company_id = ${db.companyId} and supply_id in (select id from found)
    ) as units
    from found`)
  const { total = 0, ...totals } = sums ?? { boxes: 0, units: 0 }
  const count = await resolveCount(db, rows, total)
  const page = await listPage(rows, orderOf(query), query, count)
  return { totals: count.exact ? totals : null, ...page }
}

/** All supplies of the list without paging, with the names that a file shows. */
export const allSupplyRows = (db: Db, actor: Actor, filters: SupplyFilters, query: SupplyQuery) =>
  sortRows(filterSupplies(db, actor, filters), orderOf(query), query.direction).select(
    sql<string>`(
      select name from warehouses
      where warehouses.company_id = supplies.company_id and warehouses.id = supplies.warehouse_id
    )`.as('warehouse'),
  )

const found = 5

/** The best matches for the search over everything: the supply with that number, then current supplies. */
export function findByText(db: Db, text: string) {
  if (!hasWord(text)) return []
  return db
    .from('supplies')
    .select(['id', 'number', 'destination'])
    .where('deleted_at', 'is', null)
    .where(matches(db, text, containsBeginnings(words, text)))
    .orderBy(sql<boolean>`lower(number) = lower(${text})`, 'desc')
    .orderBy(sql<boolean>`status in ('draft', 'packing', 'packed')`, 'desc')
    .orderBy('id', 'desc')
    .limit(found)
    .execute()
}
