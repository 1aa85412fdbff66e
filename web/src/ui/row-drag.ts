import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type RefObject, useEffect, useRef } from 'react'
import type { Placed } from './places.ts'

/** What a row stands for, and how it comes to another place. Rows of one group change places with each other alone. */
export type Draggable = {
  thing: Placed
  group: string
  /** `to` is the row on which it was dropped. */
  onDrop: (to: Placed) => void
}

/** The thing of a drag that began at a row; none for a drag of anything else. Only rows write one into it. */
const draggedOf = (data: Record<string | symbol, unknown>) => data.placed as Draggable | undefined

/** The row around the handle can be dragged by it, by mouse or by a long touch, and others be dropped on it. */
export function useDraggableRow(handle: RefObject<HTMLElement | null>, own: Draggable): void {
  const latest = useRef(own)
  useEffect(() => {
    latest.current = own
  })
  useEffect(() => {
    const row = handle.current?.closest<HTMLElement>('tr, li')
    if (!row || !handle.current) return
    return combine(
      draggable({
        element: row,
        dragHandle: handle.current,
        getInitialData: () => ({ placed: latest.current }),
        onDragStart: () => row.setAttribute('data-dragged', ''),
        onDrop: () => row.removeAttribute('data-dragged'),
      }),
      dropTargetForElements({
        element: row,
        getDropEffect: () => 'move',
        canDrop: ({ source }) => {
          const dragged = draggedOf(source.data)
          const { thing, group } = latest.current
          return dragged?.group === group && dragged.thing.id !== thing.id
        },
        onDragEnter: ({ source }) => {
          const isBack = (draggedOf(source.data)?.thing.position ?? 0) > latest.current.thing.position
          row.setAttribute('data-drop', isBack ? 'above' : 'below')
        },
        onDragLeave: () => row.removeAttribute('data-drop'),
        onDrop: ({ source }) => {
          row.removeAttribute('data-drop')
          draggedOf(source.data)?.onDrop(latest.current.thing)
        },
      }),
    )
  }, [handle])
}
