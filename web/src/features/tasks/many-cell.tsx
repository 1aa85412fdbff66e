import { Autocomplete, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import clsx from 'clsx'
import { type ClipboardEventHandler, type KeyboardEventHandler, useState } from 'react'
import classes from './many-tasks.module.css'
import type { CellName } from './many-tasks.ts'
import type { Doers } from './use-doers.ts'

const inputModes = { quantity: 'numeric', coins: 'numeric', money: 'decimal' } as const
const figures: readonly CellName[] = ['quantity', 'money', 'coins']
/** So many names are read at a glance. */
const namesShown = 8

type ManyCellProps = {
  id: string
  name: CellName
  /** The one to begin with. */
  isFirst: boolean
  /** Above the field where no head of a column says it. */
  label: string | undefined
  /** What the field is, without looking around. */
  title: string
  value: string
  placeholder: string
  error: string
  /** What cannot be read; said once the person has left the field. */
  problem: string
  doers: Doers
  onChange: (text: string) => void
  onKeyDown: KeyboardEventHandler
  onPaste: ClipboardEventHandler
}

export function ManyCell({
  name,
  isFirst,
  label,
  title,
  error,
  problem,
  doers,
  onChange,
  ...field
}: ManyCellProps) {
  const [isFocused, setIsFocused] = useState(false)
  // The press that leaves the field ends before a sentence under it moves what is pressed.
  const [wasFocused] = useDebouncedValue(isFocused, 250)
  const common = {
    ...field,
    label,
    'aria-label': title,
    error: error || (!isFocused && !wasFocused && problem) || undefined,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  }
  if (name === 'user_id') {
    return (
      <Autocomplete
        {...common}
        className={classes.cell ?? ''}
        data={doers.names}
        limit={namesShown}
        selectFirstOptionOnChange
        onChange={(text) => {
          onChange(text)
          doers.search(text)
        }}
      />
    )
  }
  return (
    <TextInput
      {...common}
      className={clsx(
        classes.cell,
        figures.includes(name) && classes.figure,
        name === 'title' && classes.wide,
      )}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      inputMode={name in inputModes ? inputModes[name as keyof typeof inputModes] : 'text'}
      maxLength={name === 'title' ? 200 : 60}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
