import type { ListedShopItem } from '@artel/contract/shop'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useDraggableRow } from './row-drag.ts'
import classes from './shop-list.module.css'
import type { ShelfOrder } from './use-shelf-order.ts'

type PlaceHandleProps = { item: ListedShopItem; order: ShelfOrder }

const steps: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Holds an item at its place: its row is dragged by it, and the arrows move it. */
export function PlaceHandle({ item, order }: PlaceHandleProps) {
  const t = useTranslations('shop')
  const handle = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  useDraggableRow(handle, item, order)
  // A row that is laid elsewhere in the page loses the focus of what is in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what took it
  useLayoutEffect(() => {
    if (isMoving.current) handle.current?.focus()
  }, [item.position])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    isMoving.current = true
    void order.move(item, item.position + step).then(() => {
      isMoving.current = false
    })
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
