import { Autocomplete, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconStack2 } from '@tabler/icons-react'
import clsx from 'clsx'
import { type ClipboardEventHandler, type KeyboardEventHandler, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Rated } from '../task-rates.ts'
import classes from './many-tasks.module.css'
import { type CellName, nameKey } from './many-tasks.ts'
import type { Assignees } from './use-assignees.ts'
import type { RowProducts } from './use-row-products.ts'

const inputModes: Partial<Record<CellName, 'numeric' | 'decimal'>> = {
  quantity: 'numeric',
  coins: 'numeric',
  money: 'decimal',
}
const figures: readonly CellName[] = ['quantity', 'money', 'coins']
/** Names in the list, at most. More are hard to scan. */
const namesShown = 8

type ManyCellProps = {
  id: string
  name: CellName
  /** Gets the focus when the dialog opens. */
  isFirst: boolean
  /** Shown above the field when no column header names it. */
  label: string | undefined
  /** The full name of the field for screen readers. */
  title: string
  value: string
  placeholder: string
  error: string
  /** What cannot be parsed. Shown only after the field has lost the focus. */
  problem: string
  assignees: Assignees
  sets: RowProducts
  /** The product that the row names. */
  product: Rated | null
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
  assignees,
  sets,
  product,
  onChange,
  ...field
}: ManyCellProps) {
  const [isFocused, setIsFocused] = useState(false)
  // The error text appears with a delay,
  // so that the press that leaves the field ends before the layout shifts.
  const [wasFocused] = useDebouncedValue(isFocused, 250)
  const common = {
    ...field,
    label,
    'aria-label': title,
    error: error || (!isFocused && !wasFocused && problem) || undefined,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  }
  const choose = (search: (text: string) => void) => (text: string) => {
    onChange(text)
    search(text)
  }
  if (name === 'user_id') {
    return (
      <Autocomplete
        {...common}
        className={classes.cell ?? ''}
        data={assignees.names}
        limit={namesShown}
        selectFirstOptionOnChange
        onChange={choose(assignees.search)}
      />
    )
  }
  if (name === 'title') {
    const isOffered = sets.names.some((set) => nameKey(set).includes(nameKey(field.value)))
    return (
      <Autocomplete
        {...common}
        className={clsx(classes.cell, classes.wide)}
        data={sets.names}
        limit={namesShown}
        // A title may be any text,
        // so Enter picks a product only after the person has moved to one in the list.
        openOnFocus={false}
        // Keep an empty list closed, because an open one would handle Esc itself.
        {...(!isOffered && { dropdownOpened: false })}
        data-autofocus={isFirst || undefined}
        maxLength={200}
        {...(product && { rightSection: <ProductMark /> })}
        onChange={choose(sets.search)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      className={clsx(classes.cell, figures.includes(name) && classes.figure)}
      autoComplete="off"
      inputMode={inputModes[name] ?? 'text'}
      maxLength={60}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Marks a row that names a product: the row takes its rates. */
function ProductMark() {
  const t = useTranslations('manyTasks')
  return (
    <span className={classes.mark} title={t('isProduct')} role="img" aria-label={t('isProduct')}>
      <IconStack2 size={16} stroke={1.8} aria-hidden="true" />
    </span>
  )
}
