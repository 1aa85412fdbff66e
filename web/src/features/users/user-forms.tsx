import { userTypes } from '@artel/contract/access'
import type { ManagedUser } from '@artel/contract/users'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/query.ts'
import { askPassword } from '../../forms/ask-password.tsx'
import { SelectField } from '../../forms/choice-fields.tsx'
import { FormShell } from '../../forms/form-shell.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { DialogText } from '../../ui/dialog-parts.tsx'
import { notify } from '../../ui/notify.ts'
import { GivenPasswordField, showGivenPassword } from './given-password.tsx'
import { userReads } from './user-reads.ts'

type FormProps = { user: ManagedUser; close: () => void }

/** Makes staff an admin, an admin an owner, and back; the owner's password is asked for. */
export function TypeForm({ user, close }: FormProps) {
  const t = useTranslations('users')
  const update = useAction('personnel.update', { refreshes: userReads })
  const form = useFormState({
    initial: { type: user.type },
    send: async ({ type }) => {
      if (type === user.type) return close()
      const named = { name: user.full_name, type: t(`type_${type}`) }
      const isSure = await askPassword({
        title: t('typeTitle', named),
        text: t('typeText'),
        confirmLabel: t('typeSubmit'),
        cancelLabel: t('keep'),
      })
      if (!isSure) return
      await update.mutateAsync({ params: { id: user.id }, body: { type } })
      close()
      notify({ text: t('typeDone', named), tone: 'ok' })
    },
  })
  const type = form.at('type')
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('typeSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SelectField
        {...type}
        // The field cannot be emptied.
        onChange={(value) => type.onChange(value ?? user.type)}
        label={t('type')}
        hint={t(`typeHint_${form.values.type}`)}
        options={userTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
      />
    </FormShell>
  )
}

/** Sets somebody's password for them and shows it once. */
export function PasswordForm({ user, close }: FormProps) {
  const t = useTranslations('users')
  const update = useAction('personnel.update', { refreshes: userReads })
  const form = useFormState({
    initial: { password: '' },
    send: async (body) => {
      await update.mutateAsync({ params: { id: user.id }, body })
      close()
      showGivenPassword(t('passwordOf', { name: user.full_name }), body.password)
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('passwordSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{t('passwordText')}</DialogText>
      <GivenPasswordField {...form.at('password')} />
    </FormShell>
  )
}
