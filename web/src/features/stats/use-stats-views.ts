import type { RelativeDays } from '@artel/contract/days'
import { useTranslations } from 'use-intl'
import { useListViews } from '../views/views.tsx'
import type { StatsState } from './use-stats-state.ts'

/** A month as the calendar has it, meant anew every time; a day and a week are one touch of the period away. */
const usual = ['this_month', 'last_month'] as const satisfies readonly RelativeDays[]

/** The periods and filters that are kept under a name. */
export function useStatsViews(state: StatsState) {
  const t = useTranslations('stats')
  return useListViews(
    'stats',
    usual.map((days) => ({
      key: days,
      name: t(`view_${days}`),
      filters: { date_from: days, date_to: days },
      isTrouble: false,
    })),
    state,
  )
}
