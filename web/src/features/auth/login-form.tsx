import { type FormEvent, useState } from 'react'
import { ApiFailure, type Failure, fieldErrorsOf } from '../../api/send/failure.ts'
import { usePlainAction } from '../../api/send/plain-action.ts'
import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import classes from './login-form.module.css'

type LoginFormProps = { hasDemo: boolean; onSignedIn: () => void }

const empty = { login: '', password: '', remember: true }

/** The sign-in form: email and password, then a code if the person has a second factor. */
export function LoginForm({ hasDemo, onSignedIn }: LoginFormProps) {
  const [credentials, setCredentials] = useState(empty)
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'credentials' | 'code'>('credentials')
  const { mutate, reset, error, data, isPending } = usePlainAction('auth.login', {
    onSuccess: onSignedIn,
    onFailure: (failure) => setStep(stepAfter(failure, step)),
  })
  // The button stays busy until the next page is loaded.
  const isBusy = isPending || data !== undefined
  // A request for the code is not an error in the input.
  const fault = isCodeWanted(error) ? null : error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) mutate({ body: { ...credentials, ...(step === 'code' && { code }) } })
  }
  const back = () => {
    reset()
    setCode('')
    setStep('credentials')
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {step === 'code' ? (
        <CodeStep value={code} onChange={setCode} error={fault} isBusy={isBusy} onBack={back} />
      ) : (
        <CredentialsStep
          value={credentials}
          onChange={setCredentials}
          error={fault}
          isBusy={isBusy}
          hasDemo={hasDemo}
        />
      )}
    </form>
  )
}

const isCodeWanted = (failure: Error | null) =>
  failure instanceof ApiFailure && failure.code === 'totp_required'

function stepAfter(failure: Failure, step: 'credentials' | 'code') {
  if (isCodeWanted(failure)) return 'code'
  // An error of the login means that the password has changed meanwhile, so go back to it.
  return 'login' in fieldErrorsOf(failure) ? 'credentials' : step
}
