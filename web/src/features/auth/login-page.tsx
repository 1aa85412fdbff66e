import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { GuestLayout } from './guest-layout.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('auth')
  const { config } = useSession()
  return (
    <GuestLayout pageTitle={t('pageTitle')} title={t('title')} subtitle={t('subtitle')}>
      <LoginForm hasDemo={config.demo} onSignedIn={onSignedIn} />
    </GuestLayout>
  )
}
