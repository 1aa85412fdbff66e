import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { OrderCounts, OrderTotals, orders } from '@artel/contract/orders/orders'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { countable, listPage, type Order, resolveCount, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWordsOrName, hasWord } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { orderRows } from './orders.queries.ts'

export type OrderFilters = BodyOf<typeof orders.list>
export type OrderQuery = QueryOf<typeof orders.list>

const sortedBy = ({ sort_by }: OrderQuery): Order => ({
  id: sql.ref('orders.id'),
  by: sort_by === 'id' ? null : sql.ref(`orders.${sort_by}`),
})

const isNumber = (text: string) => /^\d{1,15}$/.test(text)

// A number finds the order with that id, and orders with it in the name, the comment or the person's name.
const matches = (db: Db, search: string) => {
  const said = sql`orders.name || ' ' || orders.comment`
  const isSaid = containsWordsOrName(db, sql.ref('orders.user_id'), said, search)
  return isNumber(search) ? sql<boolean>`(orders.id = ${Number(search)} or ${isSaid})` : isSaid
}

// The same rule as maySee, as SQL.
function visibleRows(db: Db, actor: Actor) {
  const rows = orderRows(db)
  return isAdmin(actor) ? rows : rows.where('orders.user_id', '=', actor.userId)
}

function filterRows(db: Db, actor: Actor, filters: OrderFilters) {
  return applyFilters(visibleRows(db, actor), filters, {
    ids: (all, value) => all.where('orders.id', 'in', value),
    status: (all, value) => all.where('orders.status', 'in', [value].flat()),
    user_id: (all, value) => all.where('orders.user_id', 'in', [value].flat()),
    item_id: (all, value) => all.where('orders.item_id', 'in', [value].flat()),
    date_from: (all, value) => all.where('orders.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('orders.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(matches(db, value)),
  })
}

type Asked = [db: Db, actor: Actor, filters: OrderFilters, query: OrderQuery]

/** A page of the orders that the actor may see, and the sums of all orders that match the filters. */
export async function listOrderRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters)
  const summed = rows.clearSelect().select(['orders.quantity', 'orders.total', 'orders.status'])
  const stands = sql`status <> 'cancelled'`
  const [sums] = await db.query(sql<OrderTotals & { rows: number }>`
    select count(*) as rows, ${sumOf('quantity', stands)} as quantity,
      ${sumOf('total', stands)} as coins
    from (${countable(summed)}) as found`)
  const { rows: counted, ...totals } = sums! // an aggregate has one row
  const count = await resolveCount(db, rows, counted)
  const listed = await listPage(rows, sortedBy(query), query, count)
  return { totals: count.exact ? totals : null, ...listed }
}

/** Counts the orders in each status, ignoring the filter by status. */
export async function countByStatus(db: Db, actor: Actor, filters: OrderFilters): Promise<OrderCounts> {
  const { status: _, ...others } = filters
  const found = await filterRows(db, actor, others)
    .clearSelect()
    .select(['orders.status', sql<number>`count(*)`.as('count')])
    .groupBy('orders.status')
    .execute()
  const none = { pending: 0, processing: 0, delivered: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(found.map(({ status, count }) => [status, count])) }
}

/** Selects all orders of the list, without paging. */
export const allOrderRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), sortedBy(query), query.direction)

const maxFound = 5

/** The best matches for the global search: the order with that id first, then the newest. */
export async function findByText(db: Db, actor: Actor, text: string) {
  if (!hasWord(text)) return []
  const named = containsBeginnings(sql`orders.name`, text)
  const rows = visibleRows(db, actor)
  if (!isNumber(text)) return rows.where(named).orderBy('orders.id', 'desc').limit(maxFound).execute()
  const isIt = sql<boolean>`orders.id = ${Number(text)}`
  return rows
    .where(sql<boolean>`(${isIt} or ${named})`)
    .orderBy(isIt, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(maxFound)
    .execute()
}
