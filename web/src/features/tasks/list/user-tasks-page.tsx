import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { useUser } from '../../../api/session/session.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTaskDialogs } from '../form/use-task-dialogs.tsx'
import { useTaskEditing } from '../in-row/use-task-editing.tsx'
import { useTaskSteps } from '../use-task-steps.tsx'
import { TaskCard } from './task-card.tsx'
import { TaskTotals } from './task-totals.tsx'
import { useTaskBulk } from './use-task-bulk.tsx'
import { useTaskColumns } from './use-task-columns.tsx'
import { useTaskFilters } from './use-task-filters.tsx'

/** The tasks of one person, in that person's folder. */
export function UserTasksPage() {
  const t = useTranslations('tasks')
  const { id = '' } = useParams({ strict: false })
  const page = useRowPage('/task/$id')
  const isAdmin = useUser().type !== 'staff'
  const settings = useTableSettings('user_tasks')
  const { state, input: asked, change } = useListState('tasks.list', settings.limit)
  const list = { state, change, input: { ...asked, body: { ...asked.body, user_id: Number(id) } } }
  const steps = useTaskSteps()
  const { edit } = useTaskDialogs()
  const all = useTaskFilters(state.filters, (filters) => change({ filters }))
  const filters = all.filter(({ key }) => key !== 'user_id')
  const { data, table } = useListTable('tasks.list', list, t, filters)
  const editing = useTaskEditing()
  const columns = useTaskColumns(data?.tasks ?? [], editing).filter(({ key }) => key !== 'user')
  const selection = useTaskBulk(list.input.body, data?.pagination.total ?? 0, data?.tasks)
  return (
    <DataTable
      {...settings.props}
      {...table}
      label={t('listLabel')}
      columns={columns}
      editor={editing.editor}
      rows={data?.tasks}
      empty={<EmptyState title={t('userEmptyTitle')} text={t('userEmptyText')} />}
      {...page}
      card={(task) => <TaskCard task={task} steps={steps} onEdit={() => edit(task)} />}
      {...(isAdmin && { selection })}
      totals={<TaskTotals totals={data?.totals} />}
      toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
    />
  )
}
