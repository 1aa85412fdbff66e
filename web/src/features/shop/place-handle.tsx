import type { ListedShopItem } from '@artel/contract/shop'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { ShelfOrder } from './shelf-order.tsx'
import classes from './shop-list.module.css'

type PlaceHandleProps = { item: ListedShopItem; order: ShelfOrder }

/** Holds an item at its place: the row is dragged by it, by mouse or by a long touch, and the arrows move it. */
export function PlaceHandle({ item, order }: PlaceHandleProps) {
  const t = useTranslations('shop')
  const handle = useRef<HTMLButtonElement>(null)
  useDraggableRow(handle, item, order)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    // The row is laid elsewhere in the page by its move, which takes the focus from what is in it.
    void order.move(item, item.position + step).then(() => handle.current?.focus())
  }
  return (
    <ActionIcon
      ref={handle}
      className={classes.handle ?? ''}
      aria-label={t('place', { name: item.name, position: item.position })}
      aria-describedby="shelf-keys"
      title={t('drag')}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={18} stroke={1.6} />
    </ActionIcon>
  )
}

const itemOf = (data: Record<string | symbol, unknown>) => data.shopItem as ListedShopItem | undefined // only handles write it

/** The row around the handle is what is dragged, and what others are dropped on. */
function useDraggableRow(handle: RefObject<HTMLElement | null>, item: ListedShopItem, order: ShelfOrder) {
  const latest = useRef({ item, order })
  useEffect(() => {
    latest.current = { item, order }
  })
  useEffect(() => {
    const row = handle.current?.closest<HTMLElement>('tr, li')
    if (!row || !handle.current) return
    const mark = (side: 'above' | 'below' | null) => {
      if (side) row.dataset.drop = side
      else delete row.dataset.drop
    }
    return combine(
      draggable({
        element: row,
        dragHandle: handle.current,
        getInitialData: () => ({ shopItem: latest.current.item }),
        onDragStart: () => {
          row.dataset.dragged = 'true'
        },
        onDrop: () => {
          delete row.dataset.dragged
        },
      }),
      dropTargetForElements({
        element: row,
        getDropEffect: () => 'move',
        canDrop: ({ source }) => {
          const dragged = itemOf(source.data)
          return dragged !== undefined && dragged.id !== latest.current.item.id
        },
        onDragEnter: ({ source }) => {
          const dragged = itemOf(source.data)
          if (dragged) mark(dragged.position > latest.current.item.position ? 'above' : 'below')
        },
        onDragLeave: () => mark(null),
        onDrop: ({ source }) => {
          mark(null)
          const dragged = itemOf(source.data)
          if (dragged) void latest.current.order.move(dragged, latest.current.item.position)
        },
      }),
    )
  }, [handle])
}
