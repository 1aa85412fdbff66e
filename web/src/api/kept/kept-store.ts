import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Session } from '../session/session.ts'
import {
  type AnswerChange,
  answerKey,
  type Entry,
  findSurplus,
  isReadable,
  type KeptSession,
  type Owner,
} from './kept-rules.ts'

interface Tables extends DBSchema {
  answers: { key: string; value: string }
  // In a store of their own, because the oldest answers are found by age and size without reading the answers.
  entries: { key: string; value: Entry }
  session: { key: string; value: KeptSession<Session> }
}

const name = 'artel-kept'
const tables = ['answers', 'entries', 'session'] as const

let opened: Promise<IDBPDatabase<Tables>> | null = null

function open(): Promise<IDBPDatabase<Tables>> {
  const forget = () => {
    opened = null
  }
  opened ??= openDB<Tables>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('answers')
      database.createObjectStore('entries', { keyPath: 'key' })
      database.createObjectStore('session')
    },
    terminated: forget,
  })
  // A browser may refuse it for a moment, for example when the disk is full.
  opened.catch(forget)
  return opened
}

/** @returns null if nothing readable is kept */
export async function readAnswer(
  owner: Owner,
  queryHash: string,
  now: number,
): Promise<{ answer: unknown; at: number } | null> {
  const key = answerKey(owner, queryHash)
  const transaction = (await open()).transaction(['answers', 'entries'])
  const [entry, text] = await Promise.all([
    transaction.objectStore('entries').get(key),
    transaction.objectStore('answers').get(key),
  ])
  if (!entry || text === undefined || !isReadable(entry.at, now)) return null
  return { answer: JSON.parse(text), at: entry.at }
}

export const readSession = async (): Promise<KeptSession<Session> | undefined> =>
  (await open()).get('session', 'last')

/**
 * Keeps the session and the changed answers, and deletes what is beyond the limits. `mayWrite` is asked within the
 * transaction: a deletion in another tab has either ended before, and says so, or comes after it.
 * @returns the queries whose answer is no longer kept, so that it has to be given with its text
 */
export async function write(
  kept: KeptSession<Session>,
  changes: readonly AnswerChange[],
  mayWrite: () => boolean,
): Promise<string[]> {
  const transaction = (await open()).transaction(tables, 'readwrite')
  const [answers, entries] = [transaction.objectStore('answers'), transaction.objectStore('entries')]
  const known = new Map((await entries.getAll()).map((entry) => [entry.key, entry]))
  if (!mayWrite()) return []
  void transaction.objectStore('session').put(kept, 'last')
  for (const { queryHash, at, text } of changes) {
    const key = answerKey(kept, queryHash)
    const length = text?.length ?? known.get(key)?.length ?? 0
    // Without its text, an answer that was dropped meanwhile cannot be kept.
    if (length === 0) known.delete(key)
    else known.set(key, { key, at, length })
    if (length === 0) void answers.delete(key)
    else if (text !== null) void answers.put(text, key)
    if (length === 0) void entries.delete(key)
    else void entries.put({ key, at, length })
  }
  const surplus = findSurplus([...known.values()], kept, Date.now())
  for (const key of surplus) {
    known.delete(key)
    void answers.delete(key)
    void entries.delete(key)
  }
  await transaction.done
  return changes.map(({ queryHash }) => queryHash).filter((hash) => !known.has(answerKey(kept, hash)))
}

export async function clear(): Promise<void> {
  const transaction = (await open()).transaction(tables, 'readwrite')
  for (const table of tables) void transaction.objectStore(table).clear()
  await transaction.done
}
