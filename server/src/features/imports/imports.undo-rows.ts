import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// Foreign key (row in use), unique (key taken), check (plan exceeded).
const refusals = new Set(['23503', '23505', '23514'])

/**
 * Does `work` for all rows at once. If a constraint refuses, halves the rows until each refused row is alone.
 * @returns the refused rows
 * @throws the reason of `signal` once it is aborted
 */
export async function applyWithBisection<Row>(
  db: Db,
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<Row[]> {
  signal?.throwIfAborted()
  if (rows.length === 0) return []
  await db.query(sql`savepoint undo`)
  try {
    await work(rows)
    await db.query(sql`release savepoint undo`)
    return []
  } catch (error) {
    const { code } = error as { code?: string } // errors of the driver have a code
    if (!code || !refusals.has(code)) throw error
    await db.query(sql`rollback to savepoint undo`)
    const [only, ...others] = rows
    if (only && others.length === 0) return [only]
    const middle = Math.ceil(rows.length / 2)
    const first = await applyWithBisection(db, rows.slice(0, middle), work, signal)
    return [...first, ...(await applyWithBisection(db, rows.slice(middle), work, signal))]
  }
}
