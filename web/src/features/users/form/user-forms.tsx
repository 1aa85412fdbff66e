import { isPromotion, type UserType, userTypes } from '@artel/contract/access'
import type { ManagedUser } from '@artel/contract/users/users'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { OwnPasswordField } from '../../../forms/fields/own-password-field.tsx'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { GivenPasswordField, showGivenPassword } from './given-password.tsx'

type FormProps = { user: ManagedUser; close: () => void }

/**
 * Changes the type of a person. The owner's password is a field of this form and not of a dialog on top,
 * because an error must appear at its field.
 */
export function TypeForm({ user, close }: FormProps) {
  const t = useTranslations('users')
  const change = useTypeChange(user, close)
  const form = useFormState({
    call: 'personnel.update',
    draft: null,
    initial: { type: user.type, email: user.email, password: '' },
    send: change,
  })
  const type = form.at('type')
  const loss = lossOf(user, form.values.type)
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('typeSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SelectField
        {...type}
        // The field cannot be emptied, so the fallback only satisfies the type.
        onChange={(value) => type.onChange(value ?? user.type)}
        label={t('type')}
        hint={t(`typeHint_${form.values.type}`)}
        options={userTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
      />
      {loss && <DialogText>{t(`typeLoss_${loss}`, { totp: user.has_totp ? 'on' : 'off' })}</DialogText>}
      {loss && loss !== 'archived' && (
        <TextField
          {...form.at('email')}
          label={t('typeEmail')}
          type="email"
          hint={t(user.has_trusted_email ? 'typeEmailHint' : 'typeEmailCheck')}
        />
      )}
      {form.values.type !== user.type && (
        <>
          {!loss && <DialogText>{t('typeText')}</DialogText>}
          <OwnPasswordField {...form.at('password')} />
        </>
      )}
    </FormShell>
  )
}

/** What a promotion does to the person's sign-in; null: they keep their password. */
function lossOf(user: ManagedUser, type: UserType): 'archived' | 'invited' | 'password' | null {
  if (user.has_own_access || !isPromotion(user.type, type)) return null
  if (user.status === 'archived') return 'archived'
  return user.is_invited ? 'invited' : 'password'
}

/** Checks the owner's password, changes the type, and says what happened to the person's password. */
function useTypeChange(user: ManagedUser, close: () => void) {
  const t = useTranslations('users')
  const check = useAction('account.checkPassword')
  const update = useAction('personnel.update')
  return async ({ type, email, password }: { type: UserType; email: string; password: string }) => {
    if (type === user.type) return close()
    await check.mutateAsync({ body: { password } })
    const loss = lossOf(user, type)
    const body = loss && loss !== 'archived' ? { type, email } : { type }
    const { user: now, mailed_to } = await update.mutateAsync({ params: { id: user.id }, body })
    close()
    const named = { name: user.full_name }
    const unmailed = t(now.is_invited ? 'typeDoneUnmailed' : 'typeDone', named)
    const text = mailed_to === null ? unmailed : t('typeDoneMailed', { ...named, email: mailed_to })
    notify({ text, tone: 'ok' })
  }
}

/** Sets a password for another person and shows it once. */
export function PasswordForm({ user, close }: FormProps) {
  const t = useTranslations('users')
  const update = useAction('personnel.update')
  const form = useFormState({
    call: 'personnel.update',
    draft: null,
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
