import { useTranslations } from 'use-intl'
import type { OpenList } from '../../../api/list/list-table.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'

/** The yes/no filters of the storefront. */
export function useStorefrontFilters({ state, change }: OpenList<'shop.list'>): Filter[] {
  const t = useTranslations('shop')
  const { flag } = useFilters(state.filters, (filters) => change({ filters }))
  return [flag('is_affordable', t('is_affordable')), flag('is_wished', t('is_wished'))]
}
