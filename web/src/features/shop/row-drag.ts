import type { ListedShopItem } from '@artel/contract/shop'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type RefObject, useEffect, useRef } from 'react'
import { followFinger } from './finger-drag.ts'
import type { ShelfOrder } from './use-shelf-order.ts'

/** The item of a drag that began at a row; none for a drag of anything else. Only rows write an item into it. */
const itemOf = (data: Record<string | symbol, unknown>) => data.shopItem as ListedShopItem | undefined

/** The items of the rows on the screen, as they are now. */
const items = new WeakMap<Element, () => ListedShopItem>()

const rowOf = (element: Element) => element.closest<HTMLElement>('tr, li')

/** Marks where the dragged item would come to lie; no item: nowhere here. */
function mark(row: HTMLElement, dragged: ListedShopItem | undefined): void {
  const place = items.get(row)?.().position
  if (!dragged || place === undefined) row.removeAttribute('data-drop')
  else row.setAttribute('data-drop', dragged.position > place ? 'above' : 'below')
}

/** The row around the handle can be dragged by it, by mouse or by touch, and others be dropped on it. */
export function useDraggableRow(
  handle: RefObject<HTMLElement | null>,
  item: ListedShopItem,
  order: ShelfOrder,
): void {
  const latest = useRef({ item, order })
  useEffect(() => {
    latest.current = { item, order }
  })
  useEffect(() => {
    const row = handle.current && rowOf(handle.current)
    if (!row || !handle.current) return
    items.set(row, () => latest.current.item)
    const byMouse = draggable({
      element: row,
      dragHandle: handle.current,
      getInitialData: () => ({ shopItem: latest.current.item }),
      onDragStart: () => row.setAttribute('data-dragged', ''),
      onDrop: () => row.removeAttribute('data-dragged'),
    })
    return combine(byMouse, dropOn(row, latest), byFinger(handle.current, row, latest))
  }, [handle])
}

type Latest = RefObject<{ item: ListedShopItem; order: ShelfOrder }>

const dropOn = (row: HTMLElement, latest: Latest) =>
  dropTargetForElements({
    element: row,
    getDropEffect: () => 'move',
    canDrop: ({ source }) => {
      const dragged = itemOf(source.data)
      return dragged !== undefined && dragged.id !== latest.current.item.id
    },
    onDragEnter: ({ source }) => mark(row, itemOf(source.data)),
    onDragLeave: () => mark(row, undefined),
    onDrop: ({ source }) => {
      mark(row, undefined)
      const dragged = itemOf(source.data)
      if (dragged) void latest.current.order.move(dragged, latest.current.item.position)
    },
  })

function byFinger(handle: HTMLElement, row: HTMLElement, latest: Latest): () => void {
  let marked: HTMLElement | null = null
  const over = (next: HTMLElement | null) => {
    if (marked) mark(marked, undefined)
    marked = next
    if (next) mark(next, latest.current.item)
  }
  return followFinger({
    handle,
    rowAt: (element) => {
      const found = rowOf(element)
      return found && found !== row && items.has(found) ? found : null
    },
    onOver: over,
    onBegin: () => {
      // Or the browser may begin a drag of its own.
      row.draggable = false
      row.setAttribute('data-dragged', '')
    },
    onEnd: (found) => {
      over(null)
      row.draggable = true
      row.removeAttribute('data-dragged')
      const { item, order } = latest.current
      const place = found && items.get(found)?.().position
      if (place) void order.move(item, place)
    },
  })
}
