import { maxSum } from '@artel/contract/shapes/sums'
import { type RawBuilder, sql } from 'kysely'

// PostgreSQL sums int8 as numeric, and int4 as int8, which no possible number of rows overflows. Only a cast
// back to int8, or the conversion to a JavaScript number, can fail.

/** SQL text of the exact sum, for values that SQL compares or stores. 0 if there are no rows. */
export const exactSum = (expression: string, where?: string): string =>
  `coalesce(sum(${expression})${where === undefined ? '' : ` filter (where ${where})`}, 0)`

/** A sum for the response. It is limited to `maxSum`, because a response cannot hold a larger number. */
export const sumOf = (value: string | RawBuilder<unknown>, where?: RawBuilder<unknown>): RawBuilder<number> =>
  limited(
    sql`coalesce(sum(${typeof value === 'string' ? sql.ref(value) : value})
      ${where ? sql`filter (where ${where})` : sql``}, 0)`,
  )

/** A sum over the rows of a window up to the present row, limited in the same way. */
export const runningSum = (value: RawBuilder<unknown>, window: RawBuilder<unknown>): RawBuilder<number> =>
  limited(sql`coalesce(sum(${value}) over ${window}, 0)`)

/**
 * Limits a value computed from sums in the same way. Never null, because `least` and `greatest` ignore nulls.
 */
export const limited = (value: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(greatest(${value}, ${sql.lit(-maxSum)}), ${sql.lit(maxSum)})::int8`
