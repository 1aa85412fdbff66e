import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './place-handle.module.css'
import type { Placed } from './places.ts'
import { useDraggableRow } from './row-drag.ts'

type PlaceHandleProps = {
  thing: Placed & { name: string }
  /** Rows with the same group can swap places. Absent: all rows with a handle. */
  group?: string
  /** @returns a promise that resolves when the item has moved */
  onMove: (to: number) => Promise<unknown>
  /** The places before and after it, to which the arrow keys move it. Absent: the neighbouring numbers. */
  beside?: { before: number | undefined; behind: number | undefined }
}

/** A handle that moves an item: its row is dragged by it, and the arrow keys move it. */
export function PlaceHandle({ thing, group = '', onMove, beside }: PlaceHandleProps) {
  const t = useTranslations('ui')
  const { name, position } = thing
  const handle = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  useDraggableRow(handle, { thing, group, onDrop: (to) => void onMove(to.position) })
  // A row that moves in the page loses the focus inside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what took it
  useLayoutEffect(() => {
    if (isMoving.current) handle.current?.focus()
  }, [position])
  const { before, behind } = beside ?? { before: position - 1, behind: position + 1 }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const to = event.key === 'ArrowUp' ? before : behind
    if (to === undefined) return
    isMoving.current = true
    void onMove(to).then(() => {
      isMoving.current = false
    })
  }
  return (
    <ActionIcon
      ref={handle}
      className={classes.handle ?? ''}
      aria-label={t('place', { name, position })}
      aria-describedby="place-keys"
      title={t('drag')}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={18} stroke={1.6} />
    </ActionIcon>
  )
}

/** Tells screen readers how items are moved, and the new place of a moved item. Used once on a page. */
export function PlaceWords({ said }: { said: string }) {
  const t = useTranslations('ui')
  return (
    <>
      <p id="place-keys" hidden>
        {t('placeKeys')}
      </p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
