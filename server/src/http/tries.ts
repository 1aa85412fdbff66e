import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Root } from '../database/open.ts'
import { LimitError } from './errors.ts'

/** So many tries of one kind by one subject (an account, an address) in so many seconds. */
export type Limit = { name: string; most: number; seconds: number }
export type Try = { limit: Limit; subject: string | number }

export type Verdict = 'right' | 'wrong' | 'unfinished'

/** Counts a try against each limit in turn; the first that is spent refuses. @throws LimitError */
export async function takeTries(root: Root, tries: readonly Try[]): Promise<void> {
  for (const { limit, subject } of tries) {
    const { count, ends_at } = await increase(root, limit, subject)
    if (count <= limit.most) continue
    throw waitUntil(ends_at)
  }
}

async function increase(
  root: Root,
  limit: Limit,
  subject: Try['subject'],
): Promise<{ count: number; ends_at: string }> {
  const at = now().getTime()
  const ends = new Date(at + limit.seconds * 1000).toISOString()
  const isOver = sql<boolean>`tries.ends_at <= ${new Date(at).toISOString()}`
  return root
    .insertInto('tries')
    .values({ key: keyOf(limit, subject), count: 1, ends_at: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else tries.count + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else tries.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
}

/**
 * Lets `work` try something that may be wrong, one at a time for each subject of the last limit, so that of many at
 * once, from wherever they come, none goes uncounted. Only wrong tries count, against all limits; a right one clears
 * the first. What was `unfinished` does neither, so that half of a secret cannot clear the guesses at the other.
 * @throws LimitError before `work` where a limit is spent
 */
export function guardTries(
  root: Root,
  tries: readonly [Try, ...Try[]],
  work: () => Promise<Verdict>,
): Promise<Verdict> {
  const [first] = tries
  const { limit, subject } = tries.at(-1) ?? first
  return inTurn(keyOf(limit, subject).toString('base64'), async () => {
    for (const { limit, subject } of tries) await refuseSpent(root, limit, subject)
    const verdict = await work()
    if (verdict === 'right')
      await root.deleteFrom('tries').where('key', '=', keyOf(first.limit, first.subject)).execute()
    if (verdict === 'wrong') for (const { limit, subject } of tries) await increase(root, limit, subject)
    return verdict
  })
}

async function refuseSpent(root: Root, limit: Limit, subject: Try['subject']): Promise<void> {
  const spent = await root
    .selectFrom('tries')
    .select('ends_at')
    .where('key', '=', keyOf(limit, subject))
    .where('count', '>=', limit.most)
    .where('ends_at', '>', now().toISOString())
    .executeTakeFirst()
  if (spent) throw waitUntil(spent.ends_at)
}

const waitUntil = (instant: string) =>
  new LimitError(Math.ceil((Date.parse(instant) - now().getTime()) / 1000))

const turns = new Map<string, Promise<unknown>>()

/** Runs the work of one key after another, in this process. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  // How the one before ended is no matter of ours.
  const mine = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}

export async function deleteOldTries(root: Root): Promise<void> {
  await root.deleteFrom('tries').where('ends_at', '<', now().toISOString()).execute()
}

const keyOf = ({ name }: Limit, subject: Try['subject']): Buffer =>
  createHash('sha256').update(`${name}\n${subject}`).digest()
