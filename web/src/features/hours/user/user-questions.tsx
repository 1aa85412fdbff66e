import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import classes from '../own/pending-shift.module.css'
import { PendingShift } from '../own/pending-shift.tsx'

/** The unconfirmed shifts of a person, regardless of the days that the page shows. */
export function UserQuestions({ userId }: { userId: number }) {
  const t = useTranslations('shifts')
  const { data } = useCall('hours.list', {
    query: { limit: 25, sort_by: 'day', direction: 'asc' },
    body: { user_id: userId, confirmed: false },
  })
  const waiting = data?.hours.filter(({ can }) => can.confirm) ?? []
  if (waiting.length === 0) return null
  return (
    <section className={classes.queue} aria-label={t('asked')}>
      <ul className={classes.list}>
        {waiting.map((shift) => (
          <li key={shift.id}>
            <PendingShift shift={shift} />
          </li>
        ))}
      </ul>
    </section>
  )
}
