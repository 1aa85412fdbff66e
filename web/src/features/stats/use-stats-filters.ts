import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { rowOptions, useFilters } from '../../ui/list/use-filters.ts'
import { useProductFilter } from '../products/products.tsx'
import type { StatsState } from './use-stats-state.ts'

/** The filters by warehouse and product. */
export function useStatsFilters({ state: { filters }, change }: StatsState): Filter[] {
  const t = useTranslations('stats')
  const { warehouses } = useSession()
  const { one } = useFilters(filters, (chosen) => change({ filters: chosen }))
  const product = useProductFilter(t('product'), [filters.product_id ?? []].flat(), (ids) =>
    // One product at a time: the last ticked one applies.
    change({ filters: { ...filters, product_id: ids.at(-1) } }),
  )
  return [one('warehouse_id', t('warehouse'), rowOptions(warehouses)), product]
}
