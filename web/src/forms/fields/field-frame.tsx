import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFieldLabel } from '../form/form-labels.ts'
import type { FieldBinding } from '../form/use-form-state.ts'
import classes from './field.module.css'

/** Props of every field in addition to its binding. */
export type FieldProps<Value> = FieldBinding<Value> & {
  label: string
  hint?: string
  optional?: boolean
  disabled?: boolean
}

type FrameSource = Pick<FieldProps<never>, 'name' | 'label' | 'hint' | 'optional' | 'disabled' | 'error'>

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Props of any Mantine field: label above, hint and error below. Registers the label with the form. */
export function useFieldFrame({ name, label, hint, optional, disabled, error }: FrameSource) {
  useFieldLabel(name, label)
  return {
    name,
    label: optional ? <OptionalLabel label={label} /> : label,
    description: hint,
    error: error === undefined ? undefined : <FieldMessage text={error} />,
    disabled: disabled ?? false,
    inputWrapperOrder: order,
  }
}

function OptionalLabel({ label }: { label: string }) {
  const t = useTranslations('forms')
  return (
    <>
      {label} <span className={classes.optional}>{t('optional')}</span>
    </>
  )
}

/** The error beneath a field. */
export function FieldMessage({ text }: { text: string }) {
  return (
    <>
      <IconAlertCircle className={classes.alert} size={14} stroke={1.8} aria-hidden="true" />
      <span>{text}</span>
    </>
  )
}
