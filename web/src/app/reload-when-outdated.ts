import { blankPage } from './leave.ts'

const reloadedAt = 'artel_reloaded_at'
const patienceMs = 30_000

/**
 * A page that stayed open over an update asks for code that is no longer there: it is loaded anew, once in a while
 * at most, so that a fault of another kind does not turn into a circle.
 */
export function reloadWhenOutdated(): void {
  // The browser may bring a page back as it was left, and the person may have signed out since. It is loaded anew, and
  // kept blank, because it would be seen until a slow network answers.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) blankPage()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last < patienceMs) return
    event.preventDefault()
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  })
}
