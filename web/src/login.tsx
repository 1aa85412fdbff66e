import './ui/fonts.ts'
import './ui/mantine-base.css'
import './ui/tokens.css'
import { safeReturnPath } from './app/return-path.ts'
import { startPage } from './app/start.tsx'
import { LoginPage } from './features/auth/login-page.tsx'

const asked = new URLSearchParams(location.search).get('redirect')
const returnPath = safeReturnPath(asked, location.origin)

startPage(async ({ user }) => {
  if (!user) return <LoginPage onSignedIn={() => location.assign(returnPath)} />
  location.replace(returnPath)
  // The spinner stays until the page is left.
  return new Promise(() => undefined)
})
