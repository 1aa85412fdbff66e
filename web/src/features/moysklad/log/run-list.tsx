import type { MoySkladRun } from '@artel/contract/moysklad/moysklad'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Pages } from '../../../ui/list/pager.tsx'
import { Status, type StatusName } from '../../../ui/marks/status-glyph.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { settingsPath } from '../items/item-address.ts'
import classes from '../moysklad.module.css'
import healthClasses from './health.module.css'
import { runCounts } from './run-words.ts'

const rowsOfPage = 10

const glyphs: Record<MoySkladRun['state'], StatusName> = {
  waiting: 'open',
  running: 'processing',
  done: 'done',
  failed: 'failed',
  stopped: 'paused',
}

/** The runs of the exchange, newest first. */
export function RunList() {
  const t = useTranslations('moySklad')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall('moySklad.runs', {
    query: { page, limit: rowsOfPage, sort_by: 'started_at', direction: 'desc' },
    body: {},
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('runsFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height={40} cells={[{ kind: 'text' }]} />
  if (data.runs.length === 0) return <p className={classes.hint}>{t('runsEmpty')}</p>
  return (
    <>
      <PlainTable
        head={
          <>
            <th scope="col">{t('runWhen')}</th>
            <th scope="col" data-extra>
              {t('runWhy')}
            </th>
            <th scope="col">{t('runWhat')}</th>
          </>
        }
      >
        {data.runs.map((run) => (
          <tr key={run.id}>
            <td>
              <Link
                className={healthClasses.number}
                to={settingsPath}
                search={{ part: 'log', run_id: run.id }}
              >
                <DateText value={run.started_at} withTime />
              </Link>
            </td>
            <td data-extra>
              {t(`reason_${run.reason}`)}
              {run.user && (
                <span className={classes.quiet}>
                  , <bdi>{run.user.full_name}</bdi>
                </span>
              )}
            </td>
            <td>
              <Done run={run} />
            </td>
          </tr>
        ))}
      </PlainTable>
      {data.pagination.pages > 1 && (
        <div className={healthClasses.pages}>
          <Pages page={page} pages={data.pagination.pages} onChange={setPage} />
        </div>
      )}
    </>
  )
}

/** How a run ended, and what it did. */
export function Done({ run }: { run: MoySkladRun }) {
  const t = useTranslations('moySklad')
  const counts = runCounts(run).map(({ name, count }) => t(`count_${name}`, { count }))
  const words = run.failure ? [t(`failure_${run.failure}`), ...counts] : counts
  const isQuiet = run.state === 'done' && words.length === 0
  return (
    <span className={healthClasses.done}>
      <Status status={glyphs[run.state]}>{t(`state_${run.state}`)}</Status>
      <span className={classes.quiet}>{isQuiet ? t('runNothing') : words.join(', ')}</span>
    </span>
  )
}
