import type { ImportRow } from '@artel/contract/imports/imports'
import type { ImportAction } from '@artel/contract/imports/imports.line'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/marks/tag.tsx'
import classes from './import-rows.module.css'

const tones = { create: 'ok', update: 'info', skip: 'mute', refuse: 'bad' } as const satisfies Record<
  ImportAction,
  string
>

/** The result of a row in one word; for a wrong row the reasons. */
export function RowOutcome({
  row: { action, errors, undo_refusal },
  isDry,
}: {
  row: ImportRow
  /** A dry run: the result has not happened yet. */
  isDry: boolean
}) {
  const t = useTranslations('imports')
  if (undo_refusal) return <Tag tone="warn">{t(`kept_${undo_refusal}`)}</Tag>
  if (action !== 'refuse')
    return <Tag tone={tones[action]}>{t(isDry ? `action_${action}` : `done_${action}`)}</Tag>
  return (
    <span className={classes.reasons}>
      {errors.map(({ field, message }) => (
        <span key={`${field} ${message}`}>{message}</span>
      ))}
    </span>
  )
}
