import { achievementCodes } from '@artel/contract/company/company.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../ui/list/use-days-filter.ts'

type Filters = ListState<'achievements.list'>['filters']

/** The filters of a person's achievements. */
export function useAchievementFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('achievements')
  const names = useTranslations('achievementNames')
  const days = useDaysFilter()
  const set = (change: Filters) => onChange({ ...filters, ...change })
  return [
    days({
      key: 'date',
      name: t('days'),
      looks: 'back',
      value: { from: filters.date_from ?? null, to: filters.date_to ?? null },
      onChange: ({ from, to }) => set({ date_from: from ?? undefined, date_to: to ?? undefined }),
    }),
    {
      key: 'achievement',
      kind: 'many',
      name: t('achievement'),
      options: achievementCodes.map((value) => ({ value, label: names(value) })),
      value: [filters.achievement ?? []].flat(),
      onChange: (chosen) =>
        set({ achievement: achievementCodes.filter((achievement) => chosen.includes(achievement)) }),
    },
  ]
}
