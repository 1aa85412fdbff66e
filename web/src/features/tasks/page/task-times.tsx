import { pauses } from '@artel/contract/hours/schedule'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import type { TaskTime } from '@artel/contract/tasks/tasks.history'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Duration } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import classes from './task-times.module.css'

/** Time segments that the response contains, at most. The server keeps all. */
const shownTimes = 50

/** Who worked on the task and when, newest first. */
export function TaskTimes({ task: { times } }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  return (
    <section>
      <h2 className={classes.heading}>{t('times')}</h2>
      {times.length === 0 ? (
        <p className={classes.empty}>{t('timesEmpty')}</p>
      ) : (
        <ul className={classes.list}>
          {times.map((time) => (
            <TimeRow key={time.id} time={time} />
          ))}
        </ul>
      )}
      {times.length === shownTimes && (
        <p className={classes.empty}>{t('timesMore', { count: shownTimes })}</p>
      )}
    </section>
  )
}

function TimeRow({ time }: { time: TaskTime }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const address = useMediaAddress()
  const { user, started_at, ended_at, seconds, break_seconds, breaks } = time
  const paused = pauses
    .filter((pause) => breaks[pause] !== undefined)
    .map((pause) => t(`time_${pause}`, { duration: format.hours(breaks[pause] ?? 0) }))
  return (
    <li className={classes.row}>
      <span className={classes.person}>
        <PersonName id={user.id} name={user.full_name} src={address(user.avatar)} />
      </span>
      <span className={classes.when}>
        {ended_at === null ? (
          <DateText value={started_at} withTime />
        ) : (
          <>
            <DateText value={started_at} />, {format.range(started_at, ended_at)}
          </>
        )}
      </span>
      <span className={classes.length}>
        {seconds === null ? (
          <span className={classes.runs}>{t('timeRuns')}</span>
        ) : (
          <Duration seconds={seconds - break_seconds} />
        )}
      </span>
      {seconds !== null && paused.length > 0 && (
        <span className={classes.why}>
          {t('timeWhy', { whole: format.duration(seconds, { units: 2 }), breaks: paused.join(', ') })}
        </span>
      )}
    </li>
  )
}
