import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type RefObject, useEffect, useRef } from 'react'
import { followFinger } from './finger-drag.ts'
import type { Placed } from './places.ts'

/** The item of a row and how it moves. Only rows of one group swap places. */
export type Draggable = {
  thing: Placed
  group: string
  /** `to`: the item of the row on which it was dropped. */
  onDrop: (to: Placed) => void
}

/** The item of a drag that began at a row; undefined for other drags. Only rows add it to the drag data. */
const draggedOf = (data: Record<string | symbol, unknown>) => data.placed as Draggable | undefined

/** The current items of the rows on the screen. */
const things = new WeakMap<Element, () => Draggable>()

const rowOf = (element: Element) => element.closest<HTMLElement>('tr, li')

const mayTake = (one: Draggable, dragged: Draggable | undefined): dragged is Draggable =>
  dragged?.group === one.group && dragged.thing.id !== one.thing.id

/** Marks where the dragged item would be placed. Without an item, removes the mark. */
function mark(row: HTMLElement, dragged: Draggable | undefined): void {
  const place = things.get(row)?.().thing.position
  if (!dragged || place === undefined) row.removeAttribute('data-drop')
  else row.setAttribute('data-drop', dragged.thing.position > place ? 'above' : 'below')
}

/** Makes the row around the handle draggable by mouse or touch, and a drop target for other rows. */
export function useDraggableRow(handle: RefObject<HTMLElement | null>, own: Draggable): void {
  const latest = useRef(own)
  useEffect(() => {
    latest.current = own
  })
  useEffect(() => {
    const row = handle.current && rowOf(handle.current)
    if (!row || !handle.current) return
    things.set(row, () => latest.current)
    const byMouse = draggable({
      element: row,
      dragHandle: handle.current,
      getInitialData: () => ({ placed: latest.current }),
      onDragStart: () => row.setAttribute('data-dragged', ''),
      onDrop: () => row.removeAttribute('data-dragged'),
    })
    return combine(byMouse, dropOn(row, latest), byFinger(handle.current, row, latest))
  }, [handle])
}

type Latest = RefObject<Draggable>

const dropOn = (row: HTMLElement, latest: Latest) =>
  dropTargetForElements({
    element: row,
    getDropEffect: () => 'move',
    canDrop: ({ source }) => mayTake(latest.current, draggedOf(source.data)),
    onDragEnter: ({ source }) => mark(row, draggedOf(source.data)),
    onDragLeave: () => mark(row, undefined),
    onDrop: ({ source }) => {
      mark(row, undefined)
      draggedOf(source.data)?.onDrop(latest.current.thing)
    },
  })

function byFinger(handle: HTMLElement, row: HTMLElement, latest: Latest): () => void {
  let marked: HTMLElement | null = null
  const over = (next: HTMLElement | null) => {
    if (marked) mark(marked, undefined)
    marked = next
    if (next) mark(next, latest.current)
  }
  return followFinger({
    handle,
    rowAt: (element) => {
      const found = rowOf(element)
      const one = found && things.get(found)?.()
      return one && mayTake(one, latest.current) ? found : null
    },
    onOver: over,
    onBegin: () => {
      // Prevents the browser from starting a drag of its own.
      row.draggable = false
      row.setAttribute('data-dragged', '')
    },
    onEnd: (found) => {
      over(null)
      row.draggable = true
      row.removeAttribute('data-dragged')
      const to = found && things.get(found)?.()
      if (to) latest.current.onDrop(to.thing)
    },
  })
}
