import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { PasswordField } from '../../forms/fields/password-field.tsx'
import { usePageTitle } from '../../i18n/page-title.ts'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { LockedDialog } from '../../ui/dialog/locked-dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './login-form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'

type PasswordChangePageProps = { onChanged: () => void; onSignedOut: () => void }

/** The only page for a person whose password was set by another person. */
export function PasswordChangePage({ onChanged, onSignedOut }: PasswordChangePageProps) {
  const t = useTranslations('auth')
  usePageTitle(t('changeTitle'))
  return (
    <LockedDialog title={t('changeTitle')}>
      <PasswordChangeForm onChanged={onChanged} onSignedOut={onSignedOut} />
    </LockedDialog>
  )
}

const untouched = { password: '', password_confirmation: '' }

function PasswordChangeForm({ onChanged, onSignedOut }: PasswordChangePageProps) {
  const t = useTranslations('auth')
  const [current, setCurrent] = useState('')
  const [passwords, setPasswords] = useState(untouched)
  const { mutate, error, isPending, isSuccess } = useAction('account.changePassword', {
    onSuccess: onChanged,
  })
  const logout = useAction('auth.logout', { onSuccess: onSignedOut })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ body: { current_password: current, ...passwords } })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <DialogText>{t('changeText')}</DialogText>
      <PasswordField
        name="current_password"
        label={t('currentPassword')}
        error={fieldErrorsOf(error).current_password?.[0]}
        autoComplete="current-password"
        autoFocus
        value={current}
        onChange={setCurrent}
      />
      <NewPasswordFields value={passwords} onChange={setPasswords} error={error} />
      <FormFailure error={error} fields={['current_password', 'password', 'password_confirmation']} />
      <DialogButtons>
        <Button variant="subtle" color="gray" loading={logout.isPending} onClick={() => logout.mutate({})}>
          {t('signOut')}
        </Button>
        <Button type="submit" loading={isPending || isSuccess}>
          {t('changeSubmit')}
        </Button>
      </DialogButtons>
    </form>
  )
}
