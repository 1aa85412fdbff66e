import { scheduledSeconds } from '@artel/contract/hours/work-time'
import type { UserCard } from '@artel/contract/users/users'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../api/session/session.ts'
import { Blank } from '../../../ui/figures/figures.tsx'
import { formatTimer } from '../../../ui/figures/format.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { PersonLink } from '../../users/users.tsx'
import { LockMark } from '../shift/shift-parts.tsx'
import classes from './team-grid.module.css'
import { DoubtMark, LateMark, OvertimeMark } from './team-marks.tsx'
import type { DayHours, TeamWeek } from './team-week.ts'
import { useDayFacts } from './use-day-facts.ts'

export type TeamWeekProps = {
  people: readonly Pick<UserCard, 'id' | 'full_name' | 'avatar'>[]
  days: readonly string[]
  today: string
  lockedUntil: string | null
  sums: TeamWeek
  /** The page contains all people of the filter. */
  isWhole: boolean
  onOpen: (userId: number, day: string) => void
}

/** People in rows, days in columns, worked time in the cells. */
export function TeamGrid(props: TeamWeekProps) {
  const { people, days } = props
  const t = useTranslations('teamHours')
  const format = useFormat()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return (
    <div className={classes.scroll}>
      <table className={classes.grid}>
        <caption>
          <VisuallyHidden>{t('grid', { days: format.days({ from, to }) })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            {days.map((day) => (
              <DayHead key={day} {...props} day={day} />
            ))}
            <th scope="col" className={classes.sum}>
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <PersonLink person={person} />
              </th>
              {days.map((day) => (
                <DayCell key={day} {...props} person={person} day={day} />
              ))}
              <td className={classes.sum}>
                <Sum hours={props.sums.ofUser(person.id)} />
              </td>
            </tr>
          ))}
        </tbody>
        <Sums {...props} />
      </table>
    </div>
  )
}

function Sums({ days, sums, isWhole }: TeamWeekProps) {
  const t = useTranslations('teamHours')
  return (
    <tfoot>
      <tr>
        <th scope="row">{t(isWhole ? 'total' : 'totalPage')}</th>
        {days.map((day) => (
          <td key={day}>
            <Sum hours={sums.ofDay(day)} />
          </td>
        ))}
        <td className={classes.sum}>
          <Sum hours={sums.all} />
        </td>
      </tr>
    </tfoot>
  )
}

type DayProps = TeamWeekProps & { day: string }

function DayHead({ day, today, lockedUntil }: DayProps) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const company = useCompany()
  const isOff = scheduledSeconds(company, day) === 0
  return (
    <th scope="col" className={clsx(isOff && classes.off, day === today && classes.today)}>
      <span className={classes.head}>
        {format.weekday(day)} {Number(day.slice(8))}
        {lockedUntil !== null && day <= lockedUntil && <LockMark />}
      </span>
      {day === today && <VisuallyHidden>, {t('today')}</VisuallyHidden>}
      {isOff && <VisuallyHidden>, {t('dayOff')}</VisuallyHidden>}
    </th>
  )
}

function DayCell({
  day,
  today,
  lockedUntil,
  sums,
  onOpen,
  person,
}: DayProps & { person: TeamWeekProps['people'][number] }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const company = useCompany()
  const factsOf = useDayFacts()
  const hours = sums.of(person.id, day)
  const asked = scheduledSeconds(company, day)
  const isLocked = lockedUntil !== null && day <= lockedUntil
  const looks = clsx(classes.cell, asked === 0 && classes.off, isLocked && classes.locked)
  // No shift, and none can be entered.
  if (!hours && (day > today || isLocked)) {
    return <td className={clsx(looks, classes.plain)}>{day > today ? null : <Blank />}</td>
  }
  const facts = factsOf(hours)
  return (
    <td className={looks}>
      <UnstyledButton
        className={classes.open}
        aria-label={t('cell', {
          name: person.full_name,
          day: `${format.weekday(day, 'long')}, ${format.date(day)}`,
          facts,
        })}
        title={facts}
        onClick={() => onOpen(person.id, day)}
      >
        {hours ? <Hours hours={hours} asked={asked} /> : <Blank />}
      </UnstyledButton>
    </td>
  )
}

function Hours({ hours, asked }: { hours: DayHours; asked: number | null }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const { worked, unconfirmed, late, overtime, since } = hours
  const all = worked + unconfirmed
  return (
    <>
      <span className={classes.figures}>
        {overtime > 0 && <OvertimeMark />}
        {late > 0 && <LateMark />}
        {all > 0 && (
          <span className={clsx(classes.worked, unconfirmed > 0 && classes.doubt)}>
            {formatTimer(all).main}
          </span>
        )}
        {since !== null && <span className={classes.now}>{t('now', { time: format.time(since) })}</span>}
      </span>
      {asked !== null && asked > 0 && all > 0 && (
        <Ruler value={all / asked} height={6} tone={unconfirmed > 0 ? 'doubt' : 'accent'} />
      )}
    </>
  )
}

/** Confirmed time, and below it unconfirmed time. */
function Sum({ hours: { worked, unconfirmed } }: { hours: DayHours }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  return (
    <>
      {worked === 0 ? (
        <Blank />
      ) : (
        <span className={classes.worked}>
          <span aria-hidden="true">{formatTimer(worked).main}</span>
          <VisuallyHidden>{format.hours(worked)}</VisuallyHidden>
        </span>
      )}
      {unconfirmed > 0 && (
        <span className={classes.apart} title={t('unconfirmedPart', { time: format.hours(unconfirmed) })}>
          <DoubtMark />
          <span aria-hidden="true">{formatTimer(unconfirmed).main}</span>
          <VisuallyHidden>{t('unconfirmedPart', { time: format.hours(unconfirmed) })}</VisuallyHidden>
        </span>
      )}
    </>
  )
}
