import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import {
  type CurrentUser,
  type ManagedUser,
  type UserCard,
  type UserSettings,
  unchosenSettings,
  type WholeUserSettings,
} from '@artel/contract/users/users'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { lacksRequiredTotp } from '../../access/totp-duty.ts'
import { dayStart, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { mergeSettings } from '../company/company.ts'
import { toKnow } from './users.policy.ts'
import {
  findCards,
  findUserRow,
  getUserRow,
  listCardRows,
  listUserRows,
  type UserFilters,
  type UserQuery,
  type UserRow,
} from './users.queries.ts'
import { rightsTo } from './users.rules.ts'

export {
  changeUser,
  deleteUser,
  insertLogin,
  type LockedUser,
  lockUsers,
  lockWholeUser,
  type UserFields,
} from './users.change.ts'
export { leagueOfMonth, pointsOfMonth } from './users.league.queries.ts'
export { findLinkedUsers, isCalled, type LinkedUser } from './users.linked.queries.ts'
export { toLead, toOwn } from './users.policy.ts'
export {
  findUserIds,
  hidesFromBoards,
  isAt,
  isEmailTrusted,
  onShiftSince,
  type UserFilters,
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

/** @throws ApiError not_found; forbidden if staff request another person */
export async function getUser(db: Db, actor: Actor, id: number): Promise<ManagedUser> {
  const row = await findUserRow(db, id)
  if (!row) throw new ApiError('not_found')
  return manage(actor, toKnow(actor, row))
}

const manage = (actor: Actor, row: UserRow): ManagedUser => ({ ...row, can: rightsTo(actor, row) })

/**
 * Whole users for admins, public cards for staff.
 * @throws ApiError 422 if staff filter or sort by a field that is not on the card, because the result would
 * reveal it
 */
export async function listUsers(
  db: Db,
  actor: Actor,
  filters: UserFilters,
  query: UserQuery,
): Promise<{ users: (ManagedUser | UserCard)[]; pagination: Pagination }> {
  refuseHidden(actor, filters, query)
  if (!isAdmin(actor)) {
    const { rows, pagination } = await listCardRows(db, actor, filters, query)
    return { users: rows, pagination }
  }
  const { rows, pagination } = await listUserRows(db, actor, filters, query)
  return { users: rows.map((row) => manage(actor, row)), pagination }
}

const openFilters: readonly string[] = ['search', 'ids', 'status', 'league'] satisfies (keyof UserFilters)[]
const openSorts: readonly UserQuery['sort_by'][] = ['id', 'full_name', 'status']

/** @throws ApiError 422 */
export function refuseHidden(actor: Actor, filters: UserFilters, { sort_by }: UserQuery): void {
  if (isAdmin(actor)) return
  const hidden = Object.keys(filters).find((name) => !openFilters.includes(name))
  if (hidden !== undefined) throw fieldError(hidden, 'unknown_field')
  if (!openSorts.includes(sort_by)) throw fieldError('sort_by', 'not_offered')
}

/** People for the global search. Staff may not see the position of a colleague. */
export async function searchUsers(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findCards(db, actor, text)
  return rows.map(({ id, full_name, nick_name, position }) => {
    const known = isAdmin(actor) ? [nick_name, position] : [nick_name]
    return { entity: 'user', id, title: full_name, subtitle: known.filter(Boolean).join(', ') }
  })
}

/** @throws ApiError 422 if the birthday is in the future */
export function refuseUnborn({ timezone }: Actor, birthDate: string | null | undefined): void {
  if (birthDate && dayStart(birthDate, timezone) > nowIso()) throw fieldError('birth_date', 'in_future')
}

/**
 * Whether the person is active. Locks the row, so that they stay active until the transaction ends. Call it
 * before tasks are locked, because archiving uses the same order.
 */
export async function lockActiveUserShared(db: Db, id: number): Promise<boolean> {
  const user = await db.from('users').select('status').where('id', '=', id).forShare().executeTakeFirst()
  return user?.status === 'active'
}

/** The same for several people, in the order of their ids. @returns the ids of those who are active */
export async function lockActiveUsersShared(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const users = await db
    .from('users')
    .select(['id', 'status'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(users.filter(({ status }) => status === 'active').map(({ id }) => id))
}

/**
 * Locks the person's row until the transaction ends. Decisions about things of which a person has at most one
 * are made under this lock.
 * @throws ApiError wrong_state if the person is archived
 */
export async function lockActiveUser(db: Db, id: number): Promise<void> {
  const user = await db
    .from('users')
    .select('status')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user?.status !== 'active') throw new ApiError('wrong_state')
}

/** Maximum characters of a person's settings as JSON. The column accepts some more. */
const largestSettings = 32_000

/**
 * @returns all settings, with default values for settings that the person has not chosen
 * @throws ApiError 422 at `settings` if they would exceed the maximum size
 */
export async function updateUserSettings(
  db: Db,
  actor: Actor,
  patch: UserSettings,
): Promise<WholeUserSettings> {
  const row = await db
    .from('users')
    .select('settings')
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await db.assertLocked([actor.userId])
  const settings = mergeSettings(row.settings, patch)
  if (JSON.stringify(settings).length > largestSettings) {
    throw fieldError('settings', 'too_long', { maximum: largestSettings })
  }
  await db.update('users', { settings }).where('id', '=', actor.userId).execute()
  return mergeSettings(unchosenSettings, settings)
}
