import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { PlainField } from '../../forms/fields/plain-field.tsx'
import { BareButton, PlainButton } from '../../ui/page/plain-button.tsx'
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
  const swap = () => {
    setIsRecovery(!isRecovery)
    onChange('')
  }
  return (
    <>
      <PlainField
        // A new key for the other kind of code gives an empty, focused field.
        key={String(isRecovery)}
        name="code"
        label={t(isRecovery ? 'recoveryCode' : 'code')}
        hint={t(isRecovery ? 'recoveryCodeHint' : 'codeHint')}
        error={fieldErrorsOf(error).code?.[0]}
        input={{
          inputMode: isRecovery ? 'text' : 'numeric',
          autoComplete: 'one-time-code',
          autoCapitalize: 'none',
          spellCheck: false,
          autoFocus: true,
          value,
          onChange: (event) => onChange(event.currentTarget.value),
        }}
      />
      <FormFailure error={error} fields={['code']} />
      <PlainButton type="submit" isBusy={isBusy} isWide>
        {t('submit')}
      </PlainButton>
      <div className={classes.ways}>
        <BareButton className={classes.way} onClick={swap}>
          {t(isRecovery ? 'toCode' : 'toRecoveryCode')}
        </BareButton>
        <BareButton className={classes.way} onClick={onBack}>
          {t('backToPassword')}
        </BareButton>
      </div>
    </>
  )
}
