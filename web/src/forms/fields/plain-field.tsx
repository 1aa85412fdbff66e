import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldWords } from '../form/form-words.ts'
import { FieldMessage } from './field-frame.tsx'
import classes from './plain-field.module.css'

type PlainFieldProps = {
  name: string
  label: string
  hint?: string | undefined
  error: string | undefined
  size?: 'sm' | 'md'
  /** A button inside the field, after its text. */
  action?: ReactNode
  /** The type of the field, its value and what a browser knows about it. */
  input: ComponentProps<'input'> & {
    /** A dialog looks for this mark, because it opens after the field is drawn. */
    'data-autofocus'?: boolean | undefined
  }
}

/**
 * A field of one line that needs no component library: label above, hint and error below. It looks like the fields of
 * the app.
 */
export function PlainField({ name, label, hint, error, size = 'md', action, input }: PlainFieldProps) {
  const id = useId()
  useFieldWords(name, label)
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div className={classes.field} data-size={size}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.frame} data-field-frame data-action={action !== undefined}>
        <input
          {...input}
          id={id}
          name={name}
          className={classes.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
        />
        {action}
      </div>
      {hint !== undefined && (
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} id={errorId}>
          <FieldMessage text={error} />
        </p>
      )}
    </div>
  )
}
