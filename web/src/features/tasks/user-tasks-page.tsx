import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useListFile } from '../../api/list-file.ts'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { useUser } from '../../api/session.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { activeFilters } from '../../ui/filter-types.ts'
import { EmptyState } from '../../ui/states.tsx'
import { TaskCard } from './task-card.tsx'
import { useTaskBulk } from './use-task-bulk.tsx'
import { useTaskColumns } from './use-task-columns.tsx'
import { useTaskDialogs } from './use-task-dialogs.tsx'
import { useTaskFilters } from './use-task-filters.tsx'
import { useTaskSteps } from './use-task-steps.tsx'

/** The tasks of one person, on their page. */
export function UserTasksPage() {
  const t = useTranslations('tasks')
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const isAdmin = useUser().type !== 'staff'
  const table = useTableSettings('user_tasks')
  const { state, input: asked, change } = useListState<'tasks.list'>(useDefaults(table.limit))
  const input = { ...asked, body: { ...asked.body, user_id: Number(id) } }
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('tasks.list', input)
  const steps = useTaskSteps()
  const { edit } = useTaskDialogs()
  const columns = useTaskColumns(data?.tasks ?? []).filter(({ key }) => key !== 'user')
  const all = useTaskFilters(state.filters, (filters) => change({ filters }))
  const filters = all.filter(({ key }) => key !== 'user_id')
  const search = { label: t('search'), placeholder: t('searchPlaceholder'), value: state.search }
  const selection = useTaskBulk(input.body, data?.pagination.total ?? 0)
  return (
    <DataTable
      {...table.props}
      label={t('listLabel')}
      columns={columns}
      rows={data?.tasks}
      pagination={data?.pagination}
      state={state}
      onStateChange={change}
      isLoading={isPending}
      isRefreshing={isPlaceholderData}
      error={error ? listErrorOf(error, t('loadFailed')) : undefined}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t('userEmptyTitle')} text={t('userEmptyText')} />}
      filtered={{
        filters: activeFilters(filters),
        search: state.search,
        onClear: () => change({ filters: {}, search: '' }),
      }}
      download={useListFile('tasks.list', input)}
      onOpen={(task) => void navigate({ to: '/task/$id', params: { id: String(task.id) } })}
      card={(task) => <TaskCard task={task} steps={steps} onEdit={() => edit(task)} />}
      {...(isAdmin && { selection })}
      toolbar={
        <FilterBar search={{ ...search, onChange: (text) => change({ search: text }) }} filters={filters} />
      }
    />
  )
}

// The same object for the same limit: the list's state hangs on its identity.
function useDefaults(limit: number) {
  return useMemo(
    (): ListDefaults<'tasks.list'> => ({
      limit,
      filterNames: [
        ...(['status', 'priority', 'warehouse_id', 'overdue'] as const),
        ...(['due_from', 'due_to', 'date_from', 'date_to'] as const),
      ],
    }),
    [limit],
  )
}
