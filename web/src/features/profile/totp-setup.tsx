import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { Answer } from '../../api/send/calls.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

type Begun = Pick<Answer<'totp.enable'>, 'secret' | 'qr'>

/** Sets up a second factor in three steps: the password, a code from the app, the recovery codes. */
export function TotpSetup({ text, onDone }: { text?: string; onDone: () => void }) {
  const t = useTranslations('profile')
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (!begun) return <PasswordStep text={text ?? t('totpIntro')} onBegun={setBegun} />
  if (!codes) return <AppStep begun={begun} onConfirmed={setCodes} />
  return (
    <>
      <RecoveryCodes codes={codes} />
      <DialogButtons>
        <Button onClick={onDone}>{t('codesKept')}</Button>
      </DialogButtons>
    </>
  )
}

function PasswordStep({ text, onBegun }: { text: string; onBegun: (begun: Begun) => void }) {
  const t = useTranslations('profile')
  const forms = useTranslations('forms')
  const enable = useAction('totp.enable')
  const form = useFormState({
    call: 'totp.enable',
    draft: null,
    initial: { password: '' },
    send: async (body) => onBegun(await enable.mutateAsync({ body })),
  })
  return (
    <FormShell form={form} layout="dialog" submitLabel={t('next')}>
      <DialogText>{text}</DialogText>
      <PasswordField
        {...form.at('password')}
        label={forms('ownPassword')}
        autoComplete="current-password"
        autoFocus
        size="sm"
      />
    </FormShell>
  )
}

type AppStepProps = { begun: Begun; onConfirmed: (codes: readonly string[]) => void }

function AppStep({ begun: { secret, qr }, onConfirmed }: AppStepProps) {
  const t = useTranslations('profile')
  const auth = useTranslations('auth')
  const confirm = useAction('totp.confirm')
  const form = useFormState({
    call: 'totp.confirm',
    draft: null,
    initial: { code: '' },
    send: async (body) => onConfirmed((await confirm.mutateAsync({ body })).recovery_codes),
  })
  return (
    <FormShell form={form} layout="dialog" submitLabel={t('confirm')}>
      <DialogText>{t('scan')}</DialogText>
      <img
        className={classes.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={t('qr')}
        width={196}
        height={196}
      />
      <div>
        <p className={classes.hint}>{t('secretHint')}</p>
        <div className={classes.secret}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label={t('copySecret')} />
        </div>
      </div>
      <CodeField {...form.at('code')} label={auth('code')} hint={auth('codeHint')} autoFocus />
    </FormShell>
  )
}
