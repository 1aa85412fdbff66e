import { weekdays } from '@artel/contract/company/company.line'
import { pauses, readWorkingDay, scheduleFaults } from '@artel/contract/hours/schedule'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { keepCompany, useCompany, useUser } from '../../../api/session/session.ts'
import { TimeRangeField } from '../../../forms/fields/time-range-field.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { writeOffset } from '../../../forms/typed/company-time.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useCompanyClock } from '../use-company-clock.ts'
import { useCompanyForm, useSettingsSend } from '../use-company-form.ts'
import { DayLine } from './day-line.tsx'
import { HoursAside } from './hours-aside.tsx'
import classes from './hours-page.module.css'
import { type HoursValues, liveFaults, readHours } from './hours-values.ts'
import { WeekDays } from './week-days.tsx'

/** The working week and the working day of the company. */
export function HoursPage() {
  const t = useTranslations('workingHours')
  usePageTitle(t('title'))
  const form = useHoursForm()
  return (
    <FormShell form={form} layout="wide">
      <div className={classes.columns}>
        <div className={classes.main}>
          <WorkingDay form={form} />
        </div>
        <HoursAside form={form} />
      </div>
    </FormShell>
  )
}

export type HoursForm = ReturnType<typeof useHoursForm>

function useHoursForm() {
  const fieldText = useTranslations('fields')
  const { type } = useUser()
  const update = useAction('company.schedule')
  const sendSettings = useSettingsSend('hours')
  return useCompanyForm<HoursValues>({
    section: 'hours',
    valuesOf: readHours,
    send: async ({ grace_minutes, before_workday_end, ...times }, version) => {
      const reminder = typeof before_workday_end === 'number' ? { before_workday_end } : {}
      const schedule = { ...times, ...reminder }
      if (Object.keys(schedule).length > 0) {
        const { company } = await update.mutateAsync({ body: { ...schedule, version } })
        keepCompany(company)
      }
      if (typeof grace_minutes === 'number') await sendSettings({ hours: { grace_minutes } }, version)
    },
    check: (values) => {
      const numbers =
        type === 'owner'
          ? (['before_workday_end', 'grace_minutes'] as const)
          : (['before_workday_end'] as const)
      const empty = numbers.filter((name) => values[name] === null)
      return Object.fromEntries([
        ...scheduleFaults(values).map(({ field, text }) => [field, [fieldText(text)]]),
        ...empty.map((name) => [name, [fieldText('required')]]),
      ])
    },
  })
}

const spans = ['working_hours', 'lunch', 'first_break', 'second_break'] as const

function WorkingDay({ form }: { form: HoursForm }) {
  const t = useTranslations('workingHours')
  const fieldText = useTranslations('fields')
  const { timezone } = useCompany()
  const clock = useCompanyClock(timezone)
  const { values } = form
  const faults = liveFaults(values)
  const at = (name: `${(typeof spans)[number]}_${'from' | 'to'}`) => {
    const fault = faults.find(({ field }) => field === name)
    const binding = form.at(name)
    return { ...binding, error: binding.error ?? (fault && fieldText(fault.text)) }
  }
  const wrong = new Set(pauses.filter((pause) => faults.some(({ field }) => field.startsWith(pause))))
  return (
    <>
      <header className={classes.header}>
        <h2 className={classes.heading}>
          {t('day')} <small>{t('companyTime', { offset: writeOffset(timezone) })}</small>
        </h2>
        <Result values={values} isWrong={faults.length > 0} />
      </header>
      <DayLine
        times={values}
        reminder={values.before_workday_end ?? 0}
        now={clock.slice(11)}
        wrong={wrong}
        onChange={form.merge}
      />
      <div className={classes.ranges}>
        {spans.map((span) => (
          <TimeRangeField key={span} label={t(span)} from={at(`${span}_from`)} to={at(`${span}_to`)} />
        ))}
      </div>
      <h2 className={classes.heading}>{t('week')}</h2>
      <WeekDays {...form.at('working_days')} times={values} today={weekdayOf(clock)} />
    </>
  )
}

// Sunday is the first day in JavaScript and the last one here.
const weekdayOf = (clock: string) => weekdays[(new Date(`${clock}Z`).getUTCDay() + 6) % 7] ?? 'monday'

/** The schedule in one sentence. */
function Result({ values, isWrong }: { values: HoursValues; isWrong: boolean }) {
  const t = useTranslations('workingHours')
  const format = useFormat()
  const text = (minutes: number) => format.hours(minutes * 60)
  const day = readWorkingDay(values)
  const days = weekdays.filter((name) => values.working_days[name]).length
  const words = day
    ? t('result', { length: text(day.length), worked: text(day.worked), week: text(day.worked * days) })
    : t(isWrong ? 'wrong' : 'noHours')
  return (
    <p className={classes.result} role="status">
      {words}
    </p>
  )
}
