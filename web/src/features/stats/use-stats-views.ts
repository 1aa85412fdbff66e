import type { RelativeDays } from '@artel/contract/shapes/days'
import { useTranslations } from 'use-intl'
import { useListViews } from '../views/views.tsx'
import type { StatsState } from './use-stats-state.ts'

/**
 * Built-in views by calendar month, relative to today.
 * A day and a week need none, because the period picker has them.
 */
const usual = ['this_month', 'last_month'] as const satisfies readonly RelativeDays[]

/** The saved periods and filters. */
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
