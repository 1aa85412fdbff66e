import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { users } from '@artel/contract/users/users'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { hasTotp } from '../../access/totp-duty.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { countRows, listPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords } from '../../database/queries/search.ts'
import { dayEnd, dayStart } from '../company/company.ts'
import { leagueOfMonth, pointsOfMonth } from './users.league.queries.ts'

export type UserFilters = BodyOf<typeof users.list>
export type UserQuery = QueryOf<typeof users.list>

const cardColumns = [
  'users.id',
  'users.full_name',
  'users.first_name',
  'users.last_name',
  'users.nick_name',
  'users.avatar',
  'users.status',
] as const

const userColumns = [
  ...cardColumns,
  'users.company_id',
  'users.type',
  'logins.email',
  'users.email_verified_at',
  'users.phone',
  'users.birth_date',
  'users.language',
  'users.force_change_password',
  'users.settings',
  'users.warehouse_id',
  'users.position',
  'users.hired_on',
  'users.moy_sklad_id',
  'users.last_seen_at',
  'users.created_at',
  'users.version',
] as const

const isInvited = sql<boolean>`logins.password_hash is null`

/** For queries of `logins`: the person has set the password and chosen the email themself. */
export const hasOwnAccess = sql<boolean>`(
  logins.password_set_by is not distinct from logins.user_id
  and logins.email_set_by is not distinct from logins.user_id
)`

/** The person does not want to appear on boards for colleagues. */
export const hidesFromBoards = sql<boolean>`coalesce((users.settings -> 'hide_from_boards')::boolean, false)`

/** For queries of `logins`: the person or an active owner has chosen the email. */
export const isEmailTrusted = sql<boolean>`(
  logins.email_set_by is not distinct from logins.user_id
  or exists (
    select from users as setter
    where setter.company_id = logins.company_id and setter.id = logins.email_set_by
      and setter.type = 'owner' and setter.status = 'active'
  )
)`

const access = [
  isInvited.as('is_invited'),
  hasTotp.as('has_totp'),
  hasOwnAccess.as('has_own_access'),
  isEmailTrusted.as('has_trusted_email'),
] as const

// Reads the ledger's table directly, because that feature is above this one and cannot be imported.
const balanceIn = (ledger: 'money' | 'coins') => sql<number>`(
  select balance from accounts
  where accounts.company_id = users.company_id and accounts.user_id = users.id and accounts.ledger = ${sql.lit(ledger)}
)`
const balances = [balanceIn('money').as('money'), balanceIn('coins').as('coins')] as const

/** Start of the open shift of a row of `users`; null: the person is not on shift. */
export const onShiftSince = sql<string | null>`(
  select started_at from shifts
  where shifts.company_id = users.company_id and shifts.user_id = users.id and shifts.ended_at is null
)`

/** Searchable text that every colleague may see. The index users_by_name is on this expression. */
const names = sql`users.full_name || ' ' || coalesce(users.nick_name, '')`

// A phone is found by its digits only, and as it is written. No index, because a company has at most
// thousands of people.
const known = sql`${names} || ' ' || coalesce(users.phone, '') || ' ' ||
  coalesce(regexp_replace(users.phone, '[^0-9]', '', 'g'), '') || ' ' || logins.email`

/** Searchable text of a person. For staff only visible fields, because a search would reveal the others. */
const foundBy = (actor: Actor): RawBuilder<unknown> => (isAdmin(actor) ? known : names)

const wholeUsers = (db: Db) =>
  db
    .from('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.company_id', '=', 'users.company_id').onRef('logins.user_id', '=', 'users.id'),
    )

export const getUserRow = (db: Db, id: number) =>
  wholeUsers(db)
    .select(userColumns)
    .select(balances)
    .select(leagueOfMonth().as('league'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()

export const findUserRow = (db: Db, id: number) =>
  wholeUsers(db)
    .select(userColumns)
    .select(balances)
    .select([...access, onShiftSince.as('on_shift_since')])
    .select(leagueOfMonth().as('league'))
    .where('users.id', '=', id)
    .executeTakeFirst()

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>

// Sort keys of columns that are not sorted by their own value or that are not in the row.
const ranks: Partial<Record<UserQuery['sort_by'], RawBuilder<unknown>>> = {
  type: sql`array_position('{staff,admin,owner}', users.type)`,
  money: balanceIn('money'),
  coins: balanceIn('coins'),
}

const orderOf = ({ sort_by }: UserQuery): Order => ({
  id: sql.ref('users.id'),
  by:
    sort_by === 'id'
      ? null
      : sort_by === 'league'
        ? pointsOfMonth()
        : (ranks[sort_by] ?? sql.ref(`users.${sort_by}`)),
})

const warehouseName = sql<string | null>`(
  select name from warehouses
  where warehouses.company_id = users.company_id and warehouses.id = users.warehouse_id
)`

const userRows = (db: Db, actor: Actor, filters: UserFilters) =>
  filtered(db, actor, filters)
    .select(userColumns)
    .select(balances)
    .select([...access, onShiftSince.as('on_shift_since')])
    .select(leagueOfMonth().as('league'))

const cardRows = (db: Db, actor: Actor, filters: UserFilters) =>
  filtered(db, actor, filters).select(cardColumns).select(leagueOfMonth().as('league'))

const countUsers = (db: Db, actor: Actor, filters: UserFilters) =>
  countRows(db, filtered(db, actor, filters), isFiltered(filters))

type Asked = [db: Db, actor: Actor, filters: UserFilters, query: UserQuery]

export const listUserRows = async (...[db, actor, filters, query]: Asked) =>
  listPage(userRows(db, actor, filters), orderOf(query), query, await countUsers(db, actor, filters))

export const listCardRows = async (...[db, actor, filters, query]: Asked) =>
  listPage(cardRows(db, actor, filters), orderOf(query), query, await countUsers(db, actor, filters))

export const allUserRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(userRows(db, actor, filters), orderOf(query), query.direction).select(
    warehouseName.as('warehouse'),
  )

/** Ids of the first `limit` people that match the filters. */
export async function findUserIds(
  db: Db,
  actor: Actor,
  filters: UserFilters,
  limit: number,
): Promise<number[]> {
  const rows = filtered(db, actor, filters).select('users.id').orderBy('users.id').limit(limit)
  return (await rows.execute()).map(({ id }) => id)
}

export const allCardRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(cardRows(db, actor, filters), orderOf(query), query.direction)

const isFiltered = (filters: UserFilters) => Object.values(filters).some((value) => value !== undefined)

function filtered(db: Db, actor: Actor, filters: UserFilters) {
  return applyFilters(wholeUsers(db), filters, {
    ids: (all, value) => all.where('users.id', 'in', value),
    type: (all, value) => all.where('users.type', 'in', [value].flat()),
    status: (all, value) => all.where('users.status', 'in', [value].flat()),
    warehouse_id: (all, value) => all.where(isAt([value].flat())),
    league: (all, value) => all.where(leagueOfMonth(), 'in', [value].flat()),
    date_from: (all, value) => all.where('users.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('users.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(foundBy(actor), value)),
  })
}

/** People at one of these warehouses; null in the list: people without a warehouse. */
export const isAt = (places: readonly (number | null)[]) =>
  sql<boolean>`(users.warehouse_id = any(${places.filter((id) => id !== null)}::bigint[])
    or (${places.includes(null)} and users.warehouse_id is null))`

const found = 5

/** The first people that match a search, active people before archived ones. */
export const findCards = (db: Db, actor: Actor, text: string) =>
  wholeUsers(db)
    .select(['users.id', 'users.full_name', 'users.nick_name', 'users.position'])
    .where(containsBeginnings(foundBy(actor), text))
    .orderBy('users.status')
    .orderBy('users.full_name')
    .limit(found)
    .execute()
