import type { QueryKey } from '@tanstack/react-query'
import { mayHoldData } from '../kept/holds.ts'
import { noteUnanswered, setConnectionLost } from '../send/connection.ts'
import { patienceMs } from '../send/exchange.ts'
import { NetworkFailure } from '../send/failure.ts'
import { loadSession, readSession, restoreSession, type Session } from '../session/session.ts'
import { readPageVersion } from './page-version.ts'

/**
 * Reads an answer of the server. If the server cannot be reached, or not soon, the kept answer of an earlier visit
 * is shown meanwhile. The failure is thrown as without it.
 */
export async function readOrRecall<T>(queryKey: QueryKey, read: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    noteUnanswered()
    void recall(queryKey)
  }, patienceMs)
  try {
    return await read()
  } catch (failure) {
    if (failure instanceof NetworkFailure) await recall(queryKey)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

async function recall(queryKey: QueryKey): Promise<void> {
  if (!mayHoldData()) return
  try {
    await (await import('../send/offline.ts')).recallAnswer(queryKey)
  } catch {
    // Without a database the screen says that the data is missing.
  }
}

/**
 * The session as the server answers it. Only if the server cannot be reached, or not soon, the kept session of the
 * last person of this browser. Any answer of the server, a refusal as well, wins. @throws {ApiFailure |
 * NetworkFailure}
 */
export async function loadOrRecallSession(): Promise<Session> {
  const asked = loadSession()
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))
  try {
    const session = await Promise.race([asked, late])
    return session ?? (await recallSession()) ?? (await asked)
  } catch (failure) {
    const session = failure instanceof NetworkFailure && (await recallSession())
    if (!session) throw failure
    return session
  }
}

/**
 * Whether this browser still has the cookies of the session, of which this is the readable one. Closing the browser
 * removes them for people who did not want to stay signed in.
 */
const hasCookies = (): boolean => /(^|; )XSRF-TOKEN=/.test(document.cookie)

/** @returns null if nothing is kept, or if the server has answered meanwhile */
async function recallSession(): Promise<Session | null> {
  const version = readPageVersion()
  if (version === null || !mayHoldData() || !hasCookies()) return null
  try {
    const { readKeptSession } = await import('../send/offline.ts')
    const kept = await readKeptSession(version, Date.now())
    if (!kept || readSession()) return null
    setConnectionLost(true)
    restoreSession(kept.session, kept.at)
    return kept.session
  } catch {
    return null
  }
}
