import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import classes from './login-form.module.css'

type FormFailureProps = {
  error: Error | null
  /** Fields that show their own errors. Errors of all other fields are shown here. */
  fields: readonly string[]
}

/** Why the form was refused, if none of its fields shows it. */
export function FormFailure({ error, fields }: FormFailureProps) {
  const t = useTranslations('auth')
  if (!error) return null
  const errors = Object.entries(fieldErrorsOf(error))
  const stray = errors.filter(([field]) => !fields.includes(field)).flatMap(([, texts]) => texts)
  if (errors.length > 0 && stray.length === 0) return null
  return (
    <p className={classes.failure} role="alert">
      <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
      {stray[0] ?? (error.message || t('noAnswer'))}
    </p>
  )
}
