import type { Query, QueryCache } from '@tanstack/react-query'
import type { Session } from '../session/session.ts'
import { readGeneration, writeMark } from './holds.ts'
import { isKeptCall } from './kept-calls.ts'
import { type AnswerChange, changeOf, isClosed, isReadable, type KeptSession } from './kept-rules.ts'
import { clear, readSession, write } from './kept-store.ts'

export { readAnswer } from './kept-store.ts'

/** Answers are gathered for this time before they are written, ms. */
const gatherMs = 1000

/** The kept session of the last person of this browser. @returns null if it is too old or of another version */
export async function readKeptSession(version: string, now: number): Promise<KeptSession<Session> | null> {
  const kept = await readSession()
  return kept && kept.version === version && isReadable(kept.at, now) ? kept : null
}

/** Deletes everything that is kept. First, every tab is stopped from keeping more. */
export async function forget(): Promise<void> {
  writeMark('holds', crypto.randomUUID())
  await clear()
  writeMark('empty', crypto.randomUUID())
}

type Source = {
  cache: QueryCache
  /** What to keep beside the answers; null: nobody is signed in any more. */
  session: () => KeptSession<Session> | null
  /** When an answer was current, ms since 1970. */
  asOf: (query: Query) => number
  /** The generation that was read before the session was requested. */
  generation: string
}

/** Keeps the answers of this page from now on, and those that it already has. */
export async function startKeeping({ cache, session, asOf, generation: first }: Source): Promise<void> {
  // Data was deleted since the page began, so the session that the page has may have ended.
  if (readGeneration() !== first) return
  const begun = session()
  if (!begun) return
  const before = await readSession()
  if (before && before.person !== begun.person) await clear()
  if (readGeneration() !== first) return
  const generation = first || crypto.randomUUID()
  if (!writeMark('holds', generation)) return
  const mayWrite = () => readGeneration() === generation
  const pending = new Map<string, Query>()
  /** The answers as they were last written, by the hash of their query. */
  const written = new Map<string, unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = async (pause: () => Promise<void>) => {
    clearTimeout(timer)
    timer = undefined
    const changes: AnswerChange[] = []
    for (const [queryHash, query] of pending) {
      pending.delete(queryHash)
      changes.push(changeOf(query, asOf(query), written.get(queryHash)))
      written.set(queryHash, query.state.data)
      // One answer at a time, so that a slow phone stays responsive.
      await pause()
    }
    const kept = session()
    if (!kept || !mayWrite()) return
    for (const queryHash of await write(kept, changes, mayWrite)) written.delete(queryHash)
  }
  // A full disk or a forbidden database only means that less is kept.
  const plan = () => {
    timer ??= setTimeout(() => flush(idle).catch(() => written.clear()), gatherMs)
  }
  const note = (query: Query) => {
    if (!isKeptCall(query.queryKey[0])) return
    pending.set(query.queryHash, query)
    plan()
  }

  for (const query of cache.getAll()) if (query.state.status === 'success') note(query)
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    const isRead = action.type === 'success' && !action.manual
    if (isRead || (action.type === 'error' && isClosed(action.error))) note(query)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    // The page may not come back, so what is current now is written now.
    for (const query of cache.getAll())
      if (query.isActive() && query.state.status === 'success' && isKeptCall(query.queryKey[0]))
        pending.set(query.queryHash, query)
    flush(async () => undefined).catch(() => written.clear())
  })
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: gatherMs })
    // Safari has none.
    else setTimeout(resolve, 50)
  })
