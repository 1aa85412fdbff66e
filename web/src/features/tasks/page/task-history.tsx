import type { TaskDetail } from '@artel/contract/tasks/tasks'
import type { TaskEvent } from '@artel/contract/tasks/tasks.history'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import classes from './task-talk.module.css'
import { useChangeTexts } from './use-change-texts.ts'

/** Events that the response contains, at most. The server keeps older ones. */
const shownEvents = 100

/** Who did what to a task, newest first. An edit shows each field before and after. */
export function TaskHistory({ task: { history } }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  if (history.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('history')}</h2>
      <ol className={classes.list}>
        {history.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      {history.length === shownEvents && (
        <p className={classes.empty}>{t('historyMore', { count: shownEvents })}</p>
      )}
    </section>
  )
}

function Event({ event }: { event: TaskEvent }) {
  const t = useTranslations('tasks')
  const changes = useChangeTexts(event)
  return (
    <li className={classes.event}>
      <DateText value={event.created_at} withTime tone="quiet" />
      <div className={classes.said}>
        <span>
          <b>{event.user.full_name}</b>: {t(`event_${event.kind}`)}
        </span>
        {changes.map((change) => (
          <span key={change} className={classes.change}>
            {change}
          </span>
        ))}
      </div>
    </li>
  )
}
