import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import type { FieldBinding } from '../form/use-form-state.ts'
import { PasswordField } from './password-field.tsx'

/** The password of the signed-in person, before a step that must not be possible at an unattended screen. */
export function OwnPasswordField({
  autoFocus = false,
  ...binding
}: FieldBinding<string> & { autoFocus?: boolean }) {
  const t = useTranslations('forms')
  const { email } = useUser()
  return (
    <>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...binding}
        label={t('ownPassword')}
        autoComplete="current-password"
        autoFocus={autoFocus}
        size="sm"
      />
    </>
  )
}
