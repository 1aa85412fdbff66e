import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import info from '../../ui/notices/info-line.module.css'
import { insideSentence } from '../form/form-words.ts'
import classes from './draft-line.module.css'
import type { RestoredDraft } from './use-form-draft.ts'

type DraftLineProps = {
  restored: RestoredDraft
  /** The labels of the fields by their names. */
  labels: ReadonlyMap<string, string>
  /** Empties the fields that were restored. */
  onDrop: () => void
}

/** Tells that a form holds what was typed in an earlier visit, and what could not be put back. */
export function DraftLine({ restored, labels, onDrop }: DraftLineProps) {
  const t = useTranslations('forms')
  const format = useFormat()
  const { at, clashing } = restored
  return (
    <div className={clsx(info.line, classes.line)} role="status">
      <div className={clsx(info.text, classes.said)}>
        <span>{t('restored', { time: format.date(new Date(at).toISOString(), { withTime: true }) })}</span>
        {clashing.map(({ name, to }) => (
          <span key={name}>
            {typeof to === 'string' || typeof to === 'number'
              ? t('restoredClash', { field: insideSentence(labels.get(name) ?? name), value: String(to) })
              : t('restoredClashOnly', { field: insideSentence(labels.get(name) ?? name) })}
          </span>
        ))}
      </div>
      <UnstyledButton className={info.way} onClick={onDrop}>
        {t('restoredDrop')}
      </UnstyledButton>
    </div>
  )
}
