import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { useFieldFrame } from '../../forms/field-frame.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { DemoPeople } from './demo-people.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './login-form.module.css'

type LoginFormProps = { hasDemo: boolean; onSignedIn: () => void }

export function LoginForm({ hasDemo, onSignedIn }: LoginFormProps) {
  const t = useTranslations('auth')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const loginField = useRef<HTMLInputElement>(null)
  const { mutate, error, isPending, isSuccess } = useAction('auth.login', {
    onSuccess: onSignedIn,
    onFailure: () => loginField.current?.focus(),
  })
  const errors = fieldErrorsOf(error)
  const loginFrame = useFieldFrame({ name: 'login', label: t('email'), error: errors.login?.[0] })
  // While the next page is on its way the button stays busy.
  const isBusy = isPending || isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) mutate({ body: { login, password, remember } })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        {...loginFrame}
        ref={loginField}
        size="md"
        type="email"
        autoComplete="username"
        autoFocus
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <div className={classes.password}>
        <PasswordField
          name="password"
          label={t('password')}
          error={errors.password?.[0]}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {/* After the field, so that the way from the email to the password is one step. */}
        <a className={classes.forgot} href="/forgot">
          {t('forgot')}
        </a>
      </div>
      <Checkbox
        name="remember"
        label={t('remember')}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      <FormFailure error={error} fields={['login', 'password']} />
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        {t('submit')}
      </Button>
      {hasDemo && (
        <DemoPeople
          onChoose={(person) => {
            setLogin(person.login)
            setPassword(person.password)
          }}
        />
      )}
    </form>
  )
}
