import { sql } from 'kysely'
import type { Change, Db } from '../../database/db.ts'

/** What a person may change of themself, held until the transaction ends. */
export const lockOwnFields = (db: Db, userId: number) =>
  db
    .from('users')
    .select(['first_name', 'last_name', 'nick_name', 'phone', 'birth_date', 'language', 'avatar'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function updateOwnFields(db: Db, userId: number, fields: Change<'users'>): Promise<void> {
  await db
    .update('users', { ...fields, version: sql<number>`version + 1` })
    .where('id', '=', userId)
    .execute()
}
