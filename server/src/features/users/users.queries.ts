import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { users } from '@artel/contract/users'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { countRows, listPage, type Order, sortRows } from '../../database/list.ts'
import { containsBeginnings, containsWords } from '../../database/search.ts'
import { dayEnd, dayStart } from '../company/company.ts'

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
  'users.last_seen_at',
  'users.created_at',
] as const

/** What a person is found by: what every colleague may see of them. The index users_by_name is on this. */
const names = sql`users.full_name || ' ' || coalesce(users.nick_name, '')`

const wholeUsers = (db: Db) =>
  db
    .from('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.company_id', '=', 'users.company_id').onRef('logins.user_id', '=', 'users.id'),
    )

export const getUserRow = (db: Db, id: number) =>
  wholeUsers(db).select(userColumns).where('users.id', '=', id).executeTakeFirstOrThrow()

const orderOf = ({ sort_by }: UserQuery): Order => ({
  id: sql.ref('users.id'),
  by: sort_by === 'id' ? null : sql.ref(`users.${sort_by}`),
})

const userRows = (db: Db, actor: Actor, filters: UserFilters) =>
  filtered(db, actor, filters).select(userColumns)

const cardRows = (db: Db, actor: Actor, filters: UserFilters) =>
  filtered(db, actor, filters).select(cardColumns)

const countUsers = (db: Db, actor: Actor, filters: UserFilters) =>
  countRows(db, filtered(db, actor, filters), isFiltered(filters))

type Asked = [db: Db, actor: Actor, filters: UserFilters, query: UserQuery]

export const listUserRows = async (...[db, actor, filters, query]: Asked) =>
  listPage(userRows(db, actor, filters), orderOf(query), query, await countUsers(db, actor, filters))

export const listCardRows = async (...[db, actor, filters, query]: Asked) =>
  listPage(cardRows(db, actor, filters), orderOf(query), query, await countUsers(db, actor, filters))

export const allUserRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(userRows(db, actor, filters), orderOf(query), query.direction)

export const allCardRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(cardRows(db, actor, filters), orderOf(query), query.direction)

const isFiltered = (filters: UserFilters) => Object.values(filters).some((value) => value !== undefined)

function filtered(db: Db, actor: Actor, filters: UserFilters) {
  let rows = wholeUsers(db)
  if (filters.ids) rows = rows.where('users.id', 'in', filters.ids)
  if (filters.type) rows = rows.where('users.type', 'in', [filters.type].flat())
  if (filters.status) rows = rows.where('users.status', 'in', [filters.status].flat())
  if (filters.warehouse_id) rows = rows.where('users.warehouse_id', 'in', [filters.warehouse_id].flat())
  if (filters.date_from)
    rows = rows.where('users.created_at', '>=', dayStart(filters.date_from, actor.timezone))
  if (filters.date_to) rows = rows.where('users.created_at', '<', dayEnd(filters.date_to, actor.timezone))
  if (filters.search) rows = rows.where(containsWords(names, filters.search))
  return rows
}

const found = 5

/** The cards that fit a search best: of people who work here before those who left. */
export const findCards = (db: Db, text: string) =>
  db
    .from('users')
    .select(['users.id', 'users.full_name', 'users.nick_name', 'users.position'])
    .where(containsBeginnings(names, text))
    .orderBy('users.status')
    .orderBy('users.full_name')
    .limit(found)
    .execute()
