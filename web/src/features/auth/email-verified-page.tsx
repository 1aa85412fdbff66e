import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { PlainLinkButton } from '../../ui/page/plain-button.tsx'
import { GuestLayout } from './guest-layout.tsx'

/** The target of the mailed link. `isInvalid`: the link was wrong or expired. */
export function EmailVerifiedPage({ isInvalid }: { isInvalid: boolean }) {
  const t = useTranslations('auth')
  const { user } = useSession()
  const title = t(isInvalid ? 'verifyFailedTitle' : 'verifiedTitle')
  return (
    <GuestLayout
      pageTitle={title}
      title={title}
      subtitle={t(isInvalid ? 'verifyFailedText' : 'verifiedText')}
    >
      <PlainLinkButton href={user ? '/' : '/login'} isWide>
        {t(user ? 'openArtel' : 'submit')}
      </PlainLinkButton>
    </GuestLayout>
  )
}
