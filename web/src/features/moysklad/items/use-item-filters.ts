import { moySkladKinds, moySkladPlans } from '@artel/contract/moysklad/moysklad.line'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../../api/list/list-table.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'

/** The filters of the row list for the filter bar. */
export function useItemFilters({ state, change }: OpenList<'moySkladItems.list'>): Filter[] {
  const t = useTranslations('moySkladItems')
  const names = useTranslations('moySklad')
  const { flag, words } = useFilters(state.filters, (filters) => change({ filters }))
  return [
    words('plan', t('plan'), moySkladPlans, (plan) => t(`plan_${plan}`)),
    words('kind', t('kind'), moySkladKinds, (kind) => names(`kind_${kind}`)),
    flag('is_partial', t('partial')),
    flag('is_bundle', t('bundles')),
    flag('is_gone', t('gone')),
  ]
}
