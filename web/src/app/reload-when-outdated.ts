import { blankPage } from './leave.ts'

const reloadedAt = 'artel_reloaded_at'
const patienceMs = 30_000

/**
 * Reloads a page that stayed open over an update and asks for code that no longer exists. A second failure
 * soon after a reload does not reload, because another error would cause an endless loop.
 */
export function reloadWhenOutdated(): void {
  // The browser may restore a page as it was left, although the person may have signed out since. The page is
  // reloaded, and blanked before, because it would be visible until a slow network answers.
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
