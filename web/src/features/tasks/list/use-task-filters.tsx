import { taskPriorities, taskStatuses } from '@artel/contract/tasks/tasks.line'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { rowOptions, useFilters } from '../../../ui/list/use-filters.ts'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useProductFilter } from '../../products/products.tsx'
import { useSupplyFilter } from '../../supplies/supplies.tsx'
import { usePeopleOptions } from '../../users/users.tsx'
import type { TaskFilters } from './use-task-views.ts'

/** The filters of the task list for the filter bar. */
export function useTaskFilters(filters: TaskFilters, onChange: (filters: TaskFilters) => void): Filter[] {
  const t = useTranslations('tasks')
  const { warehouses } = useSession()
  const people = usePeopleOptions()
  const { days, flag, many, words } = useFilters(filters, onChange)
  const product = useProductFilter(t('fieldProduct'), [filters.product_id ?? []].flat(), (product_id) =>
    onChange({ ...filters, product_id }),
  )
  const supply = useSupplyFilter(
    t('supply'),
    [filters.supply_id ?? []].flat().filter((id) => id !== null),
    (supply_id) => onChange({ ...filters, supply_id }),
  )
  return [
    words(
      'status',
      t('status'),
      taskStatuses,
      (status) => t(`status_${status}`),
      (status) => <StatusGlyph status={status} />,
    ),
    words(
      'priority',
      t('priority'),
      taskPriorities,
      (priority) => t(`priority_${priority}`),
      (priority) => <PriorityMark priority={priority} quiet />,
    ),
    many('user_id', t('doer'), [{ value: null, label: t('pool') }, ...people]),
    many('warehouse_id', t('warehouse'), [
      ...rowOptions(warehouses),
      { value: null, label: t('noWarehouse') },
    ]),
    product,
    supply,
    days('due', t('due'), 'ahead'),
    days('date', t('createdAt'), 'back'),
    flag('overdue', t('overdueOnly')),
  ]
}
