import { Textarea, TextInput } from '@mantine/core'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url'
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
}

export function TextField(props: TextFieldProps) {
  const { type = 'text', placeholder, autoComplete = 'off', autoFocus, maxLength } = props
  const frame = useFieldFrame(props)
  return (
    <TextInput
      {...frame}
      type={type}
      placeholder={placeholder}
      autoComplete={autoComplete}
      maxLength={maxLength}
      data-autofocus={autoFocus}
      // A form that is added to an open dialog late misses the dialog's own focus.
      autoFocus={autoFocus ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

export function TextAreaField(props: FieldProps<string> & { placeholder?: string }) {
  const frame = useFieldFrame(props)
  return (
    <Textarea
      {...frame}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
