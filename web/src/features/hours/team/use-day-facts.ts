import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import type { DayHours } from './team-week.ts'

/** The hours of a person's day in words, for people who cannot see the marks. */
export function useDayFacts(): (hours: DayHours | undefined) => string {
  const t = useTranslations('teamHours')
  const shifts = useTranslations('shifts')
  const format = useFormat()
  return (hours) => {
    if (!hours) return t('cellNone')
    const { worked, unconfirmed, late, overtime, since } = hours
    return [
      worked > 0 && format.hours(worked),
      unconfirmed > 0 && `${format.hours(unconfirmed)} ${shifts('unconfirmed')}`,
      since !== null && t('nowLong', { time: format.time(since) }),
      late > 0 && shifts('lateBy', { duration: format.duration(late, { units: 2 }) }),
      overtime > 0 && shifts('overtimeOf', { duration: format.hours(overtime) }),
    ]
      .filter((fact) => fact !== false)
      .join(', ')
  }
}
