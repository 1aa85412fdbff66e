import type { Pagination } from '@artel/contract/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './open.ts'

/** Totals of filtered lists are exact up to this; beyond, counting costs more than anyone gains. */
export const exactLimit = 10_000

/** What tables offer to show at once. Other lengths are read as well, only not as fast. */
const usualLimits: ReadonlySet<number> = new Set([10, 25, 50, 100])

/** From here on skipping costs more than looking twice. */
const deepOffset = 1000

type Rows<T extends keyof Tables, Row> = SelectQueryBuilder<Tables, T, Row>
type Direction = 'asc' | 'desc'
type Page = { page: number; limit: number; direction: Direction }
/** The column to sort by (null: the id alone); rows that are equal in it stand by `id`. */
export type Order = { id: RawBuilder<unknown>; by: RawBuilder<unknown> | null }
export type Listed<Row> = { rows: Row[]; pagination: Pagination }
export type Count = { total: number; exact: boolean }

/** All `rows` in their order, in which no two are equal, so that no row is seen on two pages. */
export function sortRows<T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  { id, by }: Order,
  direction: Direction,
): Rows<T, Row> {
  // An index on the id is read backwards; «nulls last» would forbid that, and an id is never null.
  const sorted = by ? rows.orderBy(by, (column) => column[direction]().nullsLast()) : rows
  return sorted.orderBy(id, direction)
}

/** One page of `rows`, `count` being how many there are. */
export async function listPage<T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  order: Order,
  page: Page,
  count: Count,
): Promise<Listed<Row>> {
  const stretch = stretchOf(page)
  const found = await pageStatement(rows, order, page.direction, stretch, readingOf(stretch)).execute()
  return { rows: found, pagination: paginate(page, count) }
}

type Found = { total: number; ids: number[] | null }

/**
 * One page of filtered `rows`, and how many there are: both of one look through them, as that is what a filter costs.
 * Where they are too many to be counted, their page is read for itself.
 */
export async function findPage<T extends keyof Tables, Row>(
  db: Db,
  rows: Rows<T, Row>,
  order: Order,
  page: Page,
): Promise<Listed<Row>> {
  const { offset, limit } = stretchOf(page)
  const keys = rows.clearSelect().select([order.id.as('id'), (order.by ?? order.id).as('sorted_by')])
  const direction = sql.raw(page.direction)
  const [from, to] = [offset + 1, offset + limit].map((place) => Math.min(place, exactLimit + 1))
  const [found] = await db.query(sql<Found>`
    select count(*) as total,
      (array_agg(id order by sorted_by ${direction} nulls last, id ${direction}))[${from}::int4:${to}::int4] as ids
    from (${countable(keys)}) as found`)
  const total = found?.total ?? 0
  const ids = found?.ids ?? []
  const count = await settleCount(db, rows, total)
  if (!count.exact) return listPage(rows, order, page, count)
  const chosen = rows.where(sql<boolean>`${order.id} = any(${sql.val(ids)}::int8[])`)
  return {
    rows: ids.length > 0 ? await sortRows(chosen, order, page.direction).execute() : [],
    pagination: paginate(page, count),
  }
}

/** Which rows of a list: `limit` of them after the first `offset`. */
export type Stretch = { limit: number; offset: number }

export const stretchOf = ({ page, limit }: Page): Stretch => ({ limit, offset: (page - 1) * limit })

/** How a page is read: a first one of so many rows, one that is near, or one before which much is skipped. */
export type Reading = number | 'near' | 'deep'

export function readingOf({ limit, offset }: Stretch): Reading {
  if (offset >= deepOffset) return 'deep'
  return offset === 0 && usualLimits.has(limit) ? limit : 'near'
}

/**
 * The statement of one page. A first one has its length in its text: of a number that is given later the planner fears
 * the worst, and makes a new plan each time. What a deep one skips is not put together: it first finds its ids, from
 * an index.
 */
export function pageStatement<T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  order: Order,
  direction: Direction,
  { limit, offset }: Stretch,
  reading: Reading,
): Rows<T, Row> {
  if (typeof reading === 'number') return sortRows(rows, order, direction).limit(sql.lit(reading))
  if (reading === 'near') return sortRows(rows, order, direction).limit(limit).offset(offset)
  const ids = sortRows(rows.clearSelect().select(order.id.as('id')), order, direction)
  return sortRows(
    rows.where(sql<boolean>`${order.id} in (${ids.limit(limit).offset(offset)})`),
    order,
    direction,
  )
}

export const paginate = ({ page, limit }: Omit<Page, 'direction'>, { total, exact }: Count): Pagination => ({
  ...{ page, limit, total, exact },
  pages: Math.ceil(total / limit),
})

/** How many `rows` there are: exact up to 10,000, and beyond that where the whole table is meant. */
export async function countRows<T extends keyof Tables, Row>(
  db: Db,
  rows: Rows<T, Row>,
  isFiltered: boolean,
): Promise<Count> {
  const bare = rows.clearSelect().select(sql.lit(1).as('one'))
  const counted = isFiltered ? bare.limit(sql.lit(exactLimit + 1)) : bare
  const [row] = await db.query(sql<{ total: number }>`select count(*) as total from (${counted}) as counted`)
  return settleCount(db, rows, row?.total ?? 0, isFiltered)
}

/** The rows up to the limit of what is counted exactly, to be summed along with the count. */
export const countable = <T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  limit = exactLimit,
): Rows<T, Row> => rows.limit(sql.lit(limit + 1))

/** What a count of `countable` rows means: beyond the limit it becomes the planner's estimate. */
export async function settleCount<T extends keyof Tables, Row>(
  db: Db,
  rows: Rows<T, Row>,
  counted: number,
  isFiltered = true,
  limit = exactLimit,
): Promise<Count> {
  if (!isFiltered || counted <= limit) return { total: counted, exact: true }
  return { total: await estimateRows(db, rows.clearSelect().select(sql.lit(1).as('one'))), exact: false }
}

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

// The planner knows the size of what it is about to read, from statistics that it keeps anyway.
async function estimateRows<T extends keyof Tables, Row>(db: Db, rows: Rows<T, Row>): Promise<number> {
  const [plan] = await db.query(sql<Plan>`explain (format json) ${rows}`)
  return Math.max(exactLimit + 1, plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** The text as a LIKE pattern that means "contains it": its own signs stand for themselves. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
