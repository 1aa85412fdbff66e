import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useUser } from '../../../api/session/session.ts'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import classes from './pending-shift.module.css'

// Lazy, because it is seldom needed.
const PendingShift = lazyPart(async () => (await import('./pending-shift.tsx')).PendingShift)

/** Asks «Когда вы ушли 20 ноября?» on the home page until the person answers. */
export function HomeQuestions() {
  const t = useTranslations('shifts')
  const { id } = useUser()
  const { data } = useCall('hours.list', {
    query: { limit: 10, sort_by: 'day', direction: 'asc' },
    body: { user_id: id, confirmed: false },
  })
  const asked = data?.hours.filter(({ can, proposed_ended_at }) => can.confirm && proposed_ended_at === null)
  const [first, ...others] = asked ?? []
  if (!first) return null
  return (
    <section className={classes.queue} aria-label={t('asked')}>
      <PendingShift shift={first} />
      {others.length > 0 && (
        <div className={classes.more}>
          <Link to="/user/$id/hours" params={{ id: String(id) }}>
            {t('askedMore', { count: others.length })}
          </Link>
        </div>
      )}
    </section>
  )
}
