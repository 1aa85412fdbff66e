import { scheduledSeconds } from '@artel/contract/hours/work-time'
import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../api/session/session.ts'
import { formatTimer } from '../../../ui/figures/format.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import list from '../../../ui/page/card-list.module.css'
import { PersonLink } from '../../users/users.tsx'
import classes from './team-cards.module.css'
import type { TeamWeekProps } from './team-grid.tsx'
import { useDayFacts } from './use-day-facts.ts'

/** The length of a full bar, seconds, for a day without a schedule. */
const usualSeconds = 8 * 3600

/** The same week on a phone: a card for each person, a bar for each day. */
export function TeamCards(props: TeamWeekProps) {
  const { people, days, sums } = props
  const t = useTranslations('teamHours')
  const format = useFormat()
  return (
    <ul className={list.cards}>
      {people.map((person) => {
        const { worked, unconfirmed } = sums.ofUser(person.id)
        return (
          <li key={person.id} className={list.card}>
            <div className={classes.head}>
              <PersonLink person={person} size={32} />
              <span className={classes.sum}>
                <b>{format.hours(worked)}</b>
                {unconfirmed > 0 && (
                  <span className={classes.apart}>
                    {t('unconfirmedPart', { time: formatTimer(unconfirmed).main })}
                  </span>
                )}
              </span>
            </div>
            <div className={classes.week}>
              {days.map((day) => (
                <DayBar key={day} {...props} person={person} day={day} />
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type DayBarProps = TeamWeekProps & { day: string; person: TeamWeekProps['people'][number] }

function DayBar({ day, today, lockedUntil, sums, person, onOpen }: DayBarProps) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const company = useCompany()
  const factsOf = useDayFacts()
  const hours = sums.of(person.id, day)
  const asked = scheduledSeconds(company, day)
  const all = (hours?.worked ?? 0) + (hours?.unconfirmed ?? 0)
  const share = Math.min(1, all / (asked || usualSeconds))
  const looks = clsx(
    classes.fill,
    hours && hours.unconfirmed > 0 && classes.doubt,
    hours?.since && classes.now,
  )
  const isLocked = lockedUntil !== null && day <= lockedUntil
  return (
    <UnstyledButton
      className={clsx(classes.day, day === today && classes.today)}
      disabled={!hours && (day > today || isLocked)}
      aria-label={t('cell', {
        name: person.full_name,
        day: `${format.weekday(day, 'long')}, ${format.date(day)}`,
        facts: factsOf(hours),
      })}
      onClick={() => onOpen(person.id, day)}
    >
      <span className={clsx(classes.bar, asked === 0 && classes.off)}>
        <span className={looks} style={{ height: hours?.since ? '100%' : `${share * 100}%` }} />
      </span>
      <span className={clsx(classes.name, hours && hours.late > 0 && classes.late)}>
        {format.weekday(day)}
      </span>
    </UnstyledButton>
  )
}
