import { marketplaces, supplyStatuses } from '@artel/contract/supplies/supplies.line'
import { createElement } from 'react'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import { useSession, useUser } from '../../../api/session/session.ts'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../../ui/list/use-days-filter.ts'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useProductFilter } from '../../products/products.tsx'

type Filters = ListState<'supplies.list'>['filters']

const none = 'none'
const asTexts = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((entry) => (entry === null ? none : String(entry)))

const trash = ['only', 'with'] as const

/** The filters of the list of supplies. */
export function useSupplyFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('supplies')
  const { warehouses } = useSession()
  const days = useDaysFilter()
  const isAdmin = useUser().type !== 'staff'
  const set = (change: Filters) => onChange({ ...filters, ...change })
  const product = useProductFilter(t('set'), [filters.product_id ?? []].flat(), (product_id) =>
    set({ product_id }),
  )
  const entities = useLegalEntityOptions({ enabled: isAdmin })
  const entity: Filter = {
    key: 'legal_entity_id',
    kind: 'many',
    name: t('legalEntity'),
    options: [
      ...entities.map(({ value, label }) => ({ value: String(value), label })),
      { value: none, label: t('noLegalEntity') },
    ],
    value: asTexts(filters.legal_entity_id),
    onChange: (chosen) =>
      set({ legal_entity_id: chosen.map((text) => (text === none ? null : Number(text))) }),
  }
  return [
    {
      key: 'status',
      kind: 'many',
      name: t('status'),
      options: supplyStatuses.map((value) => ({
        value,
        label: t(`status_${value}`),
        glyph: createElement(StatusGlyph, { status: value }),
      })),
      value: asTexts(filters.status),
      onChange: (chosen) => set({ status: supplyStatuses.filter((status) => chosen.includes(status)) }),
    },
    {
      key: 'warehouse_id',
      kind: 'many',
      name: t('warehouse'),
      options: warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
      value: asTexts(filters.warehouse_id),
      onChange: (chosen) => set({ warehouse_id: chosen.map(Number) }),
    },
    {
      key: 'marketplace',
      kind: 'many',
      name: t('marketplace'),
      options: marketplaces.map((value) => ({ value, label: t(`marketplace_${value}`) })),
      value: asTexts(filters.marketplace),
      onChange: (chosen) => set({ marketplace: marketplaces.filter((place) => chosen.includes(place)) }),
    },
    ...(isAdmin ? [entity] : []),
    product,
    days({
      key: 'planned',
      name: t('plannedOn'),
      looks: 'ahead',
      value: { from: filters.planned_from ?? null, to: filters.planned_to ?? null },
      onChange: ({ from, to }) => set({ planned_from: from ?? undefined, planned_to: to ?? undefined }),
    }),
    {
      key: 'overdue',
      kind: 'flag',
      name: t('overdueOnly'),
      value: filters.overdue === true,
      onChange: (value) => set({ overdue: value || undefined }),
    },
    {
      key: 'deleted',
      kind: 'one',
      name: t('trash'),
      options: trash.map((value) => ({ value, label: t(`trash_${value}`) })),
      value: filters.deleted ?? null,
      onChange: (chosen) => set({ deleted: trash.find((value) => value === chosen) }),
    },
  ]
}
