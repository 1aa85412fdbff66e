import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../ui/list/use-days-filter.ts'
import { usePeopleOptions } from '../users/users.tsx'

type Filters = ListState<'rewards.list'>['filters']

const asTexts = (value: number | number[] | undefined): string[] =>
  value === undefined ? [] : [value].flat().map(String)

/** The filters of a list of rewards. `ofAll`: the list is of all people, so it can be filtered by person. */
export function useRewardFilters(
  filters: Filters,
  onChange: (filters: Filters) => void,
  ofAll: boolean,
): Filter[] {
  const t = useTranslations('rewards')
  const days = useDaysFilter()
  const options = usePeopleOptions({ enabled: ofAll })
  const set = (change: Filters) => onChange({ ...filters, ...change })
  const people: Filter[] = [
    {
      key: 'user_id',
      kind: 'many',
      name: t('person'),
      options,
      value: asTexts(filters.user_id),
      onChange: (chosen) => set({ user_id: chosen.map(Number) }),
    },
    {
      key: 'created_by',
      kind: 'many',
      name: t('givenBy'),
      options,
      value: asTexts(filters.created_by),
      onChange: (chosen) => set({ created_by: chosen.map(Number) }),
    },
  ]
  return [
    ...(ofAll ? people : []),
    days({
      key: 'date',
      name: t('days'),
      looks: 'back',
      value: { from: filters.date_from ?? null, to: filters.date_to ?? null },
      onChange: ({ from, to }) => set({ date_from: from ?? undefined, date_to: to ?? undefined }),
    }),
  ]
}
