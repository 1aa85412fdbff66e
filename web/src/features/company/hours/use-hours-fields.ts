import { weekdays } from '@artel/contract/company/company.line'
import type { ScheduleSpan } from '@artel/contract/hours/schedule'
import { useTranslations } from 'use-intl'
import type { FieldWords } from '../../../forms/save/stale-fields.ts'
import type { HoursValues } from './hours-values.ts'

const spans: readonly ScheduleSpan[] = ['working_hours', 'first_break', 'lunch', 'second_break']

/** The fields of the schedule with the texts that the conflict dialog uses. */
export function useHoursFields(): FieldWords<HoursValues> {
  const t = useTranslations('workingHours')
  const forms = useTranslations('forms')
  const time = (value: unknown) => (typeof value === 'string' ? value : '—')
  const ends = spans.flatMap((span) => {
    const label = t(span)
    return [
      [`${span}_from`, { label: forms('fromOf', { label }), show: time }],
      [`${span}_to`, { label: forms('toOf', { label }), show: time }],
    ]
  })
  const days = (worked: HoursValues['working_days']) =>
    weekdays.flatMap((day) => (worked[day] ? t(day) : [])).join(', ') || '—'
  return {
    ...Object.fromEntries(ends),
    working_days: { label: t('week'), show: days },
    before_workday_end: { label: t('reminder'), show: String },
    grace_minutes: { label: t('grace'), show: String },
  }
}
