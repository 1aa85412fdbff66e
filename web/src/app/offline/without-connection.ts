import type { CurrentUser } from '@artel/contract/users/users'
import { isConnectionLost, onUnanswered, setConnectionLost } from '../../api/send/connection.ts'
import { loadPatiently } from '../../ui/states/lazy-part.ts'

const loadOffline = () => loadPatiently(() => import('../../api/send/offline.ts'))

/** Time after the first page is shown, in which the page reads what it shows, ms. */
const afterStartMs = 3000

/**
 * Prepares the page of a signed-in person for a lost connection. Code for it is loaded after the first visit, or
 * when it is needed. `generation`: see holds.ts; read before the session was requested.
 */
export function prepareForLostConnection(user: CurrentUser, generation: string): void {
  let isFollowing = false
  const follow = () => {
    if (isFollowing) return
    isFollowing = true
    void loadOffline().then(({ followConnection }) => followConnection(user))
  }
  onUnanswered(follow)
  window.addEventListener('offline', () => {
    setConnectionLost(true)
    follow()
  })
  if (isConnectionLost()) follow()
  // Only where the app itself opens without a connection.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const keep = () => void loadOffline().then(({ keepAnswers }) => keepAnswers(generation))
  setTimeout(keep, isConnectionLost() ? 0 : afterStartMs)
}
