import type { Task } from '@artel/contract/tasks/tasks'
import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { movesOf, moveTo, type TaskMove } from './task-moves.ts'

/**
 * The task of a drag that started on a card; null for any other drag.
 * Only cards write a task, so the cast holds.
 */
export const draggedTask = (data: Record<string | symbol, unknown>) => (data.task ?? null) as Task | null

/** Makes a card draggable, by mouse or long touch, if at least one step is allowed. */
export function useDraggableCard(element: RefObject<HTMLElement | null>, task: Task): void {
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  const isMovable = movesOf(task).length > 0
  useEffect(() => {
    if (!element.current || !isMovable) return
    return draggable({ element: element.current, getInitialData: () => ({ task: latest.current }) })
  }, [element, isMovable])
}

/**
 * Makes a column a drop target.
 * `way` is the step that a drop would take; `isOver`: the dragged card is over it now.
 */
export function useDropColumn(
  element: RefObject<HTMLElement | null>,
  status: TaskStatus,
  dragged: Task | null,
): { isOver: boolean; way: TaskMove | undefined } {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ status }),
      getDropEffect: () => 'move',
      canDrop: ({ source }) => {
        const task = draggedTask(source.data)
        return task !== null && moveTo(task, status) !== undefined
      },
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [element, status])
  return { isOver, way: dragged ? moveTo(dragged, status) : undefined }
}
