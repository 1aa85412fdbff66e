import type { Achievement, achievements } from '@artel/contract/achievements/achievements'
import type { BodyOf, QueryOf } from '@artel/contract/call'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { instantInJson } from '../../database/queries/json.ts'
import { countRows, listPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWordsOrName } from '../../database/queries/search.ts'
import { dayEnd, dayStart } from '../company/company.ts'

export type AchievementFilters = BodyOf<typeof achievements.list>
export type AchievementQuery = QueryOf<typeof achievements.list>

const columns = [
  'achievements.id',
  'achievements.user_id',
  'achievements.achievement',
  'achievements.comment',
  'achievements.given_by',
  'achievements.period',
  'achievements.coins',
  'achievements.created_at',
] as const

const revoked = sql<Achievement['revoked']>`case when revoked_at is not null then jsonb_build_object(
  'at', ${instantInJson('achievements.revoked_at')}, 'by', ${personOf('achievements.revoked_by')},
  'reason', revoke_reason) end`

const achievementRows = (db: Db) =>
  db
    .from('achievements')
    .select(columns)
    .select([revoked.as('revoked'), personOf('achievements.user_id').$notNull().as('user')])
    .select(personOf('achievements.given_by').as('giver'))

type Rows = ReturnType<typeof achievementRows>

export const findAchievementRow = (db: Db, id: number) =>
  achievementRows(db).where('achievements.id', '=', id).executeTakeFirstOrThrow()

/** The people whose achievements are requested; null: everybody. Staff see only their own. */
export function usersOf(actor: Actor, { user_id }: AchievementFilters): number[] | null {
  const wanted = user_id === undefined ? null : [...new Set([user_id].flat())]
  if (isAdmin(actor)) return wanted
  return wanted === null || wanted.includes(actor.userId) ? [actor.userId] : []
}

function findAchievements(db: Db, actor: Actor, filters: AchievementFilters): Rows {
  const users = usersOf(actor, filters)
  const rows = achievementRows(db)
  const visible = users ? rows.where(sql<boolean>`achievements.user_id = any(${users}::bigint[])`) : rows
  const said = sql`coalesce(comment, '')`
  const { user_id: _, ...others } = filters
  return applyFilters(visible, others, {
    ids: (all, value) => all.where('achievements.id', 'in', value),
    achievement: (all, value) => all.where('achievements.achievement', 'in', [value].flat()),
    date_from: (all, value) => all.where('achievements.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('achievements.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWordsOrName(db, sql.ref('achievements.user_id'), said, value)),
  })
}

const orderOf = ({ sort_by }: AchievementQuery): Order => ({
  id: sql.ref('achievements.id'),
  by: sort_by === 'id' ? null : sql.ref(`achievements.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: AchievementFilters, query: AchievementQuery]

const isFiltered = (actor: Actor, filters: AchievementFilters): boolean =>
  !isAdmin(actor) || Object.values(filters).some((value) => value !== undefined)

export async function listAchievementRows(...[db, actor, filters, query]: Asked) {
  const rows = findAchievements(db, actor, filters)
  const count = await countRows(db, rows, isFiltered(actor, filters))
  return listPage(rows, orderOf(query), query, count)
}

/** Selects all achievements of the list, without paging. */
export const allAchievementRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(findAchievements(db, actor, filters), orderOf(query), query.direction)
