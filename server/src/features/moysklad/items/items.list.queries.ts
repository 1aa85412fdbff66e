import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { MoySkladPreview, moySkladItems } from '@artel/contract/moysklad/moysklad.items'
import { moySkladKinds, moySkladPlans } from '@artel/contract/moysklad/moysklad.line'
import { recordOf } from '@artel/contract/shapes/records'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { dayEnd, dayStart } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { applyFilters } from '../../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../../database/queries/list.ts'
import { containsWords } from '../../../database/queries/search.ts'
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
  return applyFilters(itemRows(db), filters, {
    ids: (all, value) => all.where('id', 'in', value),
    kind: (all, value) => all.where('kind', 'in', [value].flat()),
    plan: (all, value) => all.where('plan', 'in', [value].flat()),
    is_bundle: (all, value) => all.where('is_bundle', '=', value),
    is_gone: (all, value) => all.where('gone_at', value ? 'is not' : 'is', null),
    is_partial: (all, value) => all.where(value ? isPartial : sql<boolean>`not ${isPartial}`),
    date_from: (all, value) => all.where('their_updated_at', '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where('their_updated_at', '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(isFound(value)),
  })
}

type RequestCounts<Filters, Query> = [db: Db, actor: Actor, filters: Filters, query: Query]

export const listItemRows = (...[db, actor, filters, query]: RequestCounts<ItemFilters, ItemQuery>) =>
  findPage(db, filterItems(db, actor, filters), orders[query.sort_by], query)

/** All items of the list, without paging. */
export const allItemRows = (...[db, actor, filters, query]: RequestCounts<ItemFilters, ItemQuery>) =>
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
  return applyFilters(logRows(db), filters, {
    ids: (all, value) => all.where('id', 'in', value),
    kind: (all, value) => all.where('part', 'in', [value].flat()),
    action: (all, value) => all.where('action', 'in', [value].flat()),
    run_id: (all, value) => all.where('run_id', '=', value),
    is_conflict: (all, value) => all.where('is_conflict', '=', value),
    date_from: (all, value) => all.where('created_at', '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where('created_at', '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(containsWords(sql`title`, value)),
  })
}

export const listLogRows = (...[db, actor, filters, query]: RequestCounts<LogFilters, LogQuery>) =>
  findPage(db, filterLog(db, actor, filters), logOrder(query), query)

/** All log lines of the list, without paging. */
export const allLogRows = (...[db, actor, filters, query]: RequestCounts<LogFilters, LogQuery>) =>
  sortRows(filterLog(db, actor, filters), logOrder(query), query.direction)
