import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { type Read, readRoubles, readWhole, writeRoubles, writeWhole } from '../typed/number-text.ts'
import classes from './field.module.css'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'

type NumberFieldProps = FieldProps<number | null> & { unit?: string; placeholder?: string }

/** A whole number from zero; null while the field is empty. */
export function NumberField({ max = 1_000_000, unit, ...props }: NumberFieldProps) {
  const format = useFormat()
  return (
    <TypedNumber
      show={(value) => format.number(value)}
      {...props}
      inputMode="numeric"
      unit={unit}
      read={(text) => readWhole(text, max)}
      write={writeWhole}
    />
  )
}

/** Takes roubles and stores kopecks; null while the field is empty. */
export function MoneyField({
  max = 100_000_000_000,
  ...props
}: FieldProps<number | null> & { placeholder?: string }) {
  const { locale, ...format } = useFormat()
  return (
    <TypedNumber
      show={(value) => format.money(value)}
      {...props}
      inputMode="decimal"
      unit="₽"
      read={(text) => readRoubles(text, max)}
      write={(value) => writeRoubles(value, locale === 'ru' ? ',' : '.')}
    />
  )
}

type TypedNumberProps = FieldProps<number | null> & {
  inputMode: 'numeric' | 'decimal'
  unit: string | undefined
  placeholder?: string
  read: (text: string) => Read
  write: (value: number | null) => string
}

function TypedNumber({ inputMode, unit, placeholder, read, write, value, ...props }: TypedNumberProps) {
  const frame = useFieldFrame(props)
  const { text, type, tidy } = useTypedNumber(value, props.onChange, read, write)
  return (
    <TextInput
      {...frame}
      className={classes.figure ?? ''}
      inputMode={inputMode}
      autoComplete="off"
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={tidy}
      rightSection={unit === undefined ? undefined : <span className={classes.unit}>{unit}</span>}
      rightSectionWidth={44}
      rightSectionPointerEvents="none"
    />
  )
}

/** Keeps the typed text while it means the value. Ignores a key that makes the text invalid. */
export function useTypedNumber(
  value: number | null,
  onChange: (value: number | null) => void,
  read: (text: string) => Read,
  write: (value: number | null) => string,
) {
  const [typed, setTyped] = useState(() => write(value))
  const meant = read(typed)
  const text = meant.valid && meant.value === value ? typed : write(value)
  const type = (next: string) => {
    const result = read(next)
    if (!result.valid) return
    setTyped(next)
    if (result.value !== value) onChange(result.value)
  }
  return { text, type, tidy: () => setTyped(write(value)) }
}
