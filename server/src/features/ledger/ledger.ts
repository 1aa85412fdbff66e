import type { Entry, LedgerPost, LedgerTotals } from '@artel/contract/ledger'
import { type EntryKind, type Ledger, largestBalance, ledgers } from '@artel/contract/ledger.line'
import type { Pagination } from '@artel/contract/list'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
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
export { findRecipients } from './ledger.queries.ts'

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
 * The same for automatic postings, but skips a posting that would exceed the maximum balance, so that one
 * full account does not block the postings to other people.
 */
export async function postWhatFits(db: Db, postings: readonly Posting[], at: string): Promise<void> {
  if (postings.length === 0) return
  const touched = [...new Set(postings.map(({ ledger }) => ledger))]
  const userIds = [...new Set(postings.map(({ user_id }) => user_id))]
  const balances = await lockBalances(db, touched, userIds)
  const next = new Map(balances)
  const fitting = postings.filter((posting) => {
    const balance = (next.get(accountOf(posting)) ?? 0) + posting.amount
    if (balance > largestBalance) return false
    next.set(accountOf(posting), balance)
    return true
  })
  if (fitting.length > 0) await postHeld(db, null, fitting, balances, at)
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
  for (const posting of postings) {
    const account = accountOf(posting)
    const balance = balances.get(account)
    // The person was deleted after the caller had found them.
    if (balance === undefined) throw new ApiError('conflict')
    balances.set(account, nextBalance(balance, posting))
  }
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
    shares.map(({ user_id, amount }) => ({ user_id, [ledger]: amount })),
    kind,
    comment,
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
  await notifyGiven(db, actor, [{ user_id: entry.user_id, [ledger]: -entry.amount }], 'reversal', comment)
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
  source: Source,
  comment: string,
): Promise<Record<Ledger, number>> {
  const seen = await findStanding(db, source)
  if (seen.length === 0) return sumByLedger([])
  await lockBalances(db, ledgers, [...new Set(seen.map(({ user_id }) => user_id))])
  // Read them again, because the owner may have reversed one by hand before the lock.
  const standing = await findStanding(db, source)
  // Credits come before debits, so that a balance that suffices at the end suffices after each entry.
  const mirrors = standing.map((entry) => mirror(by, entry, comment)).sort((a, b) => b.amount - a.amount)
  await post(db, by, mirrors)
  return sumByLedger(mirrors)
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

/** Sums the entries of a source that are not reversed. The caller must have locked the accounts. */
const sumOfSource = async (db: Db, source: Source): Promise<Record<Ledger, number>> =>
  sumByLedger(await findStanding(db, source))

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
