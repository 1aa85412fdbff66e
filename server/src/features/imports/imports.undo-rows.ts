import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// Something has it, something else is in its place, or a plan has no room for it.
const refusals = new Set(['23503', '23505', '23514'])

/** All at once; where one of them is in the way, one by one. @returns those that are refused */
export async function doAllItCan<Row>(
  db: Db,
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<void>,
): Promise<Row[]> {
  if (rows.length === 0) return []
  await db.query(sql`savepoint undo`)
  try {
    await work(rows)
    await db.query(sql`release savepoint undo`)
    return []
  } catch (error) {
    const { code } = error as { code?: string } // the driver's errors have one
    if (!code || !refusals.has(code)) throw error
    await db.query(sql`rollback to savepoint undo`)
    const [only, ...others] = rows
    if (only && others.length === 0) return [only]
    const middle = Math.ceil(rows.length / 2)
    const first = await doAllItCan(db, rows.slice(0, middle), work)
    return [...first, ...(await doAllItCan(db, rows.slice(middle), work))]
  }
}
