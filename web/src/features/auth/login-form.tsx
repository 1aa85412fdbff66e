import { type FormEvent, useState } from 'react'
import { ApiFailure, type Failure, fieldErrorsOf } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import classes from './login-form.module.css'

type LoginFormProps = { hasDemo: boolean; onSignedIn: () => void }

const empty = { login: '', password: '', remember: true }

/** Who, and with which password; then, of a person with a second factor, the code. */
export function LoginForm({ hasDemo, onSignedIn }: LoginFormProps) {
  const [credentials, setCredentials] = useState(empty)
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'credentials' | 'code'>('credentials')
  const { mutate, reset, error, isPending, isSuccess } = useAction('auth.login', {
    onSuccess: onSignedIn,
    onFailure: (failure) => setStep(stepAfter(failure, step)),
  })
  // While the next page is on its way the button stays busy.
  const isBusy = isPending || isSuccess
  // That a code is wanted is no fault of what was typed.
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
  // The password has changed meanwhile.
  return 'login' in fieldErrorsOf(failure) ? 'credentials' : step
}
