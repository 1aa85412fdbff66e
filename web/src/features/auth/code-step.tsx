import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/failure.ts'
import { useFieldFrame } from '../../forms/field-frame.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './login-form.module.css'

type CodeStepProps = {
  value: string
  onChange: (code: string) => void
  error: Error | null
  isBusy: boolean
  onBack: () => void
}

/** The second step of signing in: a code from the app, or a recovery code. */
export function CodeStep({ value, onChange, error, isBusy, onBack }: CodeStepProps) {
  const t = useTranslations('auth')
  const [isRecovery, setIsRecovery] = useState(false)
  const frame = useFieldFrame({
    name: 'code',
    label: t(isRecovery ? 'recoveryCode' : 'code'),
    hint: t(isRecovery ? 'recoveryCodeHint' : 'codeHint'),
    error: fieldErrorsOf(error).code?.[0],
  })
  const swap = () => {
    setIsRecovery(!isRecovery)
    onChange('')
  }
  return (
    <>
      <TextInput
        {...frame}
        // A new key for the other kind of code gives an empty, focused field.
        key={String(isRecovery)}
        size="md"
        className={classes.code ?? ''}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FormFailure error={error} fields={['code']} />
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        {t('submit')}
      </Button>
      <div className={classes.ways}>
        <UnstyledButton className={classes.way} onClick={swap}>
          {t(isRecovery ? 'toCode' : 'toRecoveryCode')}
        </UnstyledButton>
        <UnstyledButton className={classes.way} onClick={onBack}>
          {t('backToPassword')}
        </UnstyledButton>
      </div>
    </>
  )
}
