import { TextInput } from '@mantine/core'
import type { KeyboardEventHandler } from 'react'
import { readWhole, writeWhole } from '../typed/number-text.ts'
import classes from './field-group.module.css'
import { useTypedNumber } from './number-fields.tsx'

type NumberCellProps = {
  /** What the number means, for people who cannot see the fields around it. */
  label: string
  max: number
  value: number | null
  error?: string | undefined
  onChange: (value: number | null) => void
  onKeyDown?: KeyboardEventHandler
}

/** A whole number in a row of fields. */
export function NumberCell({ label, max, value, error, onChange, onKeyDown }: NumberCellProps) {
  const { text, type, tidy } = useTypedNumber(value, onChange, (typed) => readWhole(typed, max), writeWhole)
  return (
    <TextInput
      className={classes.numberCell ?? ''}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={tidy}
      {...(onKeyDown && { onKeyDown })}
    />
  )
}
