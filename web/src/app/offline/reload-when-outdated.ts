import { readPageVersion } from '../../api/cache/page-version.ts'
import { blankPage } from '../session/leave.ts'

const reloadedAt = 'artel_reloaded_at'
const patienceMs = 30_000

/**
 * Reloads a page that stayed open over an update and asks for code that no longer exists. A second failure
 * soon after a reload does not reload, because another error would cause an endless loop. Without a connection
 * nothing is reloaded, because the page would be gone: the part that is missing is asked for again.
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
  window.addEventListener('vite:preloadError', () => void reloadForUpdate())
}

async function reloadForUpdate(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
  if (Date.now() - last < patienceMs || !(await isOutdated())) return
  sessionStorage.setItem(reloadedAt, String(Date.now()))
  location.reload()
}

/** Whether the server has another version of the page. False without a connection. */
async function isOutdated(): Promise<boolean> {
  const own = readPageVersion()
  try {
    const served = await fetch('/', { cache: 'no-store' })
    return served.ok && own !== null && !(await served.text()).includes(own)
  } catch {
    return false
  }
}
