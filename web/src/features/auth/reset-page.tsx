import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { usePlainAction } from '../../api/send/plain-action.ts'
import { PlainField } from '../../forms/fields/plain-field.tsx'
import { PlainButton, PlainLinkButton } from '../../ui/page/plain-button.tsx'
import { FormFailure } from './form-failure.tsx'
import { GuestLayout } from './guest-layout.tsx'
import classes from './login-form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'

type ResetPageProps = { token: string; email: string }

/** The target of the mailed link that sets a new password. */
export function ResetPage({ token, email }: ResetPageProps) {
  const t = useTranslations('auth')
  const { mutate, data, error, isPending } = usePlainAction('auth.reset')
  return (
    <GuestLayout pageTitle={t('resetTitle')} title={t('resetTitle')} subtitle={t('resetSubtitle')}>
      {data ? (
        <div className={classes.form}>
          <p className={classes.text} role="status">
            {t('resetDone')}
          </p>
          <PlainLinkButton href="/login" isWide>
            {t('submit')}
          </PlainLinkButton>
        </div>
      ) : (
        <ResetForm
          email={email}
          error={error}
          isBusy={isPending}
          onSubmit={(passwords) => mutate({ body: { token, email, ...passwords } })}
        />
      )}
    </GuestLayout>
  )
}

type ResetFormProps = {
  email: string
  error: Error | null
  isBusy: boolean
  onSubmit: (passwords: { password: string; password_confirmation: string }) => void
}

function ResetForm({ email, error, isBusy, onSubmit }: ResetFormProps) {
  const t = useTranslations('auth')
  const [passwords, setPasswords] = useState({ password: '', password_confirmation: '' })
  const errors = fieldErrorsOf(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit(passwords)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* Shown, so that a password manager stores the new password for this email. */}
      <PlainField
        name="email"
        label={t('email')}
        error={errors.email?.[0]}
        input={{ type: 'email', autoComplete: 'username', readOnly: true, value: email }}
      />
      <NewPasswordFields value={passwords} onChange={setPasswords} error={error} autoFocus />
      <FormFailure error={error} fields={['email', 'password', 'password_confirmation']} />
      <PlainButton type="submit" isBusy={isBusy} isWide>
        {t('resetSubmit')}
      </PlainButton>
      {errors.token && (
        <a className={classes.back} href="/forgot">
          {t('askAgain')}
        </a>
      )}
    </form>
  )
}
