import type { Task } from '@artel/contract/tasks'
import type { TaskStatus } from '@artel/contract/tasks.line'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { movesOf, moveTo, type TaskMove } from './task-moves.ts'

/** The task of a drag that began at a card; null for a drag of anything else. Only cards write a task into it. */
export const draggedTask = (data: Record<string | symbol, unknown>) => (data.task ?? null) as Task | null

/** A card that has somewhere to go can be dragged, by mouse or by a long touch. */
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

/** Where a card may be dropped: `way` is the step that this would take, `isOver` whether it hangs here now. */
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
