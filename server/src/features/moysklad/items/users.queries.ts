import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { isCalled, type LinkedUser } from '../../users/users.ts'

/** Finds a MoySklad employee. With `isHeld`, locks the item until the transaction ends. */
export const lockEmployee = (db: Db, moySkladId: string, isHeld: boolean) =>
  db
    .from('moysklad_items')
    .select(['id', 'data', 'url', 'their_updated_at', 'gone_at'])
    .where('moy_sklad_id', '=', moySkladId)
    .where('kind', '=', 'employee')
    .$if(isHeld, (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst()

/** Employees that are linked to this person, or that a decision links to this person. */
export const findDecidedOf = (db: Db, { id, moy_sklad_id }: Pick<LinkedUser, 'id' | 'moy_sklad_id'>) =>
  db
    .from('moysklad_items')
    .select('id')
    .where('kind', '=', 'employee')
    .where((either) =>
      either.or([either('decided_id', '=', id), either('moy_sklad_id', '=', moy_sklad_id ?? '')]),
    )
    .execute()

/** Employees without a linked user. Those with the same email or name as the person come first. */
export const findFreeEmployees = (db: Db, { email, full_name }: LinkedUser, most: number) =>
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
