import type { CurrentUser } from '@artel/contract/users/users'
import { reloadPictures } from '../../ui/media/use-picture.ts'
import { queryClient } from '../cache/query-client.ts'
import { loadSession, readSession, sessionTime } from '../session/session.ts'
import { announceTexts } from '../session/texts.ts'
import {
  isConnectionLost,
  onConnection,
  onUnanswered,
  setConnectionLost,
  wasConnectionLost,
} from './connection.ts'
import { patienceMs } from './exchange.ts'
import { NetworkFailure } from './failure.ts'

/** While the connection is lost, the page calls the server at this interval, ms. */
const lookEveryMs = 5000

/**
 * Finds out when the connection is lost and when it is back. Then the server is asked who is signed in, and everything
 * on the screen is read again. Only a response proves a connection: browsers report any network as one.
 */
export function followConnection({ type }: CurrentUser): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  // The connection may be back before this code has come.
  let isOld = wasConnectionLost()

  const look = async () => {
    if (isLooking) return
    isLooking = true
    clearTimeout(timer)
    const [before, { isRestored }] = [readSession(), sessionTime()]
    try {
      const after = await loadSession(AbortSignal.timeout(patienceMs))
      // Otherwise the session has ended, and the page is left.
      if (after !== before && isOld) readAgain(after.user, isRestored, after.texts?.is_preview ?? false)
    } catch (failure) {
      if (failure instanceof NetworkFailure) setConnectionLost(true)
    } finally {
      isLooking = false
      if (isConnectionLost()) timer = setTimeout(look, lookEveryMs)
    }
  }

  const readAgain = (user: CurrentUser | null, wasRestored: boolean, isPreview: boolean) => {
    isOld = false
    if (user && (user.type !== type || user.force_change_password || user.must_set_up_totp)) {
      // The open page does not fit what this person may or must do now.
      location.reload()
      return
    }
    if (wasRestored) announceTexts('published', isPreview)
    void queryClient.refetchQueries({ type: 'active' })
    reloadPictures()
  }

  onConnection(() => {
    isOld ||= isConnectionLost()
    void look()
  })
  onUnanswered(() => void look())
  window.addEventListener('online', () => void look())
  // Something made the page load this code.
  void look()
}
