import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { CodeField } from './code-field.tsx'

/** Turns the second factor off. A person with a new phone sets it up again afterwards. */
export function TotpOffForm({ close }: { close: () => void }) {
  const t = useTranslations('profile')
  const auth = useTranslations('auth')
  const forms = useTranslations('forms')
  const disable = useAction('totp.disable')
  const form = useFormState({
    call: 'totp.disable',
    draft: null,
    initial: { password: '', code: '' },
    send: async (body) => {
      await disable.mutateAsync({ body })
      close()
      notify({ text: t('totpTurnedOff'), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('turnOff')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <DialogText>{t('totpOffText')}</DialogText>
      <PasswordField
        {...form.at('password')}
        label={forms('ownPassword')}
        autoComplete="current-password"
        autoFocus
        size="sm"
      />
      <CodeField {...form.at('code')} label={auth('code')} hint={t('orRecoveryCode')} takesWords />
    </FormShell>
  )
}
