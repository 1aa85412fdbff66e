import type { BodyIn } from '@artel/contract/call'
import type { Company } from '@artel/contract/company/company'
import type { Calls } from '@artel/contract/index'
import type { CurrentUser } from '@artel/contract/users/users'
import { useEffect, useSyncExternalStore } from 'react'
import { deepMerge } from '../deep-merge.ts'
import type { Answer } from '../send/calls.ts'
import { callApi } from '../send/client.ts'
import { setPagePerson } from './page-person.ts'
import { announceSignedOut } from './signed-out.ts'

export type Session = Pick<
  Answer<'auth.init'>,
  'user' | 'company' | 'warehouses' | 'config' | 'texts' | 'has_first_steps'
>
export type SettingsChange = BodyIn<Calls['settings']['update']>

// In ms. Shorter than the server's 120 minutes, so that an open page never loses its session.
const cookieRefreshMs = 6_962_000

let session: Session | null = null
let receivedAt = 0
let isRestored = false
const listeners = new Set<() => void>()

/** The session, or null until the server's first answer. */
export const readSession = (): Session | null => session

/** The session of the server's first answer. Pending as long as the server does not answer. */
export const sessionLoaded = new Promise<Session>((resolve) => {
  const stop = subscribe(() => {
    if (!session) return
    stop()
    resolve(session)
  })
})

/**
 * Asks the server who is signed in. If the page already has a session, of which the server no longer knows or which
 * is another person's, the page stays as it is and is left as after a 401. @throws {ApiFailure | NetworkFailure}
 */
export async function loadSession(signal?: AbortSignal): Promise<Session> {
  const { user, company, warehouses, config, texts, has_first_steps } = await callApi(
    'auth.init',
    signal ? { signal } : {},
  )
  const loaded = { user, company, warehouses, config, texts, has_first_steps }
  if (session && (session.user?.id !== user?.id || session.company?.id !== company?.id)) {
    announceSignedOut()
    return session
  }
  setSession(loaded)
  if (user) keepCookieFresh()
  return loaded
}

/** Uses the session of an earlier visit, which was current at `at`, until the server answers. */
export function restoreSession(kept: Session, at: number): void {
  setSession(kept, at)
  isRestored = true
}

/** When the session was received, ms since 1970, and whether in an earlier visit. */
export const sessionTime = (): { at: number; isRestored: boolean } => ({ at: receivedAt, isRestored })

/** The session, for pages that are drawn after it is loaded. */
export function useSession(): Session {
  const current = useSyncExternalStore(subscribe, readSession)
  if (!current) throw new Error('The session is read before it is loaded')
  return current
}

/** The signed-in person, for pages that only signed-in people can open. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('A page for signed-in people is shown to a guest')
  return user
}

/** The company of the signed-in person. */
export function useCompany(): Company {
  const { company } = useSession()
  if (!company) throw new Error('A page for signed-in people is shown to a guest')
  return company
}

/**
 * Merges the settings of the server's answer into the state of this page. The sent settings are merged last,
 * because the answers of two simultaneous saves may come in either order.
 */
export function mergeSettings({ parent, settings }: SettingsChange, answered: object): void {
  if (!session) return
  const owner = session[parent]
  if (!owner) return
  setSession({
    ...session,
    [parent]: { ...owner, settings: deepMerge(deepMerge(owner.settings, answered), settings) },
  })
}

/** Stores the company of the server's latest answer in the state of this page. */
export function keepCompany(company: Company): void {
  if (session) setSession({ ...session, company })
}

/** Reads again the company data that every page shows: its card, schedule, settings and warehouses. */
export async function refreshCompany(): Promise<void> {
  const { company, warehouses, has_first_steps } = await callApi('auth.init')
  // Without a company nobody is signed in any more. The next call of the page finds that out.
  if (session && company) setSession({ ...session, company, warehouses, has_first_steps })
}

/** Reads the state of the company's texts again. */
export async function refreshTexts(): Promise<Session['texts']> {
  const { texts } = await callApi('auth.init')
  if (session) setSession({ ...session, texts })
  return texts
}

/** The parts of the page that show the balances. */
let balancesShown = 0
/** The balances have changed while nothing showed them. */
let areBalancesOld = false

/** The balances of the signed-in person. They are read again after a change while a page shows them. */
export function useBalances(): Pick<CurrentUser, 'money' | 'coins'> {
  const { money, coins } = useUser()
  useEffect(() => {
    balancesShown += 1
    if (areBalancesOld) refreshShownBalances().catch(() => undefined)
    return () => {
      balancesShown -= 1
    }
  }, [])
  return { money, coins }
}

/** Reads the balances again, now or when a page shows them. */
export async function refreshShownBalances(): Promise<void> {
  areBalancesOld = balancesShown === 0
  if (areBalancesOld) return
  const { user } = await callApi('auth.init')
  if (!session?.user || !user) return
  const { money, coins } = user
  setSession({ ...session, user: { ...session.user, money, coins } })
}

/** Hours east of UTC, for any page; 0 before the session is loaded. */
export const useCompanyTimezone = (): number =>
  useSyncExternalStore(subscribe, readSession)?.company?.timezone ?? 0

/** Stores the signed-in person of the server's latest answer in the state of this page. */
export function replaceUser(user: CurrentUser): void {
  if (session) setSession({ ...session, user })
}

function setSession(next: Session, at = Date.now()): void {
  session = next
  isRestored = false
  receivedAt = at
  setPagePerson(next.company?.id, next.user?.id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let cookieTimer: ReturnType<typeof setInterval> | undefined

function keepCookieFresh(): void {
  clearInterval(cookieTimer)
  cookieTimer = setInterval(() => {
    // A failed refresh needs no handling, because the next call of any kind refreshes the cookie too.
    callApi('auth.csrfCookie').catch(() => undefined)
  }, cookieRefreshMs)
}
