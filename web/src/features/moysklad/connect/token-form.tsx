import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { PasswordField } from '../../../forms/fields/password-field.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../../ui/notices/notify.ts'

type TokenFormProps = {
  /** There was no token before. */
  isNew: boolean
  close: () => void
}

/** Takes a token. The server checks it with MoySklad before it stores it. */
export function TokenForm({ isNew, close }: TokenFormProps) {
  const t = useTranslations('moySklad')
  const connect = useAction('moySklad.save')
  const form = useFormState({
    call: 'moySklad.save',
    draft: null,
    initial: { token: '' },
    send: async ({ token }) => {
      const { moi_sklad } = await connect.mutateAsync({ body: { token: token.trim() } })
      close()
      const text = isNew ? t('connected', { name: moi_sklad.account.name }) : t('tokenChanged')
      notify({ text, tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t(isNew ? 'tokenSend' : 'newTokenSend')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <DialogText>{t(isNew ? 'tokenText' : 'newTokenText')}</DialogText>
      <PasswordField
        {...form.at('token')}
        label={t('token')}
        hint={t('tokenHint')}
        // Keeps password managers from offering the person's own password.
        autoComplete="new-password"
        autoFocus
        size="sm"
      />
    </FormShell>
  )
}
