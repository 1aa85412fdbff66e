import { type RawBuilder, sql } from 'kysely'

/** Texts as one parameter of a statement, for `unnest` and `any`. */
export const texts = (values: readonly (string | null)[]): RawBuilder<unknown> =>
  sql`${sql.val([...values])}::text[]`

/** Whole numbers as one parameter of a statement. */
export const numbers = (values: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.val([...values])}::bigint[]`
