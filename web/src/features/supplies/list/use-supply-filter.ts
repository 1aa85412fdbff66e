import { useCall } from '../../../api/cache/query.ts'
import { type UseOptions, useSearchedFilter } from '../../../api/list/searched-filter.ts'

const useSupplyOptions: UseOptions = (asked, isAsked) => {
  // A chosen supply gets its name even if it is in the trash now.
  const [limit, body] = 'ids' in asked ? [200, { ...asked, deleted: 'with' as const }] : [30, asked]
  const { data } = useCall('supplies.list', { query: { limit }, body }, { enabled: isAsked })
  return isAsked ? (data?.supplies ?? []).map(({ id, number }) => ({ id, label: number })) : []
}

/** The supply filter of a list, labelled `name`. */
export const useSupplyFilter = (name: string, chosen: readonly number[], onChange: (ids: number[]) => void) =>
  useSearchedFilter({ key: 'supply_id', name, chosen, onChange }, useSupplyOptions)
