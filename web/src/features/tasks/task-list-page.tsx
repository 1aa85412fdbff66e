import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useListFile } from '../../api/list-file.ts'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { useTableSettings } from '../../api/table-settings.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { activeFilters } from '../../ui/filter-types.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Kbd } from '../../ui/tag.tsx'
import { LayoutSwitch } from './layout-switch.tsx'
import { ManyTasksButton } from './many-tasks-button.tsx'
import { TaskCard } from './task-card.tsx'
import classes from './task-list-page.module.css'
import { type TaskView, TaskViews, taskViews, viewOf } from './task-views.tsx'
import { useTaskBulk } from './use-task-bulk.tsx'
import { useTaskColumns } from './use-task-columns.tsx'
import { useTaskDialogs } from './use-task-dialogs.tsx'
import { useTaskFilters } from './use-task-filters.tsx'
import { useTaskLayout } from './use-task-layout.ts'
import { useTaskSteps } from './use-task-steps.tsx'

// With the library of dragging in it.
const TaskBoard = lazy(async () => ({ default: (await import('./task-board.tsx')).TaskBoard }))

/** All tasks of the company, as admins run them. */
export function TaskListPage() {
  const t = useTranslations('tasks')
  usePageTitle(t('title'))
  const dialogs = useTaskDialogs()
  const table = useTableSettings('tasks')
  const { state, input, change } = useListState<'tasks.list'>(useDefaults(table.limit))
  const { layout, choose } = useTaskLayout(table)
  const isBoard = layout === 'board'
  // The board reads its columns by itself; here the total is wanted.
  const { data } = useCall('tasks.list', isBoard ? { ...input, query: { limit: 1 } } : input)
  // The key's place on the keyboard, because a Russian layout gives another letter there.
  const part = { state, change, tools: <LayoutSwitch layout={layout} onChoose={choose} /> }
  useHotkeys([['N', dialogs.create, { usePhysicalKeys: true }]])
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={
          <>
            <ManyTasksButton />
            <CreateButton onClick={dialogs.create} />
          </>
        }
      />
      <TaskViews filters={state.filters} onChoose={(view) => change({ filters: view.filters, search: '' })} />
      {isBoard ? (
        <BoardPart {...part} />
      ) : (
        <TaskTable {...part} input={input} settings={table.props} dialogs={dialogs} />
      )}
    </Sheet>
  )
}

// The same object for the same limit: the list's state hangs on its identity.
function useDefaults(limit: number) {
  return useMemo(
    (): ListDefaults<'tasks.list'> => ({
      limit,
      filters: taskViews[0].filters,
      filterNames: ['status', 'priority', 'user_id', 'warehouse_id', 'overdue'],
    }),
    [limit],
  )
}

type PartProps = Pick<ReturnType<typeof useListState<'tasks.list'>>, 'state' | 'change'> & {
  /** Right above the tasks. */
  tools: React.ReactNode
}

/** Search and filters: those of the table and of the board are the same. */
function useToolbar({ state, change }: Omit<PartProps, 'tools'>) {
  const t = useTranslations('tasks')
  const view = viewOf(state.filters)
  const all = useTaskFilters(state.filters, (filters) => change({ filters }))
  // What the view itself says is not said again by a chip.
  const filters = all.filter(({ key }) => !(key in view.filters))
  const search = { label: t('search'), placeholder: t('searchPlaceholder'), value: state.search }
  const bar = (
    <FilterBar search={{ ...search, onChange: (text) => change({ search: text }) }} filters={filters} />
  )
  return { view, filters, bar }
}

function BoardPart({ state, change, tools }: PartProps) {
  const { bar } = useToolbar({ state, change })
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <TaskBoard state={state} toolbar={bar} tools={tools} onFilters={(filters) => change({ filters })} />
    </Suspense>
  )
}

type TaskTableProps = PartProps & {
  input: ReturnType<typeof useListState<'tasks.list'>>['input']
  settings: ReturnType<typeof useTableSettings>['props']
  dialogs: ReturnType<typeof useTaskDialogs>
}

function TaskTable({ state, input, change, tools, settings, dialogs }: TaskTableProps) {
  const t = useTranslations('tasks')
  const navigate = useNavigate()
  const { data, error, isPending, isPlaceholderData, refetch } = useCall('tasks.list', input)
  const steps = useTaskSteps()
  const download = useListFile('tasks.list', input)
  const columns = useTaskColumns(data?.tasks ?? [])
  const { view, filters, bar } = useToolbar({ state, change })
  const selection = useTaskBulk(input.body ?? {}, data?.pagination.total ?? 0)
  return (
    <DataTable
      {...settings}
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
      empty={<NoTasks view={view} onCreate={dialogs.create} onAll={() => change({ filters: {} })} />}
      filtered={{
        filters: activeFilters(filters),
        search: state.search,
        onClear: () => change({ filters: view.filters, search: '' }),
      }}
      download={download}
      onOpen={({ id }) => void navigate({ to: '/task/$id', params: { id: String(id) } })}
      card={(task) => <TaskCard task={task} steps={steps} onEdit={() => dialogs.edit(task)} />}
      selection={selection}
      toolbar={bar}
      tools={tools}
    />
  )
}

function NoTasks({ view, onCreate, onAll }: { view: TaskView; onCreate: () => void; onAll: () => void }) {
  const t = useTranslations('tasks')
  if (view.key === 'viewAll') {
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        actions={<CreateButton onClick={onCreate} />}
      />
    )
  }
  const all = (
    <Button variant="default" onClick={onAll}>
      {t('viewEmptyAll')}
    </Button>
  )
  return <EmptyState title={t('viewEmptyTitle')} text={t('viewEmptyText')} actions={all} />
}

function CreateButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('tasks')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  if (isPhone) {
    return (
      <ActionIcon
        className={classes.float ?? ''}
        variant="filled"
        color="accent"
        size={56}
        aria-label={t('create')}
        onClick={onClick}
      >
        <IconPlus size={26} stroke={1.8} />
      </ActionIcon>
    )
  }
  return (
    <Button leftSection={<IconPlus size={16} stroke={1.8} />} rightSection={<Kbd>N</Kbd>} onClick={onClick}>
      {t('create')}
    </Button>
  )
}
