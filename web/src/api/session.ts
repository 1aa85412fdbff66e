import type { BodyIn } from '@artel/contract/call'
import type { Company } from '@artel/contract/company'
import type { Calls } from '@artel/contract/index'
import type { CurrentUser } from '@artel/contract/users'
import { useSyncExternalStore } from 'react'
import type { Answer } from './calls.ts'
import { callApi } from './client.ts'
import { deepMerge } from './deep-merge.ts'
import { setPagePerson } from './page-person.ts'

export type Session = Pick<Answer<'auth.init'>, 'user' | 'company' | 'warehouses' | 'config' | 'texts'>
export type SettingsChange = BodyIn<Calls['settings']['update']>

// Shorter than the server's 120 minutes, so that an open page never loses its session.
const cookieRefreshMs = 6_962_000

let session: Session | null = null
const listeners = new Set<() => void>()

/** The session, or null until the server's first answer. */
export const readSession = (): Session | null => session

/** Asks the server who is here. @throws {ApiFailure | NetworkFailure} */
export async function loadSession(): Promise<Session> {
  const { user, company, warehouses, config, texts } = await callApi('auth.init')
  const loaded = { user, company, warehouses, config, texts }
  setSession(loaded)
  if (user) keepCookieFresh()
  return loaded
}

/** The session, on pages that are drawn once it is loaded. */
export function useSession(): Session {
  const current = useSyncExternalStore(subscribe, readSession)
  if (!current) throw new Error('The session is read before it is loaded')
  return current
}

/** The signed-in person, on pages that only they can open. */
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
 * Merges the settings that the server has answered into the state of this page. What was sent is laid over them: of
 * two saves at once the answers may come in either order.
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

/** Puts the company as the server has just answered it into the state of this page. */
export function keepCompany(company: Company): void {
  if (session) setSession({ ...session, company })
}

/** Asks anew for what every page shows of the company: its card, its schedule, its settings, its warehouses. */
export async function refreshCompany(): Promise<void> {
  const { company, warehouses } = await callApi('auth.init')
  // Without a company nobody is signed in any more, which the next call of the page finds out.
  if (session && company) setSession({ ...session, company, warehouses })
}

/** Asks anew where the texts of the company stand. */
export async function refreshTexts(): Promise<Session['texts']> {
  const { texts } = await callApi('auth.init')
  if (session) setSession({ ...session, texts })
  return texts
}

/** Asks anew for what the signed-in person has, which others move. */
export async function refreshBalances(): Promise<void> {
  const { user } = await callApi('auth.init')
  if (!session?.user || !user) return
  const { money, coins } = user
  setSession({ ...session, user: { ...session.user, money, coins } })
}

/** Hours east of UTC, on any page, before the session is loaded too. */
export const useCompanyTimezone = (): number =>
  useSyncExternalStore(subscribe, readSession)?.company?.timezone ?? 0

/** Puts the signed-in person as the server now describes them into the state of this page. */
export function replaceUser(user: CurrentUser): void {
  if (session) setSession({ ...session, user })
}

function setSession(next: Session): void {
  session = next
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
    // A refresh that fails is made up for by the next call of any kind.
    callApi('auth.csrfCookie').catch(() => undefined)
  }, cookieRefreshMs)
}
