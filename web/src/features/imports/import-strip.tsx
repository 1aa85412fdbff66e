import type { ImportDetail } from '@artel/contract/imports/imports'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import type { ImportSubject } from './import-subject.ts'
import classes from './imports.module.css'

const figures = [
  { key: 'created', tone: 'ok' },
  { key: 'updated', tone: 'info' },
  { key: 'skipped', tone: 'mute' },
  { key: 'refused', tone: 'bad' },
] as const

/** How many boxes and lines an overwriting file removes, because it does not name them. */
export function RemovedLines({ found }: { found: ImportDetail }) {
  const t = useTranslations('imports')
  const { is_dry, removed, removed_lines } = found
  return (
    <>
      {removed > 0 && (
        <p className={classes.outcome}>{t(is_dry ? 'removed' : 'removedDone', { count: removed })}</p>
      )}
      {removed_lines > 0 && (
        <p className={classes.outcome}>
          {t(is_dry ? 'removedLines' : 'removedLinesDone', { count: removed_lines })}
        </p>
      )}
    </>
  )
}

/** The file, and how many of its rows have each result. */
export function ImportStrip({ subject, found }: { subject: ImportSubject; found: ImportDetail }) {
  const t = useTranslations('imports')
  const format = useFormat()
  const key = subject.fields[0]?.title.toLowerCase() ?? ''
  return (
    <div className={classes.strip}>
      <div className={classes.fileCard}>
        <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden="true" className={classes.fileIcon} />
        <span className={classes.fileWords}>
          <b title={found.file_name}>{found.file_name}</b>
          <span>{t('rowsOf', { count: found.total ?? 0, key })}</span>
        </span>
      </div>
      <dl className={classes.counts} aria-label={t(found.is_dry ? 'strip' : 'stripDone')}>
        {figures.map(({ key: name, tone }) => {
          const count = found[name] ?? 0
          const word = name === 'updated' && !found.is_dry ? 'updatedDone' : name
          return (
            <div
              key={name}
              className={classes.count}
              data-tone={tone}
              data-alarm={(tone === 'bad' && count > 0) || undefined}
            >
              <dt>{t(word)}</dt>
              <dd>{format.number(count)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
