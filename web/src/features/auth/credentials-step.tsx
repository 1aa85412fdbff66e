import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { PlainCheckbox } from '../../forms/fields/plain-checkbox.tsx'
import { PlainField } from '../../forms/fields/plain-field.tsx'
import { PlainButton } from '../../ui/page/plain-button.tsx'
import { DemoPeople } from './demo-people.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './login-form.module.css'

type Credentials = { login: string; password: string; remember: boolean }

type CredentialsStepProps = {
  value: Credentials
  onChange: (value: Credentials) => void
  error: Error | null
  isBusy: boolean
  hasDemo: boolean
}

export function CredentialsStep({ value, onChange, error, isBusy, hasDemo }: CredentialsStepProps) {
  const t = useTranslations('auth')
  const { login, password, remember } = value
  const loginField = useRef<HTMLInputElement>(null)
  const errors = fieldErrorsOf(error)
  useEffect(() => {
    if (error) loginField.current?.focus()
  }, [error])
  return (
    <>
      <PlainField
        name="login"
        label={t('email')}
        error={errors.login?.[0]}
        input={{
          ref: loginField,
          type: 'email',
          autoComplete: 'username',
          autoFocus: true,
          value: login,
          onChange: (event) => onChange({ ...value, login: event.currentTarget.value }),
        }}
      />
      <div className={classes.password}>
        <PasswordField
          name="password"
          label={t('password')}
          error={errors.password?.[0]}
          autoComplete="current-password"
          value={password}
          onChange={(typed) => onChange({ ...value, password: typed })}
        />
        {/* After the field, so that one Tab leads from the email to the password. */}
        <a className={classes.forgot} href="/forgot">
          {t('forgot')}
        </a>
      </div>
      <PlainCheckbox
        name="remember"
        label={t('remember')}
        isChecked={remember}
        onChange={(isChecked) => onChange({ ...value, remember: isChecked })}
      />
      <FormFailure error={error} fields={['login', 'password']} />
      <PlainButton type="submit" isBusy={isBusy} isWide>
        {t('submit')}
      </PlainButton>
      {hasDemo && <DemoPeople onChoose={(person) => onChange({ ...value, ...person })} />}
    </>
  )
}
