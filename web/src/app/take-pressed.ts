import { markName } from '../features/devices/push-message.ts'

/**
 * The mark of the press that has opened this window, which the service worker knows. It is taken out of the address
 * before anybody reads that.
 */
export function takePressed(): string | null {
  const address = new URL(location.href)
  const mark = address.searchParams.get(markName)
  if (mark === null) return null
  address.searchParams.delete(markName)
  history.replaceState(history.state, '', address)
  return mark
}
