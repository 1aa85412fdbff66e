import { useCall } from '../../../api/cache/query.ts'
import { type UseOptions, useSearchedFilter } from '../../../api/list/searched-filter.ts'

const useProductOptions: UseOptions = (body, isAsked) => {
  const limit = 'ids' in body ? 200 : 30
  const query = { limit, sort_by: 'name', direction: 'asc' } as const
  const { data } = useCall('products.list', { query, body }, { enabled: isAsked })
  return isAsked ? (data?.products ?? []).map(({ id, name }) => ({ id, label: name })) : []
}

/** The filter of a list by products, labelled `name`. */
export const useProductFilter = (
  name: string,
  chosen: readonly number[],
  onChange: (ids: number[]) => void,
) => useSearchedFilter({ key: 'product_id', name, chosen, onChange }, useProductOptions)
