import { taskPriorities, taskStatuses } from '@artel/contract/tasks/tasks.line'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../../ui/list/use-days-filter.ts'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useProductFilter } from '../../products/products.tsx'
import { useSupplyFilter } from '../../supplies/supplies.tsx'
import { usePeopleOptions } from '../../users/users.tsx'
import type { TaskFilters } from './use-task-views.ts'

const none = 'none'
const asTexts = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((entry) => (entry === null ? none : String(entry)))
const asIds = (texts: readonly string[]) => texts.map((text) => (text === none ? null : Number(text)))

/** The filters of the task list for the filter bar. */
export function useTaskFilters(filters: TaskFilters, onChange: (filters: TaskFilters) => void): Filter[] {
  const t = useTranslations('tasks')
  const { warehouses } = useSession()
  const days = useDaysFilter()
  const people = usePeopleOptions()
  const set = (change: TaskFilters) => onChange({ ...filters, ...change })
  const product = useProductFilter(t('fieldProduct'), [filters.product_id ?? []].flat(), (product_id) =>
    set({ product_id }),
  )
  const supply = useSupplyFilter(
    t('supply'),
    [filters.supply_id ?? []].flat().filter((id) => id !== null),
    (supply_id) => set({ supply_id }),
  )
  const pool = { value: none, label: t('pool') }
  return [
    {
      key: 'status',
      kind: 'many',
      name: t('status'),
      options: taskStatuses.map((value) => ({
        value,
        label: t(`status_${value}`),
        glyph: <StatusGlyph status={value} />,
      })),
      value: asTexts(filters.status),
      onChange: (chosen) => set({ status: taskStatuses.filter((status) => chosen.includes(status)) }),
    },
    {
      key: 'priority',
      kind: 'many',
      name: t('priority'),
      options: taskPriorities.map((value) => ({
        value,
        label: t(`priority_${value}`),
        glyph: <PriorityMark priority={value} quiet />,
      })),
      value: asTexts(filters.priority),
      onChange: (chosen) => set({ priority: taskPriorities.filter((priority) => chosen.includes(priority)) }),
    },
    {
      key: 'user_id',
      kind: 'many',
      name: t('doer'),
      options: [pool, ...people],
      value: asTexts(filters.user_id),
      onChange: (chosen) => set({ user_id: asIds(chosen) }),
    },
    {
      key: 'warehouse_id',
      kind: 'many',
      name: t('warehouse'),
      options: [
        ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: none, label: t('noWarehouse') },
      ],
      value: asTexts(filters.warehouse_id),
      onChange: (chosen) => set({ warehouse_id: asIds(chosen) }),
    },
    product,
    supply,
    days({
      key: 'due',
      name: t('due'),
      looks: 'ahead',
      value: { from: filters.due_from ?? null, to: filters.due_to ?? null },
      onChange: ({ from, to }) => set({ due_from: from ?? undefined, due_to: to ?? undefined }),
    }),
    days({
      key: 'date',
      name: t('createdAt'),
      looks: 'back',
      value: { from: filters.date_from ?? null, to: filters.date_to ?? null },
      onChange: ({ from, to }) => set({ date_from: from ?? undefined, date_to: to ?? undefined }),
    }),
    {
      key: 'overdue',
      kind: 'flag',
      name: t('overdueOnly'),
      value: filters.overdue === true,
      onChange: (value) => set({ overdue: value || undefined }),
    },
  ]
}
