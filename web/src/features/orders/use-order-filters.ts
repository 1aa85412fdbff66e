import { useTranslations } from 'use-intl'
import type { OpenList } from '../../api/list/list-table.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useShopItemFilter } from '../shop/shop.ts'
import { usePeopleOptions } from '../users/users.tsx'

/** The filters of a list of orders other than the status. `ofAll`: the list can be filtered by person. */
export function useOrderFilters(
  { state: { filters }, change }: OpenList<'orders.list'>,
  ofAll: boolean,
): Filter[] {
  const t = useTranslations('orders')
  const set = (patch: typeof filters) => change({ filters: { ...filters, ...patch } })
  const options = usePeopleOptions({ enabled: ofAll })
  const item = useShopItemFilter(t('what'), [filters.item_id ?? []].flat(), (item_id) => set({ item_id }))
  const person: Filter = {
    key: 'user_id',
    kind: 'many',
    name: t('person'),
    options,
    value: [filters.user_id ?? []].flat().map(String),
    onChange: (chosen) => set({ user_id: chosen.map(Number) }),
  }
  return ofAll ? [person, item] : [item]
}
