import { type Ledger, ledgers } from '@artel/contract/ledger/ledger.line'
import type { Reward, RewardDraft, RewardPatch, RewardTotals } from '@artel/contract/ledger/rewards'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { assertSeen, changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import {
  assertUnreversed,
  findRecipients,
  lockSumOfSource,
  notifyGiven,
  type Posting,
  post,
  reverseSource,
} from '../ledger/ledger.ts'
import { rightsTo, toLead } from './rewards.policy.ts'
import {
  findRewardRows,
  insertRewards,
  type LockedReward,
  listRewardRows,
  lockRewardRow,
  type RewardFilters,
  type RewardQuery,
  type RewardRow,
  updateRewardRow,
} from './rewards.queries.ts'

const sourceOf = (id: number) => ({ type: 'reward', id }) as const

/**
 * Gives one reward to each of the people, to all or to none. @returns the rewards, in the order of the people
 * @throws ApiError forbidden for an admin to themself; 422 at a person who is not active or is named twice
 */
export async function giveRewards(db: Db, actor: Actor, draft: RewardDraft): Promise<Reward[]> {
  const { user_id, user_ids, ...fields } = draft
  const named = user_ids ?? (user_id === undefined ? [] : [user_id])
  const pathOf = (index: number) => (user_ids ? `user_ids.${index}` : 'user_id')
  const people = await findRecipients(db, named)
  for (const [index, id] of named.entries()) {
    if (named.indexOf(id) < index) throw fieldError(pathOf(index), 'person_twice')
    if (people.get(id)?.status !== 'active') throw fieldError(pathOf(index), 'no_such_user')
    toLead(actor, { user_id: id })
  }
  const created = { created_by: actor.userId, created_at: nowIso() }
  const ids = await insertRewards(
    db,
    named.map((id) => ({ ...fields, ...created, user_id: id })),
  )
  const given = ids.map((id, index) => ({ ...fields, id, user_id: named[index] ?? 0 }))
  await post(
    db,
    actor,
    ledgers
      .flatMap((ledger) =>
        given.map(({ id, user_id }) =>
          posting(actor, ledger, { id, user_id }, fields[ledger], `reward:${id}`),
        ),
      )
      .filter(({ amount }) => amount !== 0),
  )
  await auditGiven(
    db,
    actor,
    given.map((reward) => ({ ...reward, name: people.get(reward.user_id)?.full_name ?? '' })),
  )
  await notifyGiven(
    db,
    actor,
    given.map((reward) => ({ ...reward, reason: reward.title })),
    'reward',
  )
  for (const reward of given) announce(db, reward, 'create')
  return readRewards(db, actor, ids)
}

const posting = (
  { userId }: Actor,
  ledger: Ledger,
  { id, user_id }: { id: number; user_id: number },
  amount: number,
  key: string,
): Posting => ({
  ledger,
  user_id,
  amount,
  kind: 'reward',
  approved_by: userId,
  comment: null,
  source: sourceOf(id),
  key,
})

type Given = { id: number; title: string; description: string; money: number; coins: number; name: string }

async function auditGiven(db: Db, actor: Actor, given: readonly Given[]): Promise<void> {
  const parts = given.map(({ id, title, description, money, coins, name }) => ({
    action: 'create' as const,
    entity: 'reward' as const,
    id,
    title: name,
    after: { title, ...(description && { description }), money, coins },
  }))
  const [only] = parts
  if (only && parts.length === 1) return writeAudit(db, actor, only)
  const after = { ...only?.after, people: parts.length }
  await writeAudit(db, actor, { action: 'create', entity: 'reward', id: null, after }, parts)
}

/**
 * Updates the given fields. Posts the difference between the new amounts and what the reward has brought so
 * far.
 * @throws ApiError forbidden; stale; insufficient_coins; wrong_state for new amounts after an owner has reversed an
 * entry of the reward by hand
 */
export async function updateReward(db: Db, actor: Actor, id: number, patch: RewardPatch): Promise<void> {
  const { version, ...fields } = patch
  const reward = toLead(actor, await lockReward(db, id))
  await refuseStale(version, reward, fields, presentOf(db, actor, reward))
  const changed = changedFields<LockedReward>(reward, fields)
  if (Object.keys(changed).length === 0) return
  const next = nextVersion(reward, changed)
  await postDifference(db, actor, reward, { ...reward, ...changed }, next.version)
  await updateRewardRow(db, id, { ...changed, ...next })
  const entry = { entity: 'reward', id, title: await nameOf(db, reward.user_id) } as const
  const changes = changesOf(told(reward), told({ ...reward, ...changed }))
  await writeAudit(db, actor, { ...entry, action: 'update', ...changes })
  announce(db, reward, 'update')
}

const presentOf = (db: Db, actor: Actor, reward: LockedReward) => ({
  findChanged: (since: number) => changedSince(reward, since),
  findChange: (names: readonly string[]) => findLastChange(db, 'reward', reward.id, names),
  readCurrent: () => getReward(db, actor, reward.id),
})

type Worth = { money: number; coins: number }

async function postDifference(
  db: Db,
  actor: Actor,
  before: LockedReward,
  after: Worth,
  version: number,
): Promise<void> {
  const changed = ledgers.filter((ledger) => after[ledger] !== before[ledger])
  if (changed.length === 0) return
  const source = sourceOf(before.id)
  const brought = await lockSumOfSource(db, source, before.user_id)
  await assertUnreversed(db, source)
  const postings = changed.map((ledger) =>
    posting(actor, ledger, before, after[ledger] - brought[ledger], `reward:${before.id}:${version}`),
  )
  await post(
    db,
    actor,
    postings.filter(({ amount }) => amount !== 0),
  )
  const given = Object.fromEntries(postings.map(({ ledger, amount }) => [ledger, amount]))
  await notifyGiven(db, actor, [{ user_id: before.user_id, ...given, reason: before.title }], 'reward')
}

/**
 * Takes back a reward and everything that it brought. @param version the version that the actor has seen
 * @throws ApiError forbidden; stale; insufficient_coins
 */
export async function removeReward(
  db: Db,
  actor: Actor,
  id: number,
  version: number | undefined,
): Promise<void> {
  const reward = toLead(actor, await lockReward(db, id))
  await assertSeen(version, reward, ledgers, presentOf(db, actor, reward))
  const taken = await reverseSource(db, actor, sourceOf(id), reward.title)
  await updateRewardRow(db, id, { deleted_at: nowIso(), deleted_by: actor.userId })
  const entry = { entity: 'reward', id, title: await nameOf(db, reward.user_id) } as const
  await writeAudit(db, actor, { ...entry, action: 'delete', before: told(reward) })
  await notifyGiven(db, actor, [{ user_id: reward.user_id, ...taken, reason: reward.title }], 'reversal')
  announce(db, reward, 'delete')
}

async function lockReward(db: Db, id: number): Promise<LockedReward> {
  const reward = await lockRewardRow(db, id)
  if (!reward) throw new ApiError('not_found')
  return reward
}

/** The fields of a reward in the audit log. */
const told = ({ title, description, money, coins }: LockedReward) => ({ title, description, money, coins })

async function nameOf(db: Db, userId: number): Promise<string> {
  return (await findRecipients(db, [userId])).get(userId)?.full_name ?? ''
}

/** @throws ApiError not_found */
export async function getReward(db: Db, actor: Actor, id: number): Promise<Reward> {
  const [reward] = await readRewards(db, actor, [id])
  if (!reward) throw new ApiError('not_found')
  return reward
}

async function readRewards(db: Db, actor: Actor, ids: readonly number[]): Promise<Reward[]> {
  const rows = await findRewardRows(db, ids)
  return rows.map((row) => shown(actor, row))
}

const shown = (actor: Actor, { is_reversed, ...row }: RewardRow): Reward => ({
  ...row,
  can: rightsTo(actor, { ...row, is_reversed }),
})

export async function listRewards(
  db: Db,
  actor: Actor,
  filters: RewardFilters,
  query: RewardQuery,
): Promise<{ rewards: Reward[]; pagination: Pagination; totals: RewardTotals | null }> {
  const { rows, ...rest } = await listRewardRows(db, actor, filters, query)
  return { rewards: rows.map((row) => shown(actor, row)), ...rest }
}

function announce(
  db: Db,
  { id, user_id }: { id: number; user_id: number },
  action: 'create' | 'update' | 'delete',
): void {
  db.announce({ entity: 'reward', id, action }, [user_id])
}
