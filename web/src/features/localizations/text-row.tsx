import type { Localization } from '@artel/contract/texts/localizations'
import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/marks/tag.tsx'
import { TextCell } from './text-cell.tsx'
import classes from './text-list.module.css'

/** A text in both languages side by side; on a phone one below the other. */
export function TextRow({ row, onOpen }: { row: Localization; onOpen: (id: number) => void }) {
  const t = useTranslations('localizations')
  const isGone = row.default === null && row.en === null && row.ru === null
  return (
    <li className={clsx(classes.row, row.missing.length > 0 && classes.missing)}>
      <div className={classes.about}>
        <UnstyledButton
          className={classes.key}
          title={t('open', { key: row.key })}
          onClick={() => onOpen(row.id)}
        >
          {row.key}
        </UnstyledButton>
        <TextTags row={row} />
      </div>
      {isGone ? <p className={classes.gone}>{t('removed', { key: row.key })}</p> : <Cells row={row} />}
    </li>
  )
}

function Cells({ row }: { row: Localization }) {
  return (
    <>
      <TextCell row={row} locale="ru" />
      <TextCell row={row} locale="en" />
    </>
  )
}

/** Tags with the state of a text. */
export function TextTags({ row }: { row: Localization }) {
  const t = useTranslations('localizations')
  const isMisfit = Object.keys(row.mistakes).length > 0
  if (row.can.edit && !row.is_draft && !row.is_custom && !row.is_orphaned && !isMisfit) return null
  return (
    <span className={classes.tags}>
      {!row.can.edit && <Tag>{t('ofOwner')}</Tag>}
      {row.is_draft && <Tag tone="info">{t('draft')}</Tag>}
      {isMisfit && <Tag tone="bad">{t('misfit')}</Tag>}
      {row.is_orphaned ? <Tag>{t('orphaned')}</Tag> : row.is_custom && <Tag>{t('own')}</Tag>}
    </span>
  )
}
