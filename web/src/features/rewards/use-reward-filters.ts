import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'
import { usePeopleOptions } from '../users/users.tsx'

type Filters = ListState<'rewards.list'>['filters']

/** The filters of a list of rewards. `ofAll`: the list is of all people, so it can be filtered by person. */
export function useRewardFilters(
  filters: Filters,
  onChange: (filters: Filters) => void,
  ofAll: boolean,
): Filter[] {
  const t = useTranslations('rewards')
  const options = usePeopleOptions({ enabled: ofAll })
  const { days, many } = useFilters(filters, onChange)
  const people = [many('user_id', t('person'), options), many('created_by', t('givenBy'), options)]
  return [...(ofAll ? people : []), days('date', t('days'), 'back')]
}
