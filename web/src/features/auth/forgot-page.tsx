import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { usePlainAction } from '../../api/send/plain-action.ts'
import { PlainField } from '../../forms/fields/plain-field.tsx'
import { PlainButton } from '../../ui/page/plain-button.tsx'
import { FormFailure } from './form-failure.tsx'
import { GuestLayout } from './guest-layout.tsx'
import classes from './login-form.module.css'

export function ForgotPage() {
  const t = useTranslations('auth')
  const { mutate, data, error, isPending } = usePlainAction('auth.forgot')
  return (
    <GuestLayout pageTitle={t('forgotTitle')} title={t('forgotTitle')} subtitle={t('forgotSubtitle')}>
      <div className={classes.form}>
        {data ? (
          <p className={classes.text} role="status">
            {data.message}
          </p>
        ) : (
          <ForgotForm error={error} isBusy={isPending} onSubmit={(email) => mutate({ body: { email } })} />
        )}
        <a className={classes.back} href="/login">
          {t('backToLogin')}
        </a>
      </div>
    </GuestLayout>
  )
}

type ForgotFormProps = { error: Error | null; isBusy: boolean; onSubmit: (email: string) => void }

function ForgotForm({ error, isBusy, onSubmit }: ForgotFormProps) {
  const t = useTranslations('auth')
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit(email)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PlainField
        name="email"
        label={t('email')}
        error={fieldErrorsOf(error).email?.[0]}
        input={{
          type: 'email',
          autoComplete: 'username',
          autoFocus: true,
          value: email,
          onChange: (event) => setEmail(event.currentTarget.value),
        }}
      />
      <FormFailure error={error} fields={['email']} />
      <PlainButton type="submit" isBusy={isBusy} isWide>
        {t('forgotSubmit')}
      </PlainButton>
    </form>
  )
}
