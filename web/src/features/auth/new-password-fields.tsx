import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'

type NewPassword = { password: string; password_confirmation: string }

type NewPasswordFieldsProps = {
  value: NewPassword
  onChange: (value: NewPassword) => void
  error: Error | null
  autoFocus?: boolean
}

/** The new password and its confirmation. */
export function NewPasswordFields({ value, onChange, error, autoFocus = false }: NewPasswordFieldsProps) {
  const t = useTranslations('auth')
  const errors = fieldErrorsOf(error)
  return (
    <>
      <PasswordField
        name="password"
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        error={errors.password?.[0]}
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      <PasswordField
        name="password_confirmation"
        label={t('repeatPassword')}
        error={errors.password_confirmation?.[0]}
        autoComplete="new-password"
        value={value.password_confirmation}
        onChange={(repeated) => onChange({ ...value, password_confirmation: repeated })}
      />
    </>
  )
}
