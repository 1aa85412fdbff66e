import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import classes from './import-rows.module.css'
import type { FieldKind, ImportSubject } from './import-subject.ts'

type Field = ImportSubject['fields'][number]

/** A cell of the file, with the previous value if it changes. */
export function CellText({ field, text, before }: { field: Field; text: string; before?: unknown }) {
  const t = useTranslations('imports')
  const wordOf = useValueText()
  const className = field.kind === 'list' || field.name === 'article' ? classes.mono : undefined
  if (before === undefined) {
    return (
      <span className={className} title={text}>
        {text}
      </span>
    )
  }
  const was = wordOf(field.kind, before)
  return (
    <span className={className} title={text}>
      {was !== '' && (
        <>
          <VisuallyHidden>{t('was', { value: was })}, </VisuallyHidden>
          <s className={classes.was} aria-hidden="true">
            {was}
          </s>{' '}
        </>
      )}
      <b className={classes.becomes}>{text}</b>
    </span>
  )
}

/** The previous value of a field, formatted as files have it. */
function useValueText() {
  const format = useFormat()
  return (kind: FieldKind, value: unknown): string => {
    if (value === null || value === '') return ''
    if (kind === 'money') return format.number(Number(value) / 100, { decimals: 2 })
    if (kind === 'yesNo') return value ? '1' : '0'
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
}
