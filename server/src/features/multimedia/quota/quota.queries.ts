import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { personOf } from '../../../database/queries/person.ts'

/** Bytes of the media of a company, and of one of its people. */
export type UsedBytes = { company: number; person: number }

/** @param userId null: `person` is 0 */
export async function findUsedBytes(db: Db, userId: number | null): Promise<UsedBytes> {
  const row = await db
    .from('media_usage')
    .leftJoin('person_media_usage as own', (join) =>
      join.onRef('own.company_id', '=', 'media_usage.company_id').on('own.user_id', '=', userId),
    )
    .select(['media_usage.bytes as company', sql<number>`coalesce(own.bytes, 0)`.as('person')])
    .executeTakeFirst()
  return row ?? { company: 0, person: 0 }
}

/** People with the bytes of their media, largest first. */
export async function findMediaPeople(db: Db, most: number) {
  const rows = await db
    .from('person_media_usage')
    .select([personOf('person_media_usage.user_id').as('user'), 'person_media_usage.bytes as used'])
    .where('person_media_usage.bytes', '>', 0)
    .orderBy('person_media_usage.bytes', 'desc')
    .orderBy('person_media_usage.user_id')
    .limit(most)
    .execute()
  // A foreign key guarantees that each row has a person.
  return rows.flatMap(({ user, used }) => (user ? [{ user, used }] : []))
}
