import { moySkladKinds, moySkladPlans } from '@artel/contract/moysklad/moysklad.line'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../../api/list/list-table.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'

const asTexts = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String))

/** The filters of the row list for the filter bar. */
export function useItemFilters({ state, change }: OpenList<'moySkladItems.list'>): Filter[] {
  const t = useTranslations('moySkladItems')
  const names = useTranslations('moySklad')
  const { filters } = state
  const set = (next: typeof filters) => change({ filters: { ...filters, ...next } })
  return [
    {
      key: 'plan',
      kind: 'many',
      name: t('plan'),
      options: moySkladPlans.map((value) => ({ value, label: t(`plan_${value}`) })),
      value: asTexts(filters.plan),
      onChange: (chosen) => set({ plan: moySkladPlans.filter((plan) => chosen.includes(plan)) }),
    },
    {
      key: 'kind',
      kind: 'many',
      name: t('kind'),
      options: moySkladKinds.map((value) => ({ value, label: names(`kind_${value}`) })),
      value: asTexts(filters.kind),
      onChange: (chosen) => set({ kind: moySkladKinds.filter((kind) => chosen.includes(kind)) }),
    },
    {
      key: 'is_partial',
      kind: 'flag',
      name: t('partial'),
      value: filters.is_partial === true,
      onChange: (isOn) => set({ is_partial: isOn ? true : undefined }),
    },
    {
      key: 'is_bundle',
      kind: 'flag',
      name: t('bundles'),
      value: filters.is_bundle === true,
      onChange: (isOn) => set({ is_bundle: isOn ? true : undefined }),
    },
    {
      key: 'is_gone',
      kind: 'flag',
      name: t('gone'),
      value: filters.is_gone === true,
      onChange: (isOn) => set({ is_gone: isOn ? true : undefined }),
    },
  ]
}
