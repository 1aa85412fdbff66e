import { marketplaces, supplyStatuses } from '@artel/contract/supplies/supplies.line'
import { createElement } from 'react'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import { useSession, useUser } from '../../../api/session/session.ts'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { rowOptions, useFilters } from '../../../ui/list/use-filters.ts'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useProductFilter } from '../../products/products.tsx'

type Filters = ListState<'supplies.list'>['filters']

/** The filters of the list of supplies. */
export function useSupplyFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('supplies')
  const { warehouses } = useSession()
  const isAdmin = useUser().type !== 'staff'
  const { days, flag, many, one, words } = useFilters(filters, onChange)
  const product = useProductFilter(t('set'), [filters.product_id ?? []].flat(), (product_id) =>
    onChange({ ...filters, product_id }),
  )
  const entities = useLegalEntityOptions({ enabled: isAdmin })
  const entity = many('legal_entity_id', t('legalEntity'), [
    ...entities,
    { value: null, label: t('noLegalEntity') },
  ])
  return [
    words(
      'status',
      t('status'),
      supplyStatuses,
      (status) => t(`status_${status}`),
      (status) => createElement(StatusGlyph, { status }),
    ),
    many('warehouse_id', t('warehouse'), rowOptions(warehouses)),
    words('marketplace', t('marketplace'), marketplaces, (place) => t(`marketplace_${place}`)),
    ...(isAdmin ? [entity] : []),
    product,
    days('planned', t('plannedOn'), 'ahead'),
    flag('overdue', t('overdueOnly')),
    one('deleted', t('trash'), [
      { value: 'only', label: t('trash_only') },
      { value: 'with', label: t('trash_with') },
    ]),
  ]
}
