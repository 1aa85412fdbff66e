import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'
import { deleteRows } from '../database/upkeep.ts'
import { LimitError } from '../errors/errors.ts'
import { KeyedLimits } from './keyed-limits.ts'

/** At most `most` attempts of one kind by one subject (an account, a client) in `seconds`. */
export type Limit = { name: string; most: number; seconds: number }
/** `amount`: as how many attempts it counts; 1 by default. */
export type Try = { limit: Limit; subject: string | number; amount?: number }

export type Verdict = 'right' | 'wrong' | 'unfinished'

/** A counter in the database: after the attempt was counted, or already spent before the attempt. */
type Counter = { key: Buffer; count: number; ends_at: string; amount: number; is_spent: boolean }

/** Counts one attempt against all limits, or against none if one of them is spent. @throws LimitError */
export async function consumeAttempts(root: Root, tries: readonly Try[]): Promise<void> {
  await countAttempt(root, tries)
}

/**
 * Runs `work`, an attempt that may be wrong. Counts the attempt against all limits before `work` runs, so
 * that concurrent attempts are counted too, also in other processes. A wrong attempt stays counted. A right
 * one is uncounted and clears the first limit. An `unfinished` one is uncounted and clears nothing, so that
 * half of a secret cannot clear the guesses at the other half.
 *
 * A process judges only few attempts of a subject at the same moment, because concurrent right attempts could
 * otherwise spend a narrow limit. No database connection is held meanwhile.
 * @param tries those with the same limits have them in the same order
 * @throws LimitError before `work` if a limit is spent, or too many attempts wait
 */
export async function guardTries(
  root: Root,
  tries: readonly [Try, ...Try[]],
  work: () => Promise<Verdict>,
): Promise<Verdict> {
  return runInTurn(tries, async () => {
    const counters = await countAttempt(root, tries)
    let verdict: Verdict = 'unfinished'
    try {
      verdict = await work()
      return verdict
    } finally {
      if (verdict !== 'wrong') await uncountAttempt(root, counters)
      if (verdict === 'right') await clearTries(root, tries[0])
    }
  })
}

/** Deletes the attempts that were counted against one limit. */
export async function clearTries(root: Root, { limit, subject }: Try): Promise<void> {
  await root.deleteFrom('tries').where('key', '=', keyOf(limit, subject)).execute()
}

/** @throws LimitError if a limit is spent; then nothing is counted */
async function countAttempt(root: Root, tries: readonly Try[]): Promise<Counter[]> {
  const maximum = new Map(tries.map((one) => [keyOf(one.limit, one.subject).toString('hex'), one.limit.most]))
  const counters = await increaseUnspent(root, tries)
  // Another process may have counted between the check and the write of the statement.
  const isBeyond = ({ key, count }: Counter) => count > (maximum.get(key.toString('hex')) ?? 0)
  if (counters.some((counter) => !counter.is_spent && isBeyond(counter))) await uncountAttempt(root, counters)
  const spent = counters.filter((counter) => counter.is_spent || isBeyond(counter))
  if (spent.length === 0) return counters
  const endsAt = Math.max(...spent.map(({ ends_at }) => Date.parse(ends_at)))
  throw new LimitError(Math.ceil((endsAt - now().getTime()) / 1000))
}

/**
 * Increases the counters in one statement. Locks rows in the order of their keys, so two statements never
 * wait for each other.
 */
async function increaseUnspent(root: Root, tries: readonly Try[]): Promise<Counter[]> {
  const at = now().getTime()
  const nowAt = new Date(at).toISOString()
  const { rows } = await sql<Counter>`
    with attempt as (
      select * from unnest(
        ${tries.map(({ limit, subject }) => keyOf(limit, subject))}::bytea[],
        ${tries.map(({ limit }) => limit.most)}::int[],
        ${tries.map(({ amount = 1 }) => amount)}::int[],
        ${tries.map(({ limit }) => new Date(at + limit.seconds * 1000).toISOString())}::timestamptz[]
      ) as attempt (key, most, amount, ends_at)
    ), spent as (
      select tries.key, tries.count, tries.ends_at, amount from attempt join tries using (key)
      where tries.count + amount > attempt.most and tries.ends_at > ${nowAt}
    ), counted as (
      insert into tries (key, count, ends_at)
      select key, amount, ends_at from attempt where not exists (select from spent) order by key
      on conflict (key) do update set
        count = case when tries.ends_at <= ${nowAt} then 0 else tries.count end + excluded.count,
        ends_at = case when tries.ends_at <= ${nowAt} then excluded.ends_at else tries.ends_at end
      returning key, count, ends_at
    )
    select counted.*, amount, false as is_spent from counted join attempt using (key)
    union all select *, true from spent`.execute(root)
  return rows
}

/** Takes an attempt off its counters. Skips a counter that was cleared or began anew. */
async function uncountAttempt(root: Root, counters: readonly Counter[]): Promise<void> {
  await sql`
    with counted as (
      select tries.key, amount from tries join unnest(
        ${counters.map(({ key }) => key)}::bytea[],
        ${counters.map(({ ends_at }) => ends_at)}::timestamptz[],
        ${counters.map(({ amount }) => amount)}::int[]
      ) as counted (key, ends_at, amount) using (key, ends_at)
      order by tries.key for update of tries
    )
    update tries set count = greatest(count - amount, 0) from counted where tries.key = counted.key`.execute(
    root,
  )
}

/** Maximum attempts of one subject that wait in this process. More are refused. */
const maxWaiting = 200
const attempts = new KeyedLimits()

/**
 * Runs `work` once fewer attempts of each subject are being judged in this process than its limit allows at
 * once. The limits come in the same order each time, so that no two attempts wait for each other.
 * @throws LimitError if too many attempts of a subject wait
 */
function runInTurn<T>(tries: readonly Try[], work: () => Promise<T>): Promise<T> {
  const limits = tries.map(({ limit, subject }) => ({
    key: `${limit.name} ${subject}`,
    atOnce: atOnce(limit),
  }))
  if (limits.some(({ key }) => attempts.countOf(key) >= maxWaiting)) throw new LimitError(1)
  return attempts.run(limits, work)
}

/** One if few attempts are allowed; else so few that concurrent right attempts do not spend the limit. */
const atOnce = ({ most }: Limit): number => (most <= 10 ? 1 : Math.floor(most / 5))

export const deleteOldTries = (root: Root, signal?: AbortSignal): Promise<void> =>
  deleteRows(root, 'tries', sql`ends_at < ${now().toISOString()}`, signal)

const keyOf = ({ name }: Limit, subject: Try['subject']): Buffer =>
  createHash('sha256').update(`${name}\n${subject}`).digest()
