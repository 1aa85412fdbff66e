import { leagues } from '@artel/contract/achievements/achievements.line'
import { useTranslations } from 'use-intl'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import type { StatsState } from '../use-stats-state.ts'

/** Filters the ranking by league. */
export function useLeagueFilter({ state: { filters }, change }: StatsState): Filter {
  const t = useTranslations('stats')
  const merits = useTranslations('merits')
  const { one } = useFilters(filters, (chosen) => change({ filters: chosen }))
  const options = leagues.map((value) => ({ value, label: merits(`league_${value}`) }))
  return one('league', t('league'), options)
}
