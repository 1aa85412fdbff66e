import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'

/** Asks for a new sign-in email. It takes effect when the mailed link is opened. */
export function EmailForm({ close }: { close: () => void }) {
  const t = useTranslations('profile')
  const forms = useTranslations('forms')
  const change = useAction('account.changeEmail')
  const form = useFormState({
    call: 'account.changeEmail',
    draft: null,
    initial: { email: '', password: '' },
    send: async (body) => {
      await change.mutateAsync({ body })
      close()
      notify({ text: t('emailSent', { email: body.email.trim() }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('emailSubmit')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <DialogText>{t('emailText')}</DialogText>
      <TextField {...form.at('email')} type="email" label={t('newEmail')} autoComplete="email" autoFocus />
      <PasswordField
        {...form.at('password')}
        label={forms('ownPassword')}
        autoComplete="current-password"
        size="sm"
      />
    </FormShell>
  )
}
