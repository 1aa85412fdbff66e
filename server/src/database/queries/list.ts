import type { Pagination } from '@artel/contract/shapes/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../connection/open.ts'
import type { Db } from '../db.ts'

/** Totals of filtered lists are exact up to this many rows. A larger exact count costs too much. */
export const exactLimit = 10_000

/** Page lengths that tables offer, rows. Other lengths work too, but slower. */
const usualLimits: ReadonlySet<number> = new Set([10, 25, 50, 100])

/** From this offset on, skipping rows costs more than a second lookup by ids. */
const deepOffset = 1000

type Rows<T extends keyof Tables, Row> = SelectQueryBuilder<Tables, T, Row>
type Direction = 'asc' | 'desc'
type Page = { page: number; limit: number; direction: Direction }
/** The column to sort by (null: only the id). Rows with equal values are ordered by `id`. */
export type Order = { id: RawBuilder<unknown>; by: RawBuilder<unknown> | null }
export type Listed<Row> = { rows: Row[]; pagination: Pagination }
export type Count = { total: number; exact: boolean }

/** Sorts `rows`. The order is total, because ids are unique, so no row appears on two pages. */
export function sortRows<T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  { id, by }: Order,
  direction: Direction,
): Rows<T, Row> {
  // No `nulls last` for the id, which is never null: PostgreSQL could not read its index backwards with it.
  const sorted = by ? rows.orderBy(by, (column) => column[direction]().nullsLast()) : rows
  return sorted.orderBy(id, direction)
}

/** Reads one page of `rows`. `count` is the total. */
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
 * Reads one page of filtered `rows` and their count in one pass, because the filter is the expensive part. If
 * there are too many rows for an exact count, the page is read by a separate statement.
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
  const count = await resolveCount(db, rows, total)
  if (!count.exact) return listPage(rows, order, page, count)
  const chosen = rows.where(sql<boolean>`${order.id} = any(${sql.val(ids)}::int8[])`)
  return {
    rows: ids.length > 0 ? await sortRows(chosen, order, page.direction).execute() : [],
    pagination: paginate(page, count),
  }
}

/** Which rows of a list: `limit` rows after the first `offset` rows. */
export type Stretch = { limit: number; offset: number }

export const stretchOf = ({ page, limit }: Page): Stretch => ({ limit, offset: (page - 1) * limit })

/**
 * How a page is read. A number: the first page, of that many rows. `near`: a small offset. `deep`: a large
 * offset.
 */
export type Reading = number | 'near' | 'deep'

export function readingOf({ limit, offset }: Stretch): Reading {
  if (offset >= deepOffset) return 'deep'
  return offset === 0 && usualLimits.has(limit) ? limit : 'near'
}

/**
 * The statement of one page. On the first page the LIMIT is inlined, because with a parameter the planner
 * assumes the worst and replans each time. A deep page first reads its ids from an index, so skipped rows are
 * not put together.
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
  page,
  limit,
  total,
  exact,
  pages: Math.ceil(total / limit),
})

/** Counts `rows`: exactly up to 10,000 rows, or exactly without a limit if there is no filter. */
export async function countRows<T extends keyof Tables, Row>(
  db: Db,
  rows: Rows<T, Row>,
  isFiltered: boolean,
): Promise<Count> {
  const bare = rows.clearSelect().select(sql.lit(1).as('one'))
  const counted = isFiltered ? bare.limit(sql.lit(exactLimit + 1)) : bare
  const [row] = await db.query(sql<{ total: number }>`select count(*) as total from (${counted}) as counted`)
  return resolveCount(db, rows, row?.total ?? 0, isFiltered)
}

/**
 * The rows that an exact count reads, to be summed in the same statement. One more than `limit` shows that
 * there are more.
 */
export const countable = <T extends keyof Tables, Row>(
  rows: Rows<T, Row>,
  limit = exactLimit,
): Rows<T, Row> => rows.limit(sql.lit(limit + 1))

/** Turns a count of `countable` rows into a total. Beyond the limit the total is the planner's estimate. */
export async function resolveCount<T extends keyof Tables, Row>(
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

// The planner estimates the number of rows from the statistics that PostgreSQL keeps.
async function estimateRows<T extends keyof Tables, Row>(db: Db, rows: Rows<T, Row>): Promise<number> {
  const [plan] = await db.query(sql<Plan>`explain (format json) ${rows}`)
  return Math.max(exactLimit + 1, plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** A LIKE pattern that matches texts which contain `text`. Its own special characters are escaped. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
