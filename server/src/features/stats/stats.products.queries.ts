import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { ProductLine, stats } from '@artel/contract/stats/stats'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { type Reach, rollUp } from './stats.sums.queries.ts'

export type ProductFilters = BodyOf<typeof stats.products>
export type ProductQuery = QueryOf<typeof stats.products>

const sums = ['tasks_done', 'units', 'norm_seconds', 'spent_seconds', 'task_seconds', 'returns'] as const
const columns = sql.join(sums.map((column) => sql.ref(column)))

/** Sums the work on each product that has any, in the requested order. */
export const allProductRows = (
  db: Db,
  reach: Reach,
  days: { first: string; last: string },
  { sort_by, direction }: Pick<ProductQuery, 'sort_by' | 'direction'>,
) => sql<ProductLine>`
  select jsonb_build_object('id', product.id, 'name', product.name, 'article', product.article) as product,
    tasks_done, units, task_seconds, returns,
    round(100 * done.norm_seconds::numeric / nullif(done.spent_seconds, 0))::int8 as norm_percent
  from (
    select product_id, ${sql.join(sums.map((column) => sql`${sumOf(column)} as ${sql.ref(column)}`))}
    from ${rollUp(db, reach, days, sql`product_id, ${columns}`, sql.table('stat_product_days'))}
    where product_id > 0 group by product_id
  ) as done
  join products as product on product.company_id = ${db.companyId} and product.id = done.product_id
  where (tasks_done, units, task_seconds, returns) is distinct from (0, 0, 0, 0)
  order by ${sort_by === 'name' ? sql`product.name` : sql.ref(sort_by)} ${sql.raw(direction)} nulls last, product.id`
