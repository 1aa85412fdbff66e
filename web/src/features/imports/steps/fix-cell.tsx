import type { ImportRow } from '@artel/contract/imports/imports'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from '../import-rows.module.css'
import type { ImportSubject } from '../import-subject.ts'

type FixCellProps = {
  row: ImportRow
  field: ImportSubject['fields'][number]
  text: string
  onFix: ((row: number, field: string, text: string) => void) | undefined
}

/** A wrong cell. If it can be corrected, a press turns it into a field. */
export function FixCell({ row, field, text, onFix }: FixCellProps) {
  const t = useTranslations('imports')
  const [typed, setTyped] = useState<string | null>(null)
  if (!onFix) return <span className={classes.wrong}>{text}</span>
  const name = t('fix', { field: field.title, row: row.row })
  if (typed === null) {
    return (
      <button
        type="button"
        className={classes.wrong}
        aria-label={`${name}: ${text}`}
        title={name}
        onClick={() => setTyped(text)}
      >
        {text}
      </button>
    )
  }
  const send = () => {
    setTyped(null)
    if (typed.trim() !== text) onFix(row.row, field.name, typed.trim())
  }
  return (
    <TextInput
      className={classes.fix ?? ''}
      aria-label={name}
      aria-description={t('fixHint')}
      title={t('fixHint')}
      autoFocus
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => {
        // Otherwise the table would use the key to move between rows.
        event.stopPropagation()
        if (event.key === 'Enter') send()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
