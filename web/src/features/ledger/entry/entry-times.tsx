import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Duration } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import classes from './entry-panel.module.css'

const shown = 50

/** The time segments of the task. */
export function EntryTimes({ taskId, spent }: { taskId: number; spent: number }) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const { data } = useCall('tasks.times', {
    params: { id: taskId },
    query: { limit: shown, sort_by: 'started_at', direction: 'asc' },
    body: {},
  })
  if (!data) return null
  const more = data.pagination.total - data.times.length
  return (
    <>
      <h4 className={classes.times}>
        {t('taskTimes')}: <Duration seconds={spent} />
      </h4>
      <ul className={classes.rows}>
        {data.times.map(({ id, user, started_at, ended_at, seconds, break_seconds }) => (
          <li key={id} className={classes.row}>
            <TwoLines second={user.full_name}>
              <span>
                <DateText value={started_at} />, {ended_at && format.range(started_at, ended_at)}
              </span>
            </TwoLines>
            <Duration seconds={seconds === null ? null : seconds - break_seconds} />
          </li>
        ))}
      </ul>
      {data.times.length === 0 && <p className={classes.hint}>{t('taskNoTimes')}</p>}
      {more > 0 && <p className={classes.hint}>{t('taskMoreTimes', { count: more })}</p>}
    </>
  )
}
