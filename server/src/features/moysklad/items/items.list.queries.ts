import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { MoySkladPreview, moySkladItems } from '@artel/contract/moysklad.items'
import { moySkladKinds, moySkladPlans } from '@artel/contract/moysklad.line'
import { recordOf } from '@artel/contract/records'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { dayEnd, dayStart } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { findPage, type Order, sortRows } from '../../../database/list.ts'
import { containsWords } from '../../../database/search.ts'
import { isPartial } from '../moysklad.queries.ts'
import { itemColumns, itemKeys } from './items.queries.ts'

export type ItemFilters = BodyOf<typeof moySkladItems.list>
export type ItemQuery = QueryOf<typeof moySkladItems.list>

const itemRows = (db: Db) =>
  db
    .from('moysklad_items')
    .select(itemColumns)
    .select(['url', 'their_updated_at'])
    .select(itemKeys.as('keys'))

/** An item with the columns that screens show. */
export type ShownItem = Awaited<ReturnType<typeof findShown>>[number]

export const findShown = (db: Db, ids: readonly number[]) =>
  itemRows(db)
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .execute()

const id = sql.ref('moysklad_items.id')
const orders: Record<ItemQuery['sort_by'], Order> = {
  id: { id, by: null },
  title: { id, by: sql.ref('moysklad_items.title') },
  updated_at: { id, by: sql.ref('moysklad_items.their_updated_at') },
  written_at: { id, by: sql.ref('moysklad_items.written_at') },
}

const isFound = (search: string) => sql<boolean>`exists (
  select from moysklad_words as said
  where said.company_id = moysklad_items.company_id and said.item_id = moysklad_items.id
    and ${containsWords(sql`said.words`, search)})`

function filterItems(db: Db, { timezone }: Actor, filters: ItemFilters) {
  const { ids, kind, plan, is_bundle, is_gone, is_partial, date_from, date_to, search } = filters
  let rows = itemRows(db)
  if (ids) rows = rows.where('id', 'in', ids)
  if (kind) rows = rows.where('kind', 'in', [kind].flat())
  if (plan) rows = rows.where('plan', 'in', [plan].flat())
  if (is_bundle !== undefined) rows = rows.where('is_bundle', '=', is_bundle)
  if (is_gone !== undefined) rows = rows.where('gone_at', is_gone ? 'is not' : 'is', null)
  if (is_partial !== undefined) rows = rows.where(is_partial ? isPartial : sql<boolean>`not ${isPartial}`)
  if (date_from) rows = rows.where('their_updated_at', '>=', dayStart(date_from, timezone))
  if (date_to) rows = rows.where('their_updated_at', '<', dayEnd(date_to, timezone))
  if (search) rows = rows.where(isFound(search))
  return rows
}

type Asked<Filters, Query> = [db: Db, actor: Actor, filters: Filters, query: Query]

export const listItemRows = (...[db, actor, filters, query]: Asked<ItemFilters, ItemQuery>) =>
  findPage(db, filterItems(db, actor, filters), orders[query.sort_by], query)

/** All items of the list, without paging. */
export const allItemRows = (...[db, actor, filters, query]: Asked<ItemFilters, ItemQuery>) =>
  sortRows(filterItems(db, actor, filters), orders[query.sort_by], query.direction)

/** Counts the items that still exist in MoySklad, by kind and plan. */
export async function countPlans(db: Db): Promise<MoySkladPreview> {
  const rows = await db
    .from('moysklad_items')
    .select(['kind', 'plan'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('gone_at', 'is', null)
    .groupBy(['kind', 'plan'])
    .execute()
  return moySkladKinds.map((kind) => {
    const counted = new Map(rows.filter((row) => row.kind === kind).map(({ plan, count }) => [plan, count]))
    return { kind, plans: recordOf(moySkladPlans, (plan) => counted.get(plan) ?? 0) }
  })
}

export type LogFilters = BodyOf<typeof moySkladItems.log>
export type LogQuery = QueryOf<typeof moySkladItems.log>

const logRows = (db: Db) =>
  db
    .from('moysklad_log')
    .select(['id', 'run_id', 'part', 'action', 'title', 'item_id', 'our_id'])
    .select(['changes', 'failures', 'created_at'])

export type LogRow = Awaited<ReturnType<ReturnType<typeof logRows>['execute']>>[number]

/** The newest entries first. */
export const findNewestLog = (db: Db, limit: number): Promise<LogRow[]> =>
  logRows(db).orderBy('id', 'desc').limit(limit).execute()

const logId = sql.ref('moysklad_log.id')
const logOrder = ({ sort_by }: LogQuery): Order => ({
  id: logId,
  by: sort_by === 'id' ? null : sql.ref(`moysklad_log.${sort_by}`),
})

function filterLog(db: Db, { timezone }: Actor, filters: LogFilters) {
  const { ids, kind, action, run_id, is_conflict, date_from, date_to, search } = filters
  let rows = logRows(db)
  if (ids) rows = rows.where('id', 'in', ids)
  if (kind) rows = rows.where('part', 'in', [kind].flat())
  if (action) rows = rows.where('action', 'in', [action].flat())
  if (run_id) rows = rows.where('run_id', '=', run_id)
  if (is_conflict !== undefined) rows = rows.where('is_conflict', '=', is_conflict)
  if (date_from) rows = rows.where('created_at', '>=', dayStart(date_from, timezone))
  if (date_to) rows = rows.where('created_at', '<', dayEnd(date_to, timezone))
  if (search) rows = rows.where(containsWords(sql`title`, search))
  return rows
}

export const listLogRows = (...[db, actor, filters, query]: Asked<LogFilters, LogQuery>) =>
  findPage(db, filterLog(db, actor, filters), logOrder(query), query)

/** All log lines of the list, without paging. */
export const allLogRows = (...[db, actor, filters, query]: Asked<LogFilters, LogQuery>) =>
  sortRows(filterLog(db, actor, filters), logOrder(query), query.direction)
