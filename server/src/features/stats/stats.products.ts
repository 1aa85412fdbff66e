import type { AnswerOf } from '@artel/contract/call'
import type { ProductLine, stats } from '@artel/contract/stats/stats'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { paginate } from '../../database/queries/list.ts'
import { toSee } from './stats.policy.ts'
import { allProductRows, type ProductFilters, type ProductQuery } from './stats.products.queries.ts'
import { readPeriod } from './stats.ts'

type Order = Pick<ProductQuery, 'sort_by' | 'direction'>

/** @throws ApiError forbidden; 422 for the days */
function productRows(
  db: Db,
  actor: Actor,
  { user_id, warehouse_id, product_id, ...asked }: ProductFilters,
  order: Order,
): RawBuilder<ProductLine> {
  const { date_from: first, date_to: last } = readPeriod(actor, asked)
  const reach = { user_id: toSee(actor, user_id), warehouse_id, product_id }
  return allProductRows(db, reach, { first, last }, order)
}

export const listedProducts = (db: Db, actor: Actor, filters: ProductFilters, order: Order) =>
  db.rows(productRows(db, actor, filters, order))

/** A page of the work on each product. @throws ApiError forbidden; 422 for the days */
export async function listProducts(
  db: Db,
  actor: Actor,
  filters: ProductFilters,
  query: ProductQuery,
): Promise<Omit<AnswerOf<typeof stats.products>, 'status'>> {
  const all = productRows(db, actor, filters, query)
  const [counted] = await db.query(sql<{ total: number }>`select count(*) as total from (${all}) as found`)
  const products = await db.query(
    sql<ProductLine>`${all} limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
  )
  return { products, pagination: paginate(query, { total: counted?.total ?? 0, exact: true }) }
}
