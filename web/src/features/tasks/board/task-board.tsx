import type { Task } from '@artel/contract/tasks/tasks'
import { type TaskStatus, taskStatuses } from '@artel/contract/tasks/tasks.line'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChangeAddress } from '../../../api/list/address.ts'
import type { ListState } from '../../../api/list/list-state.ts'
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx'
import { useTaskDialogs } from '../form/use-task-dialogs.tsx'
import type { TaskFilters } from '../list/use-task-views.ts'
import { type TaskSteps, useTaskSteps } from '../use-task-steps.tsx'
import { BoardColumn } from './board-column.tsx'
import { draggedTask } from './board-drag.ts'
import { BoardRail } from './board-rail.tsx'
import { BoardTabs } from './board-tabs.tsx'
import classes from './task-board.module.css'
import { moveTo, type TaskMove } from './task-moves.ts'

/** What each column needs from the board. */
export type Board = {
  state: ListState<'tasks.list'>
  steps: TaskSteps
  edit: (task: Task) => void
  move: (task: Task, move: TaskMove) => void
  /** The task that is being dragged now. */
  dragged: Task | null
  /**
   * The task moved last. Its card is pale until the response arrives, and takes the focus in its new column.
   */
  movedId: number | null
  /** Opens the table with all tasks of one status, page by page. */
  showAll: (status: TaskStatus) => void
}

type TaskBoardProps = {
  state: ListState<'tasks.list'>
  toolbar: ReactNode
  tools: ReactNode
  onFilters: (filters: TaskFilters) => void
}

/**
 * Tasks in one column a status.
 * Statuses of the filter are open columns; the others are narrow rails to drop on.
 */
export function TaskBoard({ state, toolbar, tools, onFilters }: TaskBoardProps) {
  const t = useTranslations('taskBoard')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const steps = useTaskSteps()
  const { edit } = useTaskDialogs()
  const changeAddress = useChangeAddress()
  const [movedId, setMovedId] = useState<number | null>(null)
  const move = (task: Task, { step }: TaskMove) => {
    setMovedId(task.id)
    void steps[step](task)
  }
  const dragged = useDragged(move)
  const showAll = (status: TaskStatus) => changeAddress({ layout: 'table', status: [status] })
  const board: Board = { state, steps, edit, move, dragged, movedId, showAll }
  const chosen = [state.filters.status ?? taskStatuses].flat()
  return (
    <section className={classes.board} aria-label={t('label')} aria-describedby="board-keys">
      <ListToolbar filters={toolbar} tools={tools} />
      <p id="board-keys" hidden>
        {t('keys')}
      </p>
      {isPhone ? (
        <BoardTabs board={board} first={chosen[0] ?? 'open'} />
      ) : (
        <Columns
          board={board}
          chosen={chosen}
          onChoose={(status) => onFilters({ ...state.filters, status })}
        />
      )}
    </section>
  )
}

type ColumnsProps = { board: Board; chosen: TaskStatus[]; onChoose: (statuses: TaskStatus[]) => void }

function Columns({ board, chosen, onChoose }: ColumnsProps) {
  const without = (status: TaskStatus) => onChoose(chosen.filter((other) => other !== status))
  const withIt = (status: TaskStatus) =>
    onChoose(taskStatuses.filter((other) => other === status || chosen.includes(other)))
  return (
    <div className={classes.columns}>
      {taskStatuses.map((status) =>
        chosen.includes(status) ? (
          <BoardColumn
            key={status}
            status={status}
            board={board}
            // The last open column cannot be closed, because a filter without a status means all statuses.
            {...(chosen.length > 1 && { onClose: () => without(status) })}
          />
        ) : (
          <BoardRail key={status} status={status} board={board} onOpen={() => withIt(status)} />
        ),
      )}
    </div>
  )
}

/** The task that is being dragged. A drop takes the step that leads to the status of the column. */
function useDragged(move: Board['move']): Task | null {
  const [dragged, setDragged] = useState<Task | null>(null)
  const latest = useRef(move)
  useEffect(() => {
    latest.current = move
  })
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(draggedTask(source.data)),
        onDrop: ({ source, location }) => {
          setDragged(null)
          const task = draggedTask(source.data)
          // Only columns write a status, so the cast holds.
          const status = location.current.dropTargets[0]?.data.status as TaskStatus | undefined
          const way = task && status && moveTo(task, status)
          if (way) latest.current(task, way)
        },
      }),
    [],
  )
  return dragged
}
