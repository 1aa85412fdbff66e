import { useCall } from '../../../api/cache/query.ts'
import { type UseOptions, useSearchedFilter } from '../../../api/list/searched-filter.ts'

const useItemOptions: UseOptions = (body, isAsked) => {
  const limit = 'ids' in body ? 200 : 30
  const query = { limit, sort_by: 'name', direction: 'asc' } as const
  const { data } = useCall('shop.list', { query, body }, { enabled: isAsked })
  return isAsked ? (data?.shop_items ?? []).map(({ id, name }) => ({ id, label: name })) : []
}

/** The filter of a list by shop items, labelled `name`. */
export const useShopItemFilter = (
  name: string,
  chosen: readonly number[],
  onChange: (ids: number[]) => void,
) => useSearchedFilter({ key: 'item_id', name, chosen, onChange }, useItemOptions)
