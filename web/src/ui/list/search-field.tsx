import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useScreenKeys } from '../keys/use-screen-keys.ts'
import { Kbd } from '../marks/tag.tsx'
import classes from './filter-bar.module.css'

export type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  /** Called 250 ms after the last key. */
  onChange: (value: string) => void
}

/** The search of a list. The key `/` moves the focus here. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const t = useTranslations('ui')
  const field = useRef<HTMLInputElement>(null)
  const { text, type } = useTyped(value, onChange)
  useScreenKeys({ acts: { search: () => field.current?.focus() } })
  return (
    <TextInput
      ref={field}
      className={classes.search ?? ''}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') type('')
      }}
      rightSection={
        text === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <CloseButton
            className={classes.clear ?? ''}
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => type('')}
          />
        )
      }
    />
  )
}

// The typed text is ahead of `value`, so `value` is used only if it was changed elsewhere.
function useTyped(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }
  const send = useDebouncedCallback((next: string) => {
    setSent(next)
    onChange(next)
  }, 250)
  const type = (next: string) => {
    setText(next)
    send(next.trim())
  }
  return { text, type }
}
