import type { ImportDetail, ImportRow } from '@artel/contract/imports/imports'
import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useListFile } from '../../api/list/list-file.ts'
import { failureOver, listErrorOf } from '../../api/send/failure.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import classes from './import-rows.module.css'
import type { ImportSubject } from './import-subject.ts'
import { RowCard } from './row-card.tsx'
import { useRowColumns } from './use-row-columns.tsx'

type ImportRowsProps = {
  subject: ImportSubject
  found: ImportDetail
  /** Shown before the link to the file with notes. */
  tools?: ReactNode
  isChecking?: boolean
  /** Absent for a written import, in which nothing can be corrected. */
  onFix?: (row: number, field: string, text: string) => void
}

type Shown = 'all' | 'errors' | 'create' | 'update'

const filters = {
  all: {},
  errors: { around_errors: true },
  create: { action: 'create' as const },
  update: { action: 'update' as const },
}

/** The rows of a file with the result of each. With errors, only the rows around them show at first. */
export function ImportRows({ subject, found, tools, isChecking = false, onFix }: ImportRowsProps) {
  const t = useTranslations('imports')
  const { refused = 0, created = 0, updated = 0, total = 0 } = found.report ?? {}
  const [shown, setShown] = useState<Shown>(refused > 0 ? 'errors' : 'all')
  const [state, setState] = useState({
    page: 1,
    limit: 50,
    sort_by: 'row' as const,
    direction: 'asc' as const,
  })
  const input = { params: { id: found.id }, query: state, body: filters[shown] }
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('imports.rows', input)
  const failure = failureOver(data, error)
  const columns = useRowColumns(subject, found, data?.rows ?? [], onFix)
  const choices: { value: Shown; label: string }[] = [
    { value: 'all', label: t('showAll', { count: total }) },
    ...(refused > 0 ? [{ value: 'errors' as const, label: t('showErrors') }] : []),
    { value: 'create', label: t('showCreated', { count: created }) },
    { value: 'update', label: t(found.is_dry ? 'showUpdated' : 'showUpdatedDone', { count: updated }) },
  ]
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  return (
    <DataTable<ImportRow, 'row'>
      label={t('rowsLabel')}
      columns={columns}
      rows={data?.rows}
      pagination={data?.pagination}
      state={state}
      onStateChange={(next) => setState({ ...state, page: next.page, limit: next.limit })}
      isLoading={isPending}
      isRefreshing={isPlaceholderData || isChecking}
      error={failure ? listErrorOf(failure, t('rowsFailed')) : undefined}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t('rowsEmpty')} />}
      card={(row) => <RowCard row={row} subject={subject} found={found} onFix={onFix} />}
      toolbar={
        <div className={classes.rowTools}>
          <SegmentedControl<Shown>
            className={classes.choices ?? ''}
            aria-label={t('show')}
            data={choices}
            value={shown}
            fullWidth={isPhone}
            orientation={isPhone ? 'vertical' : 'horizontal'}
            onChange={(next) => {
              setShown(next)
              setState({ ...state, page: 1 })
            }}
          />
          {tools}
        </div>
      }
      tools={refused > 0 && <MarkedFile id={found.id} />}
    />
  )
}

function MarkedFile({ id }: { id: number }) {
  const t = useTranslations('imports')
  const file = useListFile('imports.errors', { params: { id } })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.8} />}
      loading={file.isBusy}
      onClick={() => file.start('xlsx')}
    >
      {t('marked')}
    </Button>
  )
}
