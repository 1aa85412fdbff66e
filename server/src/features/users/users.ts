import type { Pagination } from '@artel/contract/list'
import type { SearchResult } from '@artel/contract/search'
import type { CurrentUser, User, UserCard, UserSettings } from '@artel/contract/users'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { lacksRequiredTotp } from '../../access/totp-duty.ts'
import type { Db } from '../../database/db.ts'
import { mergeSettings } from '../company/company.ts'
import {
  findCards,
  getUserRow,
  listCardRows,
  listUserRows,
  type UserFilters,
  type UserQuery,
} from './users.queries.ts'

export async function getCurrentUser(db: Db, userId: number): Promise<CurrentUser> {
  const { must_set_up_totp } = await db
    .from('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select(lacksRequiredTotp.as('must_set_up_totp'))
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...(await getUserRow(db, userId)), is_logged_in: true, must_set_up_totp }
}

/** Whole users for admins; for staff the public card of each, so that nothing else can be filtered out of it. */
export async function listUsers(
  db: Db,
  actor: Actor,
  filters: UserFilters,
  query: UserQuery,
): Promise<{ users: (User | UserCard)[]; pagination: Pagination }> {
  const list = isAdmin(actor) ? listUserRows : listCardRows
  const { rows, pagination } = await list(db, actor, filters, query)
  return { users: rows, pagination }
}

/** What the search over everything finds of people. The position is no part of what colleagues may see. */
export async function searchUsers(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findCards(db, text)
  return rows.map(({ id, full_name, nick_name, position }) => {
    const known = isAdmin(actor) ? [nick_name, position] : [nick_name]
    return { entity: 'user', id, title: full_name, subtitle: known.filter(Boolean).join(', ') }
  })
}

export async function isActiveUser(db: Db, id: number): Promise<boolean> {
  const query = db.from('users').select('id').where('id', '=', id).where('status', '=', 'active')
  return (await query.executeTakeFirst()) !== undefined
}

/** Holds the person's row until the transaction ends: what is one per person is decided under this lock. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.from('users').select('id').where('id', '=', id).forUpdate().execute()
}

export async function updateUserSettings(db: Db, actor: Actor, patch: UserSettings): Promise<UserSettings> {
  const row = await db
    .from('users')
    .select('settings')
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const settings = mergeSettings(row.settings, patch)
  await db.update('users', { settings }).where('id', '=', actor.userId).execute()
  return settings
}
