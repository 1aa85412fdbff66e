import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconDice } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../../../forms/fields/password-field.tsx'
import type { FieldBinding } from '../../../forms/form/use-form-state.ts'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { makePassword } from './make-password.ts'
import classes from './user-dialogs.module.css'

/** A password for another person, typed or generated in the browser. */
export function GivenPasswordField({ name, value, onChange, error }: FieldBinding<string>) {
  const t = useTranslations('users')
  return (
    <div className={classes.given}>
      <PasswordField
        name={name}
        label={t('password')}
        hint={t('passwordHint')}
        error={error}
        autoComplete="new-password"
        size="sm"
        value={value}
        onChange={onChange}
      />
      <Button
        variant="default"
        leftSection={<IconDice size={16} stroke={1.8} />}
        onClick={() => onChange(makePassword())}
      >
        {t('passwordMake')}
      </Button>
    </div>
  )
}

/** Shows a password that was just set. This is the only time, because nobody can read it later. */
export function showGivenPassword(title: string, password: string): void {
  openDialog(title, (close) => <GivenPassword password={password} close={close} />, { isForm: true })
}

function GivenPassword({ password, close }: { password: string; close: () => void }) {
  const t = useTranslations('users')
  return (
    <>
      <DialogText>{t('passwordShown')}</DialogText>
      <output className={classes.password}>{password}</output>
      <DialogButtons>
        <CopyButton value={password}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />
              }
              onClick={copy}
            >
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button data-autofocus onClick={close}>
          {t('done')}
        </Button>
      </DialogButtons>
    </>
  )
}
