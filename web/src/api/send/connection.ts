import { isLive } from '../cache/refresh-pace.ts'
import { onExchange } from './exchange.ts'

type Listener = () => void

let isLost = false
let wasLost = false
let currentAt = 0
const listeners = new Set<Listener>()
const failureListeners = new Set<Listener>()

/** Whether the server cannot be reached, as far as this page knows. */
export const isConnectionLost = (): boolean => isLost

export function setConnectionLost(now: boolean): void {
  if (isLost === now) return
  isLost = now
  wasLost ||= isLost
  for (const listener of listeners) listener()
}

/** Whether the connection of this page has ever been lost. */
export const wasConnectionLost = (): boolean => wasLost

/** Calls `listener` when the connection is lost, and when it is back. @returns a function that removes it */
export function onConnection(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` when a request has got no answer. That alone does not prove that the connection is lost. */
export const onUnanswered = (listener: Listener): void => void failureListeners.add(listener)

/** A request has got no answer, or not soon. */
export function noteUnanswered(): void {
  for (const listener of failureListeners) listener()
}

/**
 * The last time at which the server answered while live events told this page of every change, ms since 1970. What
 * the page had read before was still current then. 0: never.
 */
export const readCurrentAt = (): number => currentAt

onExchange((isAnswered) => {
  if (!isAnswered) return noteUnanswered()
  if (isLive()) currentAt = Date.now()
  setConnectionLost(false)
})
