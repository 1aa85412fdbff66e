import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Rows of one statement from which on a plan made for a small table costs more than a new one. */
const manyRows = 50

/**
 * To be called before `rows` rows are written. Foreign keys and triggers go on by the plans that a connection has made:
 * one made while a table was small reads it whole for each row, until PostgreSQL has looked at the table again.
 */
export async function forgetPlans(db: Db, rows = manyRows): Promise<void> {
  if (rows >= manyRows) await db.query(sql`discard plans`)
}
