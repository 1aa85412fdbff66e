import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'

/** Changes the password, which ends the person's other sessions. */
export function PasswordForm({ close }: { close: () => void }) {
  const t = useTranslations('profile')
  const auth = useTranslations('auth')
  const { email } = useUser()
  const change = useAction('account.changePassword')
  const form = useFormState({
    call: 'account.changePassword',
    draft: null,
    initial: { current_password: '', password: '', password_confirmation: '' },
    send: async (body) => {
      await change.mutateAsync({ body })
      close()
      notify({ text: t('passwordChanged'), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={auth('changeSubmit')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <DialogText>{t('passwordDialogText')}</DialogText>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.at('current_password')}
        label={auth('currentPassword')}
        autoComplete="current-password"
        autoFocus
        size="sm"
      />
      <PasswordField
        {...form.at('password')}
        label={auth('newPassword')}
        hint={auth('newPasswordHint')}
        autoComplete="new-password"
        size="sm"
      />
      <PasswordField
        {...form.at('password_confirmation')}
        label={auth('repeatPassword')}
        autoComplete="new-password"
        size="sm"
      />
    </FormShell>
  )
}
