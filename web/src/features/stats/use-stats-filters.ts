import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useProductFilter } from '../products/products.tsx'
import type { StatsState } from './use-stats-state.ts'

/** The filters by warehouse and product. */
export function useStatsFilters({ state: { filters }, change }: StatsState): Filter[] {
  const t = useTranslations('stats')
  const { warehouses } = useSession()
  const { warehouse_id, product_id } = filters
  const product = useProductFilter(t('product'), product_id === undefined ? [] : [product_id], (ids) =>
    // One product at a time: the last ticked one applies.
    change({ filters: { ...filters, product_id: ids.at(-1) } }),
  )
  return [
    {
      key: 'warehouse_id',
      kind: 'one',
      name: t('warehouse'),
      options: warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
      value: warehouse_id === undefined ? null : String(warehouse_id),
      onChange: (value) =>
        change({ filters: { ...filters, warehouse_id: value === null ? undefined : Number(value) } }),
    },
    product,
  ]
}
