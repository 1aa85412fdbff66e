import type { MoySkladLogLine } from '@artel/contract/moysklad/moysklad.log'
import { UnstyledButton } from '@mantine/core'
import {
  IconAlertCircleFilled,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCirclePlus,
  IconGhost2,
  IconLink,
  IconLinkOff,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { RowName, TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { failureText } from '../items/failure-text.ts'
import classes from '../items/items.module.css'
import { useFieldWords } from '../items/use-field-words.ts'

const icons: Record<MoySkladLogLine['action'], TablerIcon> = {
  create: IconCirclePlus,
  tie: IconLink,
  change: IconPencil,
  untie: IconLinkOff,
  fail: IconAlertCircleFilled,
  partial: IconAlertTriangle,
  gone: IconGhost2,
  back: IconArrowBackUp,
}

/** The action as icon and word. `conflict`: it overwrote a manual edit. */
export function Action({ line }: { line: MoySkladLogLine }) {
  const t = useTranslations('moySkladItems')
  const Icon = icons[line.action]
  return (
    <span className={classes.action} data-action={line.action}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      {t(`action_${line.action}`)}
    </span>
  )
}

export const hasConflict = ({ changes }: MoySkladLogLine): boolean =>
  changes.some(({ is_conflict }) => is_conflict)

/** The changes of an entry in one line. */
function useLogSummary(): (line: MoySkladLogLine) => string {
  const t = useTranslations('moySkladItems')
  const { nameOf, changeText } = useFieldWords()
  return ({ changes, failures }) => {
    if (failures.length > 0) return failures.map((failure) => failureText(failure, nameOf)).join('. ')
    const shown = changes.slice(0, 2).map(changeText)
    const rest = changes.length - shown.length
    return [...shown, ...(rest > 0 ? [t('changesMore', { count: rest })] : [])].join(' · ')
  }
}

type Sort = NonNullable<NonNullable<InputOf<'moySkladItems.log'>['query']>['sort_by']>

export function useLogColumns(onOpen: (line: MoySkladLogLine) => void): DataColumn<MoySkladLogLine, Sort>[] {
  const t = useTranslations('moySkladItems')
  const summaryOf = useLogSummary()
  return [
    {
      key: 'created_at',
      title: t('logWhen'),
      width: 150,
      sortBy: 'created_at',
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    { key: 'action', title: t('logAction'), width: 150, render: (line) => <Action line={line} /> },
    {
      key: 'title',
      title: t('logWhat'),
      width: 210,
      hidable: false,
      render: (line) => (
        <TwoLines second={t(`partKind_${line.kind}`)}>
          <RowName name={line.title} onOpen={() => onOpen(line)} />
        </TwoLines>
      ),
    },
    {
      key: 'changes',
      title: t('logChanges'),
      render: (line) => (
        <span className={classes.summary} title={summaryOf(line)}>
          {hasConflict(line) && <Tag tone="warn">{t('conflict')}</Tag>}
          <span data-wrong={line.action === 'fail' || undefined}>{summaryOf(line)}</span>
        </span>
      ),
    },
  ]
}

/** A log entry as a card on a phone. */
export function LogCard({ line, onOpen }: { line: MoySkladLogLine; onOpen: () => void }) {
  const t = useTranslations('moySkladItems')
  const summary = useLogSummary()(line)
  return (
    <article className={classes.card}>
      <span className={classes.cardFoot}>
        <Action line={line} />
        <DateText value={line.created_at} withTime tone="quiet" />
      </span>
      <UnstyledButton className={classes.cardOpen} onClick={onOpen}>
        {line.title}
      </UnstyledButton>
      {summary !== '' && (
        <span className={classes.cardSecond} data-wrong={line.action === 'fail' || undefined}>
          {summary}
        </span>
      )}
      {hasConflict(line) && (
        <span>
          <Tag tone="warn">{t('conflict')}</Tag>
        </span>
      )}
    </article>
  )
}
