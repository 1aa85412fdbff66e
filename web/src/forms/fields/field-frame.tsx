import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFieldWords } from '../form/form-words.ts'
import type { FieldBinding } from '../form/use-form-state.ts'
import classes from './field.module.css'

/** Props of every field in addition to its binding. */
export type FieldProps<Value> = FieldBinding<Value> & {
  label: string
  hint?: string
  optional?: boolean
  disabled?: boolean
  /** Writes a value in the question about a conflict. Default: as a field of this kind does. */
  show?: ((value: NonNullable<Value>) => string) | undefined
}

type FrameSource<Value> = Pick<
  FieldProps<Value>,
  'name' | 'label' | 'hint' | 'optional' | 'disabled' | 'error' | 'show'
> & { none?: string | undefined }

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/**
 * Props of any Mantine field: label above, hint and error below. Tells the form the words of the field.
 * `show`: how a field of this kind writes a value.
 */
export function useFieldFrame<Value>(
  props: FrameSource<Value>,
  show?: (value: NonNullable<Value>) => string,
) {
  const { name, label, hint, optional, disabled, error, none } = props
  useFieldWords(name, label, props.show ?? show, none)
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
