import type { ReactNode } from 'react'
import type { Session } from '../../api/session/session.ts'
import { GuestFooter } from '../../features/auth/guest-footer.tsx'
import type { RouteName } from './route-table.ts'

type GuestPlace = {
  session: Session
  pathname: string
  search: URLSearchParams
}

type GuestPage = (place: GuestPlace) => Promise<ReactNode>

/** Pages besides login that need no sign-in. Each one is loaded when it is opened. */
export const guestPages: Partial<Record<RouteName, GuestPage>> = {
  'auth.forgot': async () => {
    const { ForgotPage } = await import('../../features/auth/forgot-page.tsx')
    return <ForgotPage />
  },
  'auth.reset': async ({ pathname, search }) => {
    const { ResetPage } = await import('../../features/auth/reset-page.tsx')
    return <ResetPage token={pathname.split('/')[2] ?? ''} email={search.get('email') ?? ''} />
  },
  'email.verified': async ({ search }) => {
    const { EmailVerifiedPage } = await import('../../features/auth/email-verified-page.tsx')
    return <EmailVerifiedPage isInvalid={search.has('error')} />
  },
  'public.support': readingPage('support'),
  'public.term': readingPage('terms'),
  'public.privacy': readingPage('privacy'),
}

function readingPage(page: 'support' | 'terms' | 'privacy'): GuestPage {
  return async ({ session }) => {
    const { ReadingPage } = await import('../../features/public/reading-page.tsx')
    return <ReadingPage page={page} footer={<GuestFooter languages={session.config.languages} />} />
  }
}
