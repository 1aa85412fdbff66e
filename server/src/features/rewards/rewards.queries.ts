import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { RewardTotals, rewards } from '@artel/contract/ledger/rewards'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { countable, listPage, type Order, resolveCount, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWordsOrName } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { dayEnd, dayStart } from '../company/company.ts'

export type RewardFilters = BodyOf<typeof rewards.list>
export type RewardQuery = QueryOf<typeof rewards.list>

const columns = [
  'rewards.id',
  'rewards.user_id',
  'rewards.title',
  'rewards.description',
  'rewards.money',
  'rewards.coins',
  'rewards.created_by',
  'rewards.created_at',
  'rewards.version',
] as const

// Taking a reward back reverses its entries, too, but a reward that was taken back is not found here.
const isReversed = sql<boolean>`exists (
  select from ledger_entries as entry
  where entry.company_id = rewards.company_id and entry.source_type = 'reward' and entry.source_id = rewards.id
    and entry.kind = 'reversal'
)`

const rewardRows = (db: Db) =>
  db
    .from('rewards')
    .select(columns)
    .select([personOf('rewards.user_id').$notNull().as('user')])
    .select([personOf('rewards.created_by').$notNull().as('creator'), isReversed.as('is_reversed')])
    .where('rewards.deleted_at', 'is', null)

type Rows = ReturnType<typeof rewardRows>

/** Does not find rewards that were taken back. */
export const findRewardRows = (db: Db, ids: readonly number[]) =>
  rewardRows(db).where('rewards.id', 'in', ids).orderBy('rewards.id').execute()

export type RewardRow = Awaited<ReturnType<typeof findRewardRows>>[number]

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

const said = sql`rewards.title || ' ' || rewards.description`

function findRewards(db: Db, actor: Actor, filters: RewardFilters): Rows {
  const rows = rewardRows(db)
  const visible = isAdmin(actor) ? rows : rows.where('rewards.user_id', '=', actor.userId)
  return applyFilters(visible, filters, {
    ids: (all, value) => all.where('rewards.id', 'in', value),
    user_id: (all, value) => all.where('rewards.user_id', 'in', [value].flat()),
    created_by: (all, value) => all.where('rewards.created_by', 'in', [value].flat()),
    date_from: (all, value) => all.where('rewards.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('rewards.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWordsOrName(db, sql.ref('rewards.user_id'), said, value)),
  })
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
