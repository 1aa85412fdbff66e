import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './filter-bar.module.css'
import { Kbd } from './tag.tsx'

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
  useSlash(() => field.current?.focus())
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

function useSlash(focus: () => void) {
  const latest = useRef(focus)
  useEffect(() => {
    latest.current = focus
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Also checks the physical key, because it gives a full stop in a Russian layout.
      const isSlash = event.key === '/' || (event.code === 'Slash' && !event.shiftKey)
      if (!isSlash || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
  )
}
