import type { Entry, LedgerPost, LedgerTotals } from '@artel/contract/ledger/ledger'
import { type EntryKind, type Ledger, ledgers } from '@artel/contract/ledger/ledger.line'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { auditPosting, auditReversal } from './ledger.audit.ts'
import {
  type LedgerFilters,
  type LedgerQuery,
  listEntriesByIds,
  listEntryRows,
} from './ledger.list.queries.ts'
import { notifyGiven } from './ledger.notifications.ts'
import { rightsTo, toPost, toReverse } from './ledger.policy.ts'
import {
  accountOf,
  type Balances,
  findEntry,
  findReversal,
  findStanding,
  insertEntries,
  lockBalances,
  lockRecipients,
  lockTask,
  type Source,
  type TakenEntry,
} from './ledger.queries.ts'
import { nextBalance, sharesOf } from './ledger.rules.ts'

export { faultyAccounts } from './ledger.check.ts'
export { notifyGiven } from './ledger.notifications.ts'
export { findEntriesOf, findRecipients, holdAccounts } from './ledger.queries.ts'

/**
 * Who approves a posting, by kind. Nobody approves a credit to themself, except an owner. A trigger refuses
 * null for the same kinds as this type.
 */
type Approval =
  | { kind: 'purchase' | 'refund'; approved_by: null }
  /** Null if a rule awards it. */
  | { kind: 'achievement'; approved_by: number | null }
  | { kind: Exclude<EntryKind, 'purchase' | 'refund' | 'achievement'>; approved_by: number }

/** A posting to one person. A negative `amount` takes. */
export type Posting = Approval & {
  ledger: Ledger
  user_id: number
  amount: number
  comment: string | null
  source: Source | null
  /** The business event of an automatic posting; null for a posting by hand. */
  key: string | null
  reverses_id?: number
  /** Path of the amount in the body. */
  amountPath?: string
}

type By = Pick<Actor, 'userId'> | null

/**
 * Posts money and coins; nothing else changes a balance. Checks all postings before it writes any, and writes
 * all or none. Locks the accounts in a fixed order. `by` is null for an automatic posting. `at` is the time
 * of the posting.
 * @returns the ids, in the postings' order
 * @throws ApiError insufficient_money, insufficient_coins; conflict for a deleted person; 422 at the amount;
 * forbidden if the approver credits themself and is not an owner
 */
export async function post(db: Db, by: By, postings: readonly Posting[], at = nowIso()): Promise<number[]> {
  if (postings.length === 0) return []
  const touched = [...new Set(postings.map(({ ledger }) => ledger))]
  const userIds = [...new Set(postings.map(({ user_id }) => user_id))]
  return postHeld(db, by, postings, await lockBalances(db, touched, userIds), at)
}

/**
 * The same for groups of postings. The postings of a group are entered together. A group that a balance does
 * not allow is left out, so that it does not hold up the others.
 * @returns the reason why a group was left out, in the order of the groups; null if it was posted
 */
export async function postGroups(
  db: Db,
  by: By,
  groups: readonly (readonly Posting[])[],
  at = nowIso(),
): Promise<(ApiError | null)[]> {
  const all = groups.flat()
  if (all.length === 0) return groups.map(() => null)
  const touched = [...new Set(all.map(({ ledger }) => ledger))]
  const userIds = [...new Set(all.map(({ user_id }) => user_id))]
  const balances = await lockBalances(db, touched, userIds)
  const next = new Map(balances)
  const refusals = groups.map((group) => refusalOf(() => addTo(next, group)))
  const allowed = groups.filter((_, index) => refusals[index] === null).flat()
  if (allowed.length > 0) await postHeld(db, by, allowed, balances, at)
  return refusals
}

function refusalOf(work: () => void): ApiError | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/**
 * Adds the amounts of all postings to the balances. Adds none if one of them is refused.
 * @throws ApiError insufficient_money, insufficient_coins; 422 at the amount; conflict if the person was deleted
 */
function addTo(balances: Balances, postings: readonly Posting[]): void {
  const next: Balances = new Map()
  for (const posting of postings) {
    const account = accountOf(posting)
    const balance = next.get(account) ?? balances.get(account)
    if (balance === undefined) throw new ApiError('conflict')
    next.set(account, nextBalance(balance, posting))
  }
  for (const [account, balance] of next) balances.set(account, balance)
}

/** The same for one account that the caller has locked. `balance` is its current balance. */
export const postToHeld = (db: Db, by: By, posting: Posting, balance: number): Promise<number[]> =>
  postHeld(db, by, [posting], new Map([[accountOf(posting), balance]]))

/** The same for locked accounts. `balances` are their current balances. */
async function postHeld(
  db: Db,
  by: By,
  postings: readonly Posting[],
  balances: Balances,
  at = nowIso(),
): Promise<number[]> {
  addTo(balances, postings)
  const entered = { created_by: by?.userId ?? null, created_at: at }
  const ids = await insertEntries(
    db,
    postings.map(({ source, amountPath: _, ...posting }) => ({
      ...posting,
      ...entered,
      source_type: source?.type ?? null,
      source_id: source?.id ?? null,
    })),
  )
  for (const [index, { ledger, user_id }] of postings.entries()) {
    db.announce({ entity: ledger, id: ids[index] ?? 0, action: 'create' }, [user_id])
  }
  return ids
}

/**
 * Posts by hand to one or several people. @returns the entries, in the order of the people in the body
 * @throws ApiError forbidden for an admin who posts to themself; 422 at a person who is not active;
 * insufficient_money, insufficient_coins
 */
export async function postByHand(db: Db, actor: Actor, ledger: Ledger, body: LedgerPost): Promise<Entry[]> {
  const named = sharesOf(body)
  const { people, balances, number } = await lockRecipients(
    db,
    ledger,
    named.map(({ user_id }) => user_id),
  )
  const { kind } = body
  for (const { user_id, path } of named) {
    const status = people.get(user_id)?.status
    // An archived person can still be paid what they have earned.
    const isThere = status === 'active' || (status === 'archived' && kind === 'payout')
    if (!isThere) throw fieldError(path, 'no_such_user')
  }
  const shares = toPost(actor, named)
  const comment = body.comment || null
  const source = { type: 'posting', id: number } as const
  const ids = await postHeld(
    db,
    actor,
    shares.map(({ path: _, ...share }) => ({
      ...share,
      ledger,
      kind,
      comment,
      source,
      key: null,
      approved_by: actor.userId,
    })),
    balances,
  )
  await auditPosting(
    db,
    actor,
    ledger,
    kind,
    comment,
    shares.map((share, index) => ({
      id: ids[index] ?? 0,
      amount: share.amount,
      name: people.get(share.user_id)?.full_name ?? '',
    })),
  )
  await notifyGiven(
    db,
    actor,
    shares.map(({ user_id, amount }) => ({ user_id, [ledger]: amount, reason: comment })),
    kind,
  )
  return readEntries(db, actor, ledger, ids)
}

/** Posts the opposite of an entry. @throws ApiError already_reversed; wrong_state; insufficient_coins */
export async function reverseByHand(
  db: Db,
  actor: Actor,
  ledger: Ledger,
  id: number,
  comment: string,
): Promise<Entry> {
  const found = await findEntry(db, ledger, id)
  if (!found) throw new ApiError('not_found')
  if (found.kind === 'reversal') throw new ApiError('wrong_state')
  // Lock the task first, because a reversal counts where its task counts.
  if (found.source_type === 'task' && found.source_id) await lockTask(db, found.source_id)
  await lockBalances(db, [ledger], [found.user_id])
  // Read it again, because another request may have reversed it before the lock.
  const entry = await findEntry(db, ledger, id)
  if (!entry || entry.reversed_by_id !== null) throw new ApiError('already_reversed')
  const [reversalId = 0] = await post(db, actor, [mirror(actor, toReverse(actor, entry), comment)])
  await auditReversal(db, actor, entry, comment)
  await notifyGiven(
    db,
    actor,
    [{ user_id: entry.user_id, [ledger]: -entry.amount, reason: comment }],
    'reversal',
  )
  const [reversed] = await readEntries(db, actor, ledger, [reversalId])
  return reversed! // it was entered just now
}

const mirror = (
  by: Pick<Actor, 'userId'>,
  { ledger, id, user_id, amount, source_type, source_id }: TakenEntry,
  comment: string,
): Posting => ({
  ledger,
  user_id,
  amount: -amount,
  kind: 'reversal',
  approved_by: by.userId,
  comment,
  source: source_type && source_id ? { type: source_type, id: source_id } : null,
  key: `entry:${id}:reversal`,
  reverses_id: id,
})

/**
 * Reverses all entries of a source that are not reversed, in both ledgers. The caller must have locked the
 * source row.
 * @returns the sum of the reversals by ledger, negative if the source had given
 * @throws ApiError insufficient_coins, before anything is written
 */
export async function reverseSource(
  db: Db,
  by: Pick<Actor, 'userId'>,
  { type, id }: Source,
  comment: string,
): Promise<Record<Ledger, number>> {
  const [outcome = sumByLedger([])] = await reverseSources(db, by, type, [{ id, comment }])
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/**
 * The same for several sources of one type. A source whose entries cannot be reversed keeps them.
 * @returns the sums, or the reason why a source keeps its entries, in the order of the sources
 */
export async function reverseSources(
  db: Db,
  by: Pick<Actor, 'userId'>,
  type: Source['type'],
  sources: readonly { id: number; comment: string }[],
): Promise<(Record<Ledger, number> | ApiError)[]> {
  const ids = sources.map(({ id }) => id)
  const seen = await findStanding(db, type, ids)
  await lockBalances(db, ledgers, [...new Set(seen.map(({ user_id }) => user_id))])
  // Read them again, because the owner may have reversed one by hand before the lock.
  const standing = seen.length === 0 ? [] : await findStanding(db, type, ids)
  const groups = sources.map((): Posting[] => [])
  const placeOf = new Map(ids.map((id, index) => [id, index]))
  for (const entry of standing) {
    const index = placeOf.get(entry.source_id ?? 0) ?? 0
    groups[index]?.push(mirror(by, entry, sources[index]?.comment ?? ''))
  }
  // Credits come before debits, so that a balance that suffices at the end suffices after each entry.
  for (const group of groups) group.sort((a, b) => b.amount - a.amount)
  const refusals = await postGroups(db, by, groups)
  return groups.map((group, index) => refusals[index] ?? sumByLedger(group))
}

type Replacement = {
  entries: readonly TakenEntry[]
  anew: readonly Posting[]
  approved_by: number
  comment: string
}

/**
 * Reverses entries of a source whole and posts others in their place. The caller must have locked the source
 * row. @throws ApiError insufficient_coins if the balance does not cover the difference
 */
export async function replaceEntries(
  db: Db,
  by: By,
  { entries, anew, approved_by, comment }: Replacement,
): Promise<void> {
  const reversals = entries.map((entry) => mirror({ userId: approved_by }, entry, comment))
  // Credits come before debits, so that a balance that suffices at the end suffices after each entry.
  await post(db, by, [...anew, ...reversals])
}

type Settled = Pick<Posting, 'ledger' | 'user_id' | 'key'> & {
  source: Source
  /** Kinds that need no approval, because a purchase and its refund offset each other. */
  taking: 'purchase'
  giving: 'refund'
}

/**
 * Posts the difference that brings the entries of a source to `sum`, or nothing if they have that sum
 * already. The caller must have locked the source row. @throws ApiError insufficient_coins
 */
export async function postDifference(
  db: Db,
  by: By,
  { taking, giving, source, ...rest }: Settled,
  sum: number,
): Promise<void> {
  const { ledger, user_id } = rest
  const balances = await lockBalances(db, [ledger], [user_id])
  // Read the sum after the lock, because the owner may have reversed an entry by hand.
  const amount = sum - (await sumOfSource(db, source))[ledger]
  if (amount === 0) return
  const kind = amount < 0 ? taking : giving
  await postHeld(db, by, [{ ...rest, source, amount, kind, approved_by: null, comment: null }], balances)
}

/**
 * Refuses to post again what an owner has reversed by hand. Call it after the accounts are locked, and for a source
 * whose entries the product has not reversed. @throws ApiError wrong_state
 */
export async function assertUnreversed(db: Db, source: Source): Promise<void> {
  if (await findReversal(db, source)) throw new ApiError('wrong_state')
}

/** Sums the entries of a source that are not reversed. The caller must have locked the accounts. */
const sumOfSource = async (db: Db, { type, id }: Source): Promise<Record<Ledger, number>> =>
  sumByLedger(await findStanding(db, type, [id]))

/**
 * The same for a source of one person. Locks the person's accounts, so that nobody else posts to them or
 * reverses an entry until the transaction ends.
 */
export async function lockSumOfSource(
  db: Db,
  source: Source,
  userId: number,
): Promise<Record<Ledger, number>> {
  await lockBalances(db, ledgers, [userId])
  return sumOfSource(db, source)
}

function sumByLedger(entries: readonly { ledger: Ledger; amount: number }[]): Record<Ledger, number> {
  const sums = { money: 0, coins: 0 }
  for (const { ledger, amount } of entries) sums[ledger] += amount
  return sums
}

export async function listEntries(
  db: Db,
  actor: Actor,
  ledger: Ledger,
  filters: LedgerFilters,
  query: LedgerQuery,
): Promise<{ entries: Entry[]; pagination: Pagination; totals: LedgerTotals | null }> {
  const { rows, ...rest } = await listEntryRows(db, actor, ledger, filters, query)
  return { entries: rows.map((row) => ({ ...row, can: rightsTo(actor, row) })), ...rest }
}

async function readEntries(db: Db, actor: Actor, ledger: Ledger, ids: readonly number[]): Promise<Entry[]> {
  const rows = await listEntriesByIds(db, ledger, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...row, can: rightsTo(actor, row) }] : []
  })
}
