import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import classes from '../own/pending-shift.module.css'
import { PendingShift } from '../own/pending-shift.tsx'
import type { Whose } from './on-shift-now.tsx'

const few = 3
const many = 50

/** Shifts of any week that wait for an admin's decision, oldest first. */
export function TeamQueue({ whose }: { whose: Whose }) {
  const t = useTranslations('teamHours')
  const [isWhole, setIsWhole] = useState(false)
  const { data } = useCall('hours.list', {
    query: { limit: isWhole ? many : few, sort_by: 'day', direction: 'asc' },
    body: { ...whose, confirmed: false },
  })
  const waiting = data?.hours.filter(({ can }) => can.confirm) ?? []
  if (!data || waiting.length === 0) return null
  const { total } = data.pagination
  return (
    <section className={classes.queue} aria-labelledby="team-queue">
      <h2 id="team-queue" className={classes.head}>
        {t('waiting', { count: total })}
        {total > few && (
          <Button variant="subtle" size="xs" onClick={() => setIsWhole(!isWhole)}>
            {t(isWhole ? 'showFew' : 'showAll')}
          </Button>
        )}
      </h2>
      <ul className={classes.list} data-scrolls={isWhole || undefined}>
        {waiting.map((shift) => (
          <li key={shift.id}>
            <PendingShift shift={shift} withPerson />
          </li>
        ))}
      </ul>
    </section>
  )
}
