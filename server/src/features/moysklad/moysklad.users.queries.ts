import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isCalled, type TiedUser } from '../users/users.ts'

/** An employee of theirs; with `isHeld` nobody else changes what is known of them until the transaction ends. */
export const holdEmployee = (db: Db, moySkladId: string, isHeld: boolean) =>
  db
    .from('moysklad_items')
    .select(['id', 'data', 'url', 'their_updated_at', 'gone_at'])
    .where('moy_sklad_id', '=', moySkladId)
    .where('kind', '=', 'employee')
    .$if(isHeld, (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst()

/** Employees that are this person, as was said of them or as they are tied. */
export const findDecidedOf = (db: Db, { id, moy_sklad_id }: Pick<TiedUser, 'id' | 'moy_sklad_id'>) =>
  db
    .from('moysklad_items')
    .select('id')
    .where('kind', '=', 'employee')
    .where((either) =>
      either.or([either('decided_id', '=', id), either('moy_sklad_id', '=', moy_sklad_id ?? '')]),
    )
    .execute()

/** Employees whom nobody is tied to, those who share an email or a name with a person first. */
export const findFreeEmployees = (db: Db, { email, full_name }: TiedUser, most: number) =>
  db
    .from('moysklad_items')
    .select(['moy_sklad_id', 'data'])
    .select([
      sql<boolean>`coalesce(lower(data ->> 'email') = ${email}, false)`.as('has_email'),
      isCalled(sql`${full_name}::text`, sql`data ->> 'name'`).as('has_name'),
    ])
    .where('kind', '=', 'employee')
    .where('gone_at', 'is', null)
    .where(sql<boolean>`not data @> '{"is_archived": true}'`)
    .where(sql<boolean>`not exists (select from users where users.company_id = moysklad_items.company_id
      and users.moy_sklad_id = moysklad_items.moy_sklad_id)`)
    .orderBy('has_email', 'desc')
    .orderBy('has_name', 'desc')
    .orderBy('title')
    .orderBy('id')
    .limit(most)
    .execute()
