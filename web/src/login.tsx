import './ui/theme/fonts.ts'
import './ui/theme/base.css'
import './ui/theme/tokens.css'
import { forgetKept } from './api/kept/holds.ts'
import { judgeVisit } from './app/routes/guard.ts'
import { guestPages } from './app/routes/guest-pages.tsx'
import { safeReturnPath } from './app/routes/return-path.ts'
import { entryAt, groupOf } from './app/routes/route-table.ts'
import { startPage } from './app/start.tsx'
import { LoginPage } from './features/auth/login-page.tsx'
import { clearShownPushes } from './features/devices/shown-pushes.ts'

const { pathname } = location
const search = new URLSearchParams(location.search)
const returnPath = safeReturnPath(search.get('redirect'), location.origin)

startPage(async (session) => {
  // The shown pushes belong to the person who was signed in before.
  const clearShown = () => void clearShownPushes().catch(() => undefined)
  if (!session.user) {
    clearShown()
    // Usually nothing is left: it was deleted when that person was signed out.
    forgetKept().catch(() => undefined)
  }
  if (judgeVisit(groupOf(pathname), session) === 'home') {
    location.replace(returnPath)
    // The spinner stays until the page is left.
    return new Promise(() => undefined)
  }
  const goOn = () => {
    // More may have come since the page was opened.
    clearShown()
    const leave = () => location.assign(returnPath)
    forgetKept().then(leave, leave)
  }
  const name = entryAt(pathname)?.name
  const page = name && guestPages[name]
  return page ? page({ session, pathname, search }) : <LoginPage onSignedIn={goOn} />
})
