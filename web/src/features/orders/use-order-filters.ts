import { useTranslations } from 'use-intl'
import type { OpenList } from '../../api/list/list-table.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'
import { useShopItemFilter } from '../shop/shop.ts'
import { usePeopleOptions } from '../users/users.tsx'

/** The filters of a list of orders other than the status. `ofAll`: the list can be filtered by person. */
export function useOrderFilters(
  { state: { filters }, change }: OpenList<'orders.list'>,
  ofAll: boolean,
): Filter[] {
  const t = useTranslations('orders')
  const { many } = useFilters(filters, (chosen) => change({ filters: chosen }))
  const options = usePeopleOptions({ enabled: ofAll })
  const item = useShopItemFilter(t('what'), [filters.item_id ?? []].flat(), (item_id) =>
    change({ filters: { ...filters, item_id } }),
  )
  return ofAll ? [many('user_id', t('person'), options), item] : [item]
}
