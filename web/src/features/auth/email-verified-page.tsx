import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session.ts'
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
      <Button component="a" href={user ? '/' : '/login'} size="md" fullWidth>
        {t(user ? 'openArtel' : 'submit')}
      </Button>
    </GuestLayout>
  )
}
