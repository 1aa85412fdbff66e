import { Button } from '@mantine/core'
import { IconLayoutKanban, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { LayoutSwitch } from '../../../ui/list/layout-switch.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useListViews, useSaveColumns, ViewBar } from '../../views/views.tsx'
import { type TaskLayout, useTaskLayout } from '../board/use-task-layout.ts'
import { useTaskDialogs } from '../form/use-task-dialogs.tsx'
import { useTaskEditing } from '../in-row/use-task-editing.tsx'
import { ManyTasksButton } from '../many/many-tasks-button.tsx'
import { useTaskSteps } from '../use-task-steps.tsx'
import { TaskCard } from './task-card.tsx'
import { TaskTotals } from './task-totals.tsx'
import { useTaskBulk } from './use-task-bulk.tsx'
import { useTaskColumns } from './use-task-columns.tsx'
import { useTaskFilters } from './use-task-filters.tsx'
import { currentTasks, useTaskViews } from './use-task-views.ts'

// Lazy, because the board brings the drag-and-drop library.
const TaskBoard = lazyPart(async () => (await import('../board/task-board.tsx')).TaskBoard)

const defaults: ListDefaults<'tasks.list'> = { filters: currentTasks }

/** All tasks of the company, for admins. */
export function TaskListPage() {
  const t = useTranslations('tasks')
  usePageTitle(t('title'))
  const dialogs = useTaskDialogs()
  const table = useTableSettings('tasks')
  const list = useListState('tasks.list', table.limit, defaults)
  const views = useListViews('tasks', useTaskViews(), list, table.props)
  const { layout, choose } = useTaskLayout(table)
  const isBoard = layout === 'board'
  // The columns of the board send their own requests. Here the board needs only the total.
  const { data } = useCall('tasks.list', isBoard ? { ...list.input, query: { limit: 1 } } : list.input)
  const part = { list, views, tools: <TaskLayouts layout={layout} onChoose={choose} /> }
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={
          <>
            <ManyTasksButton />
            <CreateButton label={t('create')} onClick={dialogs.create} />
          </>
        }
      />
      <ViewBar views={views} />
      {isBoard ? <BoardPart {...part} /> : <TaskTable {...part} settings={views.table} dialogs={dialogs} />}
    </Sheet>
  )
}

function TaskLayouts(props: { layout: TaskLayout; onChoose: (layout: TaskLayout) => void }) {
  const t = useTranslations('taskBoard')
  const layouts = [
    { value: 'table', name: t('table'), icon: IconTable },
    { value: 'board', name: t('board'), icon: IconLayoutKanban },
  ] as const
  return <LayoutSwitch {...props} label={t('layout')} layouts={layouts} />
}

type PartProps = {
  list: OpenList<'tasks.list'>
  views: ReturnType<typeof useListViews>
  /** Shown directly above the tasks. */
  tools: React.ReactNode
}

/** Search and filters, shared by the table and the board. */
function useToolbar({ list, views }: Omit<PartProps, 'tools'>) {
  const t = useTranslations('tasks')
  const all = useTaskFilters(list.state.filters, (filters) => list.change({ filters }))
  const filters = all.filter(({ key }) => !views.isSaid(key))
  return { filters, bar: <FilterBar search={listSearch(list, t)} filters={filters} /> }
}

function BoardPart({ list, views, tools }: PartProps) {
  const { bar } = useToolbar({ list, views })
  return (
    <LazyBoundary fallback={<SkeletonRows rows={8} />}>
      <TaskBoard
        state={list.state}
        toolbar={bar}
        tools={tools}
        onFilters={(filters) => list.change({ filters })}
      />
    </LazyBoundary>
  )
}

type TaskTableProps = PartProps & {
  settings: ReturnType<typeof useTableSettings>['props']
  dialogs: ReturnType<typeof useTaskDialogs>
}

function TaskTable({ list, views, tools, settings, dialogs }: TaskTableProps) {
  const t = useTranslations('tasks')
  const page = useRowPage('/task/$id')
  const { data, table } = useListTable('tasks.list', list, t)
  const steps = useTaskSteps()
  const editing = useTaskEditing()
  const columns = useTaskColumns(data?.tasks ?? [], editing)
  const { filters, bar } = useToolbar({ list, views })
  const selection = useTaskBulk(list.input.body ?? {}, data?.pagination.total ?? 0, data?.tasks)
  return (
    <DataTable
      {...settings}
      {...table}
      saveColumns={useSaveColumns(views)}
      label={t('listLabel')}
      columns={columns}
      editor={editing.editor}
      rows={data?.tasks}
      empty={<NoTasks views={views} onCreate={dialogs.create} />}
      filtered={views.filtered(filters)}
      {...page}
      card={(task) => <TaskCard task={task} steps={steps} onEdit={() => dialogs.edit(task)} />}
      selection={selection}
      totals={<TaskTotals totals={data?.totals} />}
      toolbar={bar}
      tools={tools}
    />
  )
}

function NoTasks({ views, onCreate }: { views: PartProps['views']; onCreate: () => void }) {
  const t = useTranslations('tasks')
  const all = views.builtIn.find(({ key }) => key === 'viewAll')
  if (!all || views.open === all) {
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        actions={<CreateButton label={t('create')} onClick={onCreate} />}
      />
    )
  }
  const toAll = (
    <Button variant="default" onClick={() => views.choose(all)}>
      {t('viewEmptyAll')}
    </Button>
  )
  return <EmptyState title={t('viewEmptyTitle')} text={t('viewEmptyText')} actions={toAll} />
}
