import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldFrame } from '../../forms/fields/field-frame.tsx'
import classes from './profile.module.css'

/** A code of the authenticator app. `takesWords`: also accepts a recovery code, which has letters. */
export function CodeField({
  takesWords = false,
  autoFocus = false,
  ...props
}: FieldProps<string> & { takesWords?: boolean; autoFocus?: boolean }) {
  const frame = useFieldFrame(props)
  return (
    <TextInput
      {...frame}
      className={classes.code ?? ''}
      inputMode={takesWords ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
