import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useListFile } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PageRange, Pages } from '../../../ui/list/pager.tsx'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { DownloadMenu } from '../../../ui/table/data-table-menus.tsx'
import { StatRowLine } from '../metrics/stat-row.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { useWeekdays } from '../use-weekdays.ts'
import classes from './rows-panel.module.css'
import { type AskedRows, useRowsPanel } from './use-rows-panel.ts'

const limit = 50

/** The rows of the number that was pressed, beside the page. */
export function RowsPanel() {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const [asked, open] = useRowsPanel()
  const shown = useLastShown(asked)
  return (
    <Drawer
      opened={asked !== null}
      onClose={() => isOnlyDialog() && open(null)}
      position="right"
      size={480}
      title={shown && words.name(shown.metric)}
      closeButtonProps={{ 'aria-label': t('closeRows') }}
    >
      {shown && <Rows key={JSON.stringify(shown)} asked={shown} onOpen={open} />}
    </Drawer>
  )
}

type RowsProps = { asked: AskedRows; onOpen: (rows: AskedRows) => void }

function Rows({ asked, onOpen }: RowsProps) {
  const t = useTranslations('stats')
  const [page, setPage] = useState(1)
  const isOfPeople = asked.by === 'person'
  const input = {
    body: asked,
    query: { limit, page, sort_by: isOfPeople ? 'value' : 'at', direction: 'desc' },
  } as const
  const { data, error, refetch } = useCall('stats.rows', input)
  const file = useListFile('stats.rows', input)
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('rowsFailed'))} onRetry={() => void refetch()} />
  if (!data)
    return <SkeletonRows rows={8} height={52} cells={[{ kind: 'text' }, { kind: 'figure', width: 90 }]} />
  const { rows, total, median, pagination } = data
  return (
    <>
      <div className={classes.head}>
        <Sum asked={asked} total={isOfPeople ? median : total} count={pagination.total} />
        <DownloadMenu {...file} />
      </div>
      {rows.length === 0 && <EmptyState title={t('rowsEmpty')} />}
      <ul className={classes.rows} aria-label={t('rowsOf')}>
        {rows.map((row) => (
          <StatRowLine key={`${row.source} ${row.id} ${row.at}`} row={row} asked={asked} onOpen={onOpen} />
        ))}
      </ul>
      {pagination.pages > 1 && (
        <footer className={classes.foot}>
          <PageRange pagination={pagination} />
          <Pages page={page} pages={pagination.pages} onChange={setPage} />
        </footer>
      )}
    </>
  )
}

type SumProps = { asked: AskedRows; total: number | null; count: number }

/** The number itself, and what it counts. */
function Sum({ asked, total, count }: SumProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const { long } = useWeekdays()
  const { date_from, date_to, weekday, hour, cut_at, by } = asked
  const parts = [
    by && t('medianOf'),
    date_from === date_to ? format.date(date_from) : format.days({ from: date_from, to: date_to }),
    weekday !== undefined && long(weekday),
    hour !== undefined && t('rowsHour', { from: hour, to: hour + 1 }),
    cut_at !== undefined && t('rowsUntil', { time: format.time(cut_at) }),
    t('rowsCount', { count }),
  ]
  return (
    <div>
      <p className={classes.total}>{words.value(asked.metric, total)}</p>
      <p className={classes.of}>{parts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}
