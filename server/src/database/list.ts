import type { Pagination } from '@artel/contract/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './open.ts'

/** Totals of filtered lists are exact up to this; beyond, counting costs more than anyone gains. */
const exactLimit = 10_000

type Page = { page: number; limit: number; direction: 'asc' | 'desc' }
export type Listed<Row> = { rows: Row[]; pagination: Pagination }

/**
 * One page of `rows` with the total. `order` is the column to sort by (null: the id alone); rows that are equal
 * in it stand by `id`, so that no row is seen on two pages.
 */
export async function listPage<T extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, Row>,
  order: { id: RawBuilder<unknown>; by: RawBuilder<unknown> | null },
  { page, limit, direction }: Page,
  isFiltered: boolean,
): Promise<Listed<Row>> {
  // An index on the id is read backwards; «nulls last» would forbid that, and an id is never null.
  const sorted = order.by ? rows.orderBy(order.by, (by) => by[direction]().nullsLast()) : rows
  const found = await sorted
    .orderBy(order.id, direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total, exact } = await countRows(db, rows, isFiltered)
  return { rows: found, pagination: { page, limit, total, pages: Math.ceil(total / limit), exact } }
}

async function countRows<T extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, Row>,
  isFiltered: boolean,
): Promise<{ total: number; exact: boolean }> {
  const bare = rows.clearSelect().select(sql.lit(1).as('one'))
  const counted = isFiltered ? bare.limit(exactLimit + 1) : bare
  const [row] = await db.query(sql<{ total: number }>`select count(*) as total from (${counted}) as counted`)
  const total = row?.total ?? 0
  if (!isFiltered || total <= exactLimit) return { total, exact: true }
  return { total: await estimateRows(db, bare), exact: false }
}

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

// The planner knows the size of what it is about to read, from statistics that it keeps anyway.
async function estimateRows<T extends keyof Tables, Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, Row>,
): Promise<number> {
  const [plan] = await db.query(sql<Plan>`explain (format json) ${rows}`)
  return Math.max(exactLimit + 1, plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** The text as a LIKE pattern that means "contains it": its own signs stand for themselves. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
