import { achievementCodes } from '@artel/contract/company/company.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

type Filters = ListState<'achievements.list'>['filters']

/** The filters of a person's achievements. */
export function useAchievementFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('achievements')
  const names = useTranslations('achievementNames')
  const { days, words } = useFilters(filters, onChange)
  return [days('date', t('days'), 'back'), words('achievement', t('achievement'), achievementCodes, names)]
}
