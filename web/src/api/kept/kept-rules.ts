import { ApiFailure } from '../send/failure.ts'

/** Kept data is not read after this time, and is deleted the next time something is kept, ms. */
export const maxAgeMs = 7 * 24 * 3_600_000
/** A clock that was set back by more than this makes kept data unreadable, because its age is unknown, ms. */
const clockSlackMs = 5 * 60_000
export const maxAnswers = 300
/** Maximum characters of all answers together. */
export const maxTotalLength = 4 * 1024 * 1024
/** Maximum characters of one answer. */
export const maxAnswerLength = 512 * 1024

/** Whose data it is, as `COMPANY.USER`, and which version of the app has read it. */
export type Owner = { person: string; version: string }

/** What is known of a kept answer without reading it. `at`: when it was current, ms since 1970. */
export type Entry = { key: string; at: number; length: number }

/** Kept with the answers: who was signed in, with what every page shows. */
export type KeptSession<Session> = Owner & { at: number; session: Session }

/** The key of an answer: answers of other people and of other versions of the app have other keys. */
export const answerKey = (owner: Owner, queryHash: string): string => `${prefixOf(owner)}${queryHash}`

// Neither part may contain a space.
const prefixOf = ({ person, version }: Owner): string => `${person} ${version} `

export const isReadable = (at: number, now: number): boolean =>
  now - at <= maxAgeMs && at - now <= clockSlackMs

export const isOwn = (kept: Owner, owner: Owner): boolean =>
  kept.person === owner.person && kept.version === owner.version

/** Keys of the answers to delete: those of another owner, those that are too old, and the oldest beyond the limits. */
export function findSurplus(entries: readonly Entry[], owner: Owner, now: number): string[] {
  let [count, total] = [0, 0]
  const surplus: string[] = []
  for (const { key, at, length } of entries.toSorted((one, other) => other.at - one.at)) {
    const isOpen = key.startsWith(prefixOf(owner)) && isReadable(at, now) && length <= maxAnswerLength
    const fits = isOpen && count < maxAnswers && total + length <= maxTotalLength
    if (!fits) surplus.push(key)
    else [count, total] = [count + 1, total + length]
  }
  return surplus
}

/** `text`: the answer as JSON; null: unchanged since it was last kept, only more recent; '': it is to be deleted. */
export type AnswerChange = { queryHash: string; at: number; text: string | null }

type Read = { queryHash: string; state: { data: unknown; error: unknown } }

/** What to write of an answer that was current at `at`. `written`: the answer as it was last written. */
export function changeOf(
  { queryHash, state: { data, error } }: Read,
  at: number,
  written: unknown,
): AnswerChange {
  if (data === undefined || isClosed(error)) return { queryHash, at, text: '' }
  return { queryHash, at, text: data === written ? null : JSON.stringify(data) }
}

/** Whether the person may no longer read it, or it no longer exists. */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiFailure && [403, 404].includes(error.statusCode)
