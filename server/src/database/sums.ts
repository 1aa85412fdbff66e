import { maxSum } from '@artel/contract/sums'
import { type RawBuilder, sql } from 'kysely'

// PostgreSQL sums int8 as numeric, and int4 as int8, which takes more rows to fill than a table has. What can fail is
// only a cast back to int8, and what JavaScript makes of it.

/** The exact sum, as text of SQL: for what is compared or stored in SQL. 0 where there are no rows. */
export const exactSum = (expression: string, where?: string): string =>
  `coalesce(sum(${expression})${where === undefined ? '' : ` filter (where ${where})`}, 0)`

/** The sum that is read: it ends at `maxSum`, so that no number of rows makes it one that an answer cannot hold. */
export const sumOf = (value: string | RawBuilder<unknown>, where?: RawBuilder<unknown>): RawBuilder<number> =>
  limited(
    sql`coalesce(sum(${typeof value === 'string' ? sql.ref(value) : value})
      ${where ? sql`filter (where ${where})` : sql``}, 0)`,
  )

/** The same of what is counted from sums. It is never null, because `least` and `greatest` pass over a null. */
export const limited = (value: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(greatest(${value}, ${sql.lit(-maxSum)}), ${sql.lit(maxSum)})::int8`
