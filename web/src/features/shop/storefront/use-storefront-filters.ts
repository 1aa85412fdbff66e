import { useTranslations } from 'use-intl'
import type { OpenList } from '../../../api/list/list-table.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'

const flags = ['is_affordable', 'is_wished'] as const

/** The yes/no filters of the storefront. */
export function useStorefrontFilters({ state: { filters }, change }: OpenList<'shop.list'>): Filter[] {
  const t = useTranslations('shop')
  return flags.map((key) => ({
    key,
    kind: 'flag',
    name: t(key),
    value: filters[key] === true,
    onChange: (isOn) => change({ filters: { ...filters, [key]: isOn || undefined } }),
  }))
}
