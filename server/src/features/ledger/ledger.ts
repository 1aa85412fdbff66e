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
import { tellGiven } from './ledger.news.ts'
import { rightsTo, toPost, toReverse } from './ledger.policy.ts'
import {
  accountOf,
  type Balances,
  findEntry,
  findStanding,
  holdRecipients,
  holdTask,
  insertEntries,
  lockBalances,
  type Source,
  type TakenEntry,
} from './ledger.queries.ts'
import { nextBalance, sharesOf } from './ledger.rules.ts'

export { faultyAccounts } from './ledger.check.ts'
export { tellGiven } from './ledger.news.ts'
export { findRecipients } from './ledger.queries.ts'

/**
 * Who approves a posting of a kind. Never the receiver of what is given, an owner excepted. A trigger refuses null where
 * this type does.
 */
type Approval =
  | { kind: 'purchase' | 'refund'; approved_by: null }
  /** Null: a rule gives it. */
  | { kind: 'achievement'; approved_by: number | null }
  | { kind: Exclude<EntryKind, 'purchase' | 'refund' | 'achievement'>; approved_by: number }

/** What is to be posted to a person; `amount` below 0 takes. */
export type Posting = Approval & {
  ledger: Ledger
  user_id: number
  amount: number
  comment: string | null
  source: Source | null
  /** The business event that the product posts for; null where a person enters it by hand. */
  key: string | null
  reverses_id?: number
  /** Where in the body the amount stands. */
  amountPath?: string
}

type By = Pick<Actor, 'userId'> | null

/**
 * The one way to move money and coins. All or none, and all is judged before anything is written. Locks the accounts in
 * the order of their people. `by`: null where the product does it by itself. `at` tells when, where it was not just now.
 * @returns the ids, in the postings' order
 * @throws ApiError insufficient_money, insufficient_coins; conflict for somebody who was deleted; 422 at the amount;
 * forbidden where the approver credits themself and is no owner
 */
export async function post(db: Db, by: By, postings: readonly Posting[], at = nowIso()): Promise<number[]> {
  if (postings.length === 0) return []
  const touched = [...new Set(postings.map(({ ledger }) => ledger))]
  const userIds = [...new Set(postings.map(({ user_id }) => user_id))]
  return postHeld(db, by, postings, await lockBalances(db, touched, userIds), at)
}

/**
 * The same for what the product gives by itself: what would make a balance larger than any may be is left out, so that one
 * account that is full keeps nobody else from theirs.
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

/** The same to one account that a statement of the caller holds, and that has so much. */
export const postToHeld = (db: Db, by: By, posting: Posting, balance: number): Promise<number[]> =>
  postHeld(db, by, [posting], new Map([[accountOf(posting), balance]]))

/** The same to accounts that are locked, and have so much. */
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
    // Deleted since they were looked for.
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
 * Posts by hand to one or many. @returns the entries, in the order in which the people are named
 * @throws ApiError forbidden for an admin of themself; 422 at whoever is not there; insufficient_money,
 * insufficient_coins
 */
export async function postByHand(db: Db, actor: Actor, ledger: Ledger, body: LedgerPost): Promise<Entry[]> {
  const named = sharesOf(body)
  const { people, balances, number } = await holdRecipients(
    db,
    ledger,
    named.map(({ user_id }) => user_id),
  )
  const { kind } = body
  for (const { user_id, path } of named) {
    const status = people.get(user_id)?.status
    // Who has left is still paid what they have earned.
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
      ...{ ...share, ledger, kind, comment, source, key: null },
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
      ...{ id: ids[index] ?? 0, amount: share.amount, name: people.get(share.user_id)?.full_name ?? '' },
    })),
  )
  await tellGiven(
    db,
    actor,
    shares.map(({ user_id, amount }) => ({ user_id, [ledger]: amount })),
    kind,
    comment,
  )
  return readEntries(db, actor, ledger, ids)
}

/** Takes an entry back by one that mirrors it. @throws ApiError already_reversed; wrong_state; insufficient_coins */
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
  // What is taken back counts where the task counts.
  if (found.source_type === 'task' && found.source_id) await holdTask(db, found.source_id)
  await lockBalances(db, [ledger], [found.user_id])
  // Between the look and the lock somebody else may have taken it back.
  const entry = await findEntry(db, ledger, id)
  if (!entry || entry.reversed_by_id !== null) throw new ApiError('already_reversed')
  const [reversalId = 0] = await post(db, actor, [mirror(actor, toReverse(actor, entry), comment)])
  await auditReversal(db, actor, entry, comment)
  await tellGiven(db, actor, [{ user_id: entry.user_id, [ledger]: -entry.amount }], 'reversal', comment)
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
 * Takes back all that came from a source and still stands, in both ledgers. Whoever changes the source holds its row.
 * @returns what each ledger was given back: below 0 where the source had given @throws ApiError insufficient_coins,
 * before anything is written
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
  // Between the look and the lock the owner may have taken one of them back by hand.
  const standing = await findStanding(db, source)
  // What gives comes before what takes, so that a balance that suffices in the end suffices on the way.
  const mirrors = standing.map((entry) => mirror(by, entry, comment)).sort((a, b) => b.amount - a.amount)
  await post(db, by, mirrors)
  return sumByLedger(mirrors)
}

type Settled = Pick<Posting, 'ledger' | 'user_id' | 'key'> & {
  source: Source
  /** What brings itself back, and so needs nobody's approval. */
  taking: 'purchase'
  giving: 'refund'
}

/**
 * Posts what brings all that came from a source to `sum`; where it is there already, nothing. Whoever changes the
 * source holds its row. @throws ApiError insufficient_coins
 */
export async function settleSource(
  db: Db,
  by: By,
  { taking, giving, source, ...rest }: Settled,
  sum: number,
): Promise<void> {
  const { ledger, user_id } = rest
  const balances = await lockBalances(db, [ledger], [user_id])
  // Behind the lock: the owner may have taken an entry of it back by hand.
  const amount = sum - (await sumOfSource(db, source))[ledger]
  if (amount === 0) return
  const kind = amount < 0 ? taking : giving
  await postHeld(db, by, [{ ...rest, source, amount, kind, approved_by: null, comment: null }], balances)
}

/** What a source has brought so far, without what was taken back. The accounts of whom it concerns are held. */
const sumOfSource = async (db: Db, source: Source): Promise<Record<Ledger, number>> =>
  sumByLedger(await findStanding(db, source))

/** The same for a source of one person. Until the transaction ends nobody posts to them, or takes an entry back. */
export async function holdSumOfSource(
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
