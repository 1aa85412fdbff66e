import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Rows of a statement. From this number on, a plan made for a small table costs more than a new plan. */
const manyRows = 50

/**
 * Call it before `rows` rows are written. A connection keeps the query plans of foreign keys and triggers. A
 * plan that was made while a table was small scans the whole table for each row, until PostgreSQL analyses
 * the table again.
 */
export async function discardPlans(db: Db, rows = manyRows): Promise<void> {
  if (rows >= manyRows) await db.query(sql`discard plans`)
}
