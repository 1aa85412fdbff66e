import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { useFieldFrame } from '../../forms/field-frame.tsx'
import { DemoPeople } from './demo-people.tsx'
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
  const passwordFrame = useFieldFrame({
    name: 'password',
    label: t('password'),
    error: errors.password?.[0],
  })
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
      <PasswordInput
        {...passwordFrame}
        size="md"
        autoComplete="current-password"
        visibilityToggleIcon={EyeIcon}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox
        name="remember"
        label={t('remember')}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      {error && Object.keys(errors).length === 0 && (
        <p className={classes.failure} role="alert">
          <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
          {error.message || t('noAnswer')}
        </p>
      )}
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

function EyeIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={16} stroke={1.8} />
}
