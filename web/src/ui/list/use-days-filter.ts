import { type DayFilter, type RelativeDays, relativeDays } from '@artel/contract/shapes/days'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import type { Filter } from './filter-types.ts'

/** Relative days that are offered: for past events (back) and for future ones (ahead). */
const offered = {
  back: ['today', 'yesterday', 'last_7_days', 'this_week', 'this_month', 'last_month'],
  ahead: ['today', 'tomorrow', 'this_week', 'this_month'],
} as const satisfies Record<string, readonly RelativeDays[]>

type DaysFilter = {
  key: string
  name: string
  looks: keyof typeof offered
  value: DayFilter
  onChange: (value: DayFilter) => void
}

/** Builds filters of days with their texts: days that move with the calendar, or fixed ones. */
export function useDaysFilter(): (declared: DaysFilter) => Filter {
  const t = useTranslations('ui')
  const format = useFormat()
  const wordOf = (bound: string) => (isRelative(bound) ? t(`days_${bound}`) : format.date(bound))
  const textOf = ({ from, to }: DayFilter): string => {
    if (from === null) return to === null ? '' : t('daysUntil', { to: wordOf(to) })
    if (to === null) return t('daysSince', { from: wordOf(from) })
    return from === to ? wordOf(from) : `${wordOf(from)}\u2013${wordOf(to)}`
  }
  return ({ looks, ...declared }) => ({
    ...declared,
    kind: 'days',
    text: textOf(declared.value),
    choices: offered[looks].map((value) => ({ value, label: t(`days_${value}`) })),
  })
}

const isRelative = (bound: string): bound is RelativeDays => relativeDays.some((days) => days === bound)
