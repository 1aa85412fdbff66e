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

type Share = { limit: LimitFunction; users: number }
const shares = new Map<string, Share>()

/**
 * Runs `work` once the person and their company use less than their share of the database. Without it one person whose
 * calls wait for the same row holds every connection, and all others are refused.
 * @throws LimitError where too many calls of the person wait already
 */
export async function inShare<T>(
  { companyId, userId }: Person,
  { securesAccount }: Pick<Call, 'securesAccount'>,
  work: () => Promise<T>,
): Promise<T> {
  const company = `${companyId}`
  const person = `${company}:${userId}${securesAccount ? ':account' : ''}`
  if ((shares.get(person)?.users ?? 0) >= mostOfPerson + mostWaiting) throw new LimitError(1)
  // The person's share first: what waits for it takes no place of the company's.
  return run(person, mostOfPerson, () => run(company, mostOfCompany, work))
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
