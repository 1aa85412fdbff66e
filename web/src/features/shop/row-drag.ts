import type { ListedShopItem } from '@artel/contract/shop'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type RefObject, useEffect, useRef } from 'react'
import type { ShelfOrder } from './use-shelf-order.ts'

/** The item of a drag that began at a row; none for a drag of anything else. Only rows write an item into it. */
const itemOf = (data: Record<string | symbol, unknown>) => data.shopItem as ListedShopItem | undefined

/** The row around the handle can be dragged by it, by mouse or by a long touch, and others be dropped on it. */
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
    const row = handle.current?.closest<HTMLElement>('tr, li')
    if (!row || !handle.current) return
    return combine(
      draggable({
        element: row,
        dragHandle: handle.current,
        getInitialData: () => ({ shopItem: latest.current.item }),
        onDragStart: () => row.setAttribute('data-dragged', ''),
        onDrop: () => row.removeAttribute('data-dragged'),
      }),
      dropTargetForElements({
        element: row,
        getDropEffect: () => 'move',
        canDrop: ({ source }) => {
          const dragged = itemOf(source.data)
          return dragged !== undefined && dragged.id !== latest.current.item.id
        },
        onDragEnter: ({ source }) => {
          const isBack = (itemOf(source.data)?.position ?? 0) > latest.current.item.position
          row.setAttribute('data-drop', isBack ? 'above' : 'below')
        },
        onDragLeave: () => row.removeAttribute('data-drop'),
        onDrop: ({ source }) => {
          row.removeAttribute('data-drop')
          const dragged = itemOf(source.data)
          if (dragged) void latest.current.order.move(dragged, latest.current.item.position)
        },
      }),
    )
  }, [handle])
}
