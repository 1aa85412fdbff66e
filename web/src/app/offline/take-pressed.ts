import { markName } from '../../features/devices/push-message.ts'

/**
 * Takes the mark of the press that opened this window, which the service worker knows, out of the address
 * before any other code reads the address. @returns null if there is no mark
 */
export function takePressed(): string | null {
  const address = new URL(location.href)
  const mark = address.searchParams.get(markName)
  if (mark === null) return null
  address.searchParams.delete(markName)
  history.replaceState(history.state, '', address)
  return mark
}
