import type { Call } from '@artel/contract/call'
import { LimitError } from './errors.ts'
import { KeyedLimits } from './keyed-limits.ts'
import type { PlaceOwner } from './places.ts'

/** Calls of one person that use the database at the same time. A page asks for a handful of things at once. */
const mostOfPerson = 4
/** The same of one company. The pool has 20 connections, so the rest stay for other companies. */
const mostOfCompany = 16
/** Calls of one person that wait for their turn: the burst of a session. Those beyond are refused. */
const mostWaiting = 300

const shares = new KeyedLimits()

/**
 * Runs `work` once the person and their company use less than their share of the database. Without it one person whose
 * calls wait for the same row holds every connection, and all others are refused.
 * @throws LimitError where too many calls of the person wait already
 */
export async function inShare<T>(
  { company, person }: PlaceOwner,
  { securesAccount, method, path }: Pick<Call, 'securesAccount' | 'method' | 'path'>,
  work: () => Promise<T>,
): Promise<T> {
  // Whoever shuts an intruder out waits behind nothing else that the intruder calls.
  const ofPerson = `person ${person}${securesAccount ? ` ${method} ${path}` : ''}`
  if (shares.countOf(ofPerson) >= mostOfPerson + mostWaiting) throw new LimitError(1)
  // The person's share first: what waits for it takes no place of the company's.
  const limits = [
    { key: ofPerson, atOnce: mostOfPerson },
    { key: `company ${company}`, atOnce: mostOfCompany },
  ]
  return shares.run(limits, work)
}
