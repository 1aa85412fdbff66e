import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { RewardTotals, rewards } from '@artel/contract/rewards'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { countable, listPage, type Order, resolveCount, sortRows } from '../../database/list.ts'
import { personOf } from '../../database/person.ts'
import { containsWordsOrName } from '../../database/search.ts'
import { sumOf } from '../../database/sums.ts'
import { dayEnd, dayStart } from '../company/company.ts'

export type RewardFilters = BodyOf<typeof rewards.list>
export type RewardQuery = QueryOf<typeof rewards.list>

const columns = [
  ...(['rewards.id', 'rewards.user_id', 'rewards.title', 'rewards.description', 'rewards.money'] as const),
  ...(['rewards.coins', 'rewards.created_by', 'rewards.created_at', 'rewards.version'] as const),
] as const

const rewardRows = (db: Db) =>
  db
    .from('rewards')
    .select(columns)
    .select([personOf('rewards.user_id').$notNull().as('user')])
    .select(personOf('rewards.created_by').$notNull().as('creator'))
    .where('rewards.deleted_at', 'is', null)

type Rows = ReturnType<typeof rewardRows>

/** Does not find rewards that were taken back. */
export const findRewardRows = (db: Db, ids: readonly number[]) =>
  rewardRows(db).where('rewards.id', 'in', ids).orderBy('rewards.id').execute()

/** Locks the row until the transaction ends. */
export const lockRewardRow = (db: Db, id: number) =>
  db
    .from('rewards')
    .select(columns)
    .select('rewards.field_versions')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export type LockedReward = NonNullable<Awaited<ReturnType<typeof lockRewardRow>>>

/** @returns the ids, in the order of the drafts */
export async function insertRewards(db: Db, drafts: readonly Draft<'rewards'>[]): Promise<number[]> {
  return (await db.insert('rewards', drafts).returning('id').execute()).map(({ id }) => id)
}

export async function updateRewardRow(db: Db, id: number, fields: Change<'rewards'>): Promise<void> {
  await db.update('rewards', fields).where('id', '=', id).execute()
}

function findRewards(db: Db, actor: Actor, filters: RewardFilters): Rows {
  let rows = rewardRows(db)
  if (!isAdmin(actor)) rows = rows.where('rewards.user_id', '=', actor.userId)
  if (filters.ids) rows = rows.where('rewards.id', 'in', filters.ids)
  if (filters.user_id) rows = rows.where('rewards.user_id', 'in', [filters.user_id].flat())
  if (filters.created_by) rows = rows.where('rewards.created_by', 'in', [filters.created_by].flat())
  if (filters.date_from)
    rows = rows.where('rewards.created_at', '>=', dayStart(filters.date_from, actor.timezone))
  if (filters.date_to) rows = rows.where('rewards.created_at', '<', dayEnd(filters.date_to, actor.timezone))
  if (filters.search) {
    const said = sql`rewards.title || ' ' || rewards.description`
    rows = rows.where(containsWordsOrName(db, sql.ref('rewards.user_id'), said, filters.search))
  }
  return rows
}

const orderOf = ({ sort_by }: RewardQuery): Order => ({
  id: sql.ref('rewards.id'),
  by: sort_by === 'id' ? null : sql.ref(`rewards.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: RewardFilters, query: RewardQuery]

/** A page of the rewards that the actor may see, and the sums of all rewards that match the filters. */
export async function listRewardRows(...[db, actor, filters, query]: Asked) {
  const rows = findRewards(db, actor, filters)
  const summed = rows.clearSelect().select(['rewards.money', 'rewards.coins'])
  const [sums] = await db.query(sql<RewardTotals & { total: number }>`
    select count(*) as total, ${sumOf('money')} as money, ${sumOf('coins')} as coins
    from (${countable(summed)}) as found`)
  const { total, ...totals } = sums! // an aggregate has one row
  const count = await resolveCount(db, rows, total)
  const listed = await listPage(rows, orderOf(query), query, count)
  return { totals: count.exact ? totals : null, ...listed }
}

/** Selects all rewards of the list, without paging. */
export const allRewardRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(findRewards(db, actor, filters), orderOf(query), query.direction)
