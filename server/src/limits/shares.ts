import type { Call } from '@artel/contract/call'
import { LimitError } from '../errors/errors.ts'
import { KeyedLimits } from './keyed-limits.ts'
import type { PlaceOwner } from './places.ts'

/**
 * Maximum calls of one person that use the database at the same time. A page makes a handful of calls at
 * once.
 */
const maxOfPerson = 4
/** The same limit for one company. The pool has 20 connections, so the rest stay free for other companies. */
const maxOfCompany = 16
/**
 * Maximum calls of one person that wait for their turn, equal to the burst of a session. More are refused.
 */
const maxWaiting = 300

const shares = new KeyedLimits()

/**
 * Runs `work` when the person and their company use less than their share of the database. Without this limit
 * one person whose calls wait for the same row would hold every connection, and all other calls would be
 * refused.
 * @throws LimitError if too many calls of the person wait already
 */
export async function inShare<T>(
  { company, person }: PlaceOwner,
  { securesAccount, method, path }: Pick<Call, 'securesAccount' | 'method' | 'path'>,
  work: () => Promise<T>,
): Promise<T> {
  // A call that secures the account has a limit of its own, so that it does not wait behind other calls of an
  // intruder.
  const ofPerson = `person ${person}${securesAccount ? ` ${method} ${path}` : ''}`
  if (shares.countOf(ofPerson) >= maxOfPerson + maxWaiting) throw new LimitError(1)
  // The person's limit comes first, so that a call that waits for it takes no place of the company.
  const limits = [
    { key: ofPerson, atOnce: maxOfPerson },
    { key: `company ${company}`, atOnce: maxOfCompany },
  ]
  return shares.run(limits, work)
}
