import { leagues } from '@artel/contract/achievements/achievements.line'
import { useTranslations } from 'use-intl'
import type { Filter } from '../../../ui/list/filter-types.ts'
import type { StatsState } from '../use-stats-state.ts'

/** Filters the ranking by league. */
export function useLeagueFilter({ state: { filters }, change }: StatsState): Filter {
  const t = useTranslations('stats')
  const merits = useTranslations('merits')
  return {
    key: 'league',
    kind: 'one',
    name: t('league'),
    options: leagues.map((value) => ({ value, label: merits(`league_${value}`) })),
    value: filters.league ?? null,
    onChange: (value) =>
      change({ filters: { ...filters, league: leagues.find((league) => league === value) } }),
  }
}
