import type { ImportEntry } from '@artel/contract/imports/imports'
import { MenuItem } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useListFile } from '../../api/list/list-file.ts'
import { failureOver, listErrorOf } from '../../api/send/failure.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { RowName } from '../../ui/page/two-lines.tsx'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import card from './import-history.module.css'
import type { ImportSubject } from './import-subject.ts'
import classes from './imports.module.css'
import { useUndoImport } from './use-undo-import.ts'

const tones = {
  waiting: 'mute',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  undoing: 'info',
  undone: 'mute',
} as const

/** The past imports with their results. Each opens its rows. */
export function ImportHistory({ subject, onOpen }: { subject: ImportSubject; onOpen: (id: number) => void }) {
  const t = useTranslations('imports')
  const [state, setState] = useState({
    page: 1,
    limit: 25,
    sort_by: 'id' as const,
    direction: 'desc' as const,
  })
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('imports.list', {
    query: state,
    body: { kind: subject.kind, ...subject.into },
  })
  const failure = failureOver(data, error)
  const columns = useHistoryColumns(onOpen)
  return (
    <section className={classes.history}>
      <h2 className={classes.heading}>{t('history')}</h2>
      <DataTable<ImportEntry, 'id'>
        label={t('history')}
        columns={columns}
        rows={data?.imports}
        pagination={data?.pagination}
        state={state}
        onStateChange={(next) => setState({ ...state, page: next.page, limit: next.limit })}
        isLoading={isPending}
        isRefreshing={isPlaceholderData}
        error={failure ? listErrorOf(failure, t('historyFailed')) : undefined}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('historyEmpty')} text={t('historyEmptyText')} />}
        onOpen={({ id }) => onOpen(id)}
        card={(entry) => <HistoryCard entry={entry} onOpen={() => onOpen(entry.id)} />}
      />
    </section>
  )
}

function useHistoryColumns(onOpen: (id: number) => void): DataColumn<ImportEntry, 'id'>[] {
  const t = useTranslations('imports')
  return [
    {
      key: 'file',
      title: t('file'),
      hidable: false,
      render: ({ id, file_name }) => <RowName name={file_name} onOpen={() => onOpen(id)} />,
    },
    { key: 'state', title: t('state'), width: 120, render: (entry) => <StateTag entry={entry} /> },
    {
      key: 'result',
      title: t('result'),
      width: 180,
      align: 'right',
      render: (entry) => <Result entry={entry} />,
    },
    {
      key: 'who',
      title: t('who'),
      width: 180,
      isExtra: true,
      render: ({ created_by }) => <PersonName id={created_by.id} name={created_by.full_name} />,
    },
    {
      key: 'when',
      title: t('when'),
      width: 150,
      render: ({ created_at }) => <DateText value={created_at} />,
    },
    {
      key: 'actions',
      title: '',
      header: '',
      width: 60,
      align: 'right',
      hidable: false,
      render: (entry) => <EntryMenu entry={entry} />,
    },
  ]
}

function StateTag({ entry: { state } }: { entry: ImportEntry }) {
  const t = useTranslations('imports')
  return <Tag tone={tones[state]}>{t(`state_${state}`)}</Tag>
}

function Result({ entry: { created, updated, refused } }: { entry: ImportEntry }) {
  const format = useFormat()
  if (created === null || updated === null || refused === null) return null
  return <span>{[created, updated, refused].map((count) => format.number(count)).join(' · ')}</span>
}

function EntryMenu({ entry }: { entry: ImportEntry }) {
  const t = useTranslations('imports')
  const undo = useUndoImport()
  const file = useListFile('imports.errors', { params: { id: entry.id } })
  if (entry.total === null || entry.rows_deleted_at !== null) return null
  return (
    <MoreMenu>
      <MenuItem leftSection={<IconDownload size={16} stroke={1.8} />} onClick={() => file.start('xlsx')}>
        {t('marked')}
      </MenuItem>
      {entry.can.undo && (
        <MenuItem
          color="red"
          leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
          onClick={() => void undo.ask(entry)}
        >
          {t('undo')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}

function HistoryCard({ entry, onOpen }: { entry: ImportEntry; onOpen: () => void }) {
  return (
    <div className={card.card}>
      <span className={card.words}>
        <RowName name={entry.file_name} onOpen={onOpen} />
        <span className={classes.quiet}>
          <DateText value={entry.created_at} /> · <bdi>{entry.created_by.full_name}</bdi>
        </span>
        <span className={card.line}>
          <StateTag entry={entry} /> <Result entry={entry} />
        </span>
      </span>
      <EntryMenu entry={entry} />
    </div>
  )
}
