import { type Weekday, weekdays } from '@artel/contract/company/company.line'
import { type ScheduleTimes, timeAt } from '@artel/contract/hours/schedule'
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { blank, useFieldWords } from '../../../forms/form/form-words.ts'
import type { FieldBinding } from '../../../forms/form/use-form-state.ts'
import { hoursStretch, isShown, pauseStretches, type Stretch, shareOf, windowOf } from './day-line.ts'
import classes from './week-days.module.css'

type WeekDaysProps = FieldBinding<Record<Weekday, boolean>> & { times: ScheduleTimes; today: Weekday }

/** The days of the week. Each working day has its hours as a small line. */
export function WeekDays({ name, value, onChange, times, today }: WeekDaysProps) {
  const t = useTranslations('workingHours')
  useFieldWords<typeof value>(
    name,
    t('workingDays'),
    (worked) => weekdays.flatMap((day) => (worked[day] ? t(day) : [])).join(', ') || blank,
  )
  const hours = hoursStretch(times)
  return (
    <ul className={classes.week}>
      {weekdays.map((day) => (
        <li key={day} className={classes.day} {...(day === today && { 'data-today': true })}>
          <Switch
            checked={value[day]}
            onChange={({ currentTarget }) => onChange({ ...value, [day]: currentTarget.checked })}
            label={
              <span className={value[day] ? classes.name : classes.off}>
                {t(day)}
                {day === today && <span className={classes.today}> · {t('today')}</span>}
              </span>
            }
          />
          {value[day] && hours ? (
            <>
              <SmallLine times={times} hours={hours} />
              <span className={classes.times}>
                {timeAt(hours.from)}–{timeAt(hours.from + hours.length)}
              </span>
            </>
          ) : (
            <span className={classes.rest}>{!value[day] && t('dayOff')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

function SmallLine({ times, hours }: { times: ScheduleTimes; hours: Stretch }) {
  const shown = windowOf(hours)
  const place = ({ from, length }: Stretch) => {
    const [left, right] = [shareOf(from, shown), shareOf(from + length, shown)]
    return { left: percent(left), width: percent(right - left) }
  }
  return (
    <span className={classes.line} aria-hidden="true">
      <span className={classes.work} style={place(hours)} />
      {pauseStretches(times, hours.from)
        .filter((pause) => isShown(pause, shown))
        .map((pause) => (
          <span key={pause.pause} className={classes.pause} style={place(pause)} />
        ))}
    </span>
  )
}
