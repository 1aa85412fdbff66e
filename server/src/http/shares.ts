import type { Call } from '@artel/contract/call'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Actor } from '../access/actor.ts'
import { LimitError } from './errors.ts'

type Person = Pick<Actor, 'companyId' | 'userId'>

/** Calls of one person that use the database at the same time. A page asks for a handful of things at once. */
const mostOfPerson = 4
/** The same of one company. The pool has 20 connections, so the rest stay for other companies. */
const mostOfCompany = 16
/** Calls of one person that wait for their turn: the burst of a session. Those beyond are refused. */
const mostWaiting = 300
/** Bytes that came with the calls of a person, of a company and of all which run or wait: they stay in memory. */
const mebibyte = 1_048_576
const mostBytes = { person: 16 * mebibyte, company: 48 * mebibyte, all: 128 * mebibyte }

type Share = { limit: LimitFunction; users: number }
const shares = new Map<string, Share>()
/** Bytes by person, company and `all`. */
const held = new Map<string, number>()

/** What of a call the share depends on. `bytes`: of its body. */
type Asked = Pick<Call, 'securesAccount'> & { bytes: number }

/**
 * Runs `work` once the person and their company use less than their share of the database. Without it one person whose
 * calls wait for the same row holds every connection, and all others are refused.
 * @throws LimitError where too many calls of the person wait already, or calls with too much in them
 */
export async function inShare<T>(
  { companyId, userId }: Person,
  { securesAccount, bytes }: Asked,
  work: () => Promise<T>,
): Promise<T> {
  const company = `${companyId}`
  const person = `${company}:${userId}${securesAccount ? ':account' : ''}`
  if ((shares.get(person)?.users ?? 0) >= mostOfPerson + mostWaiting) throw new LimitError(1)
  const release = holdBytes({ person, company, all: 'all' }, bytes)
  try {
    // The person's share first: what waits for it takes no place of the company's.
    return await run(person, mostOfPerson, () => run(company, mostOfCompany, work))
  } finally {
    release()
  }
}

/** Counts bytes under each key until the function that it returns is called. @throws LimitError; then none are counted */
function holdBytes(keys: Record<keyof typeof mostBytes, string>, bytes: number): () => void {
  const bounds = Object.entries(keys).map(([kind, key]) => ({
    key,
    most: mostBytes[kind as keyof typeof mostBytes], // the keys of that very record
  }))
  for (const { key, most } of bounds) {
    const present = held.get(key) ?? 0
    // One alone is let through: how long it may be is bounded elsewhere.
    if (bytes > 0 && present > 0 && present + bytes > most) throw new LimitError(1)
  }
  const add = (by: number) => {
    for (const { key } of bounds) {
      const sum = (held.get(key) ?? 0) + by
      if (sum > 0) held.set(key, sum)
      else held.delete(key)
    }
  }
  add(bytes)
  return () => add(-bytes)
}

async function run<T>(key: string, concurrency: number, work: () => Promise<T>): Promise<T> {
  const share = shares.get(key) ?? { limit: pLimit(concurrency), users: 0 }
  shares.set(key, share)
  share.users += 1
  try {
    return await share.limit(work)
  } finally {
    share.users -= 1
    if (share.users === 0) shares.delete(key)
  }
}
