import type { ListedTask } from '@artel/contract/tasks/tasks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRowPage } from '../../../api/list/row-page.ts'
import { handleRowKey, rowPresses } from '../../../ui/table/row-keys.ts'
import { TaskCard } from '../list/task-card.tsx'
import { useDraggableCard } from './board-drag.ts'
import classes from './task-board.module.css'
import type { Board } from './task-board.tsx'

type BoardCardProps = { task: ListedTask; board: Board; isTabStop: boolean; onFocus: () => void }

export function BoardCard({ task, board, isTabStop, onFocus }: BoardCardProps) {
  const t = useTranslations('taskBoard')
  const element = useRef<HTMLLIElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const isMoved = board.movedId === task.id
  useDraggableCard(element, task)
  useFocusOnArrival(element, isMoved)
  const page = useRowPage('/task/$id')
  const open = () => page.onOpen(task)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    handleRowKey(event, {
      open,
      toggle: () => setIsMenuOpen(true),
    })
    if (event.target === event.currentTarget) goSideways(event)
  }
  return (
    <li
      ref={element}
      id={`task-${task.id}`}
      className={classes.card}
      aria-label={t('cardLabel', { id: String(task.id), title: task.title })}
      tabIndex={isTabStop ? 0 : -1}
      data-moving={(isMoved && board.steps.isBusy) || undefined}
      data-dragged={board.dragged?.id === task.id || undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      {...rowPresses({ open, address: () => page.addressOf(task) })}
    >
      <TaskCard
        task={task}
        steps={board.steps}
        onEdit={() => board.edit(task)}
        inColumn={{ isMenuOpen, setIsMenuOpen, move: (way) => board.move(task, way) }}
      />
    </li>
  )
}

/** Moves the focus to a moved card in its new column, unless another element has taken the focus. */
function useFocusOnArrival(element: React.RefObject<HTMLElement | null>, isMoved: boolean): void {
  // Read once, at mount: only a card that mounts after a move has arrived in a new column.
  const hasArrived = useRef(isMoved)
  useEffect(() => {
    const { activeElement: active, body } = document
    // Each column has its own query, so the old column may still show the card with the focus.
    const isOnItself = active?.closest('li')?.id === element.current?.id
    if (hasArrived.current && (active === body || isOnItself)) element.current?.focus()
  }, [element])
}

const sides: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Moves the focus to the card at the same height in the nearest column that has cards. */
function goSideways(event: KeyboardEvent<HTMLElement>): void {
  const side = sides[event.key]
  const list = event.currentTarget.parentElement
  if (side === undefined || !list) return
  event.preventDefault()
  const lists = [...document.querySelectorAll(`.${classes.cards}`)].filter(
    (other) => other === list || other.childElementCount > 0,
  )
  const next = lists[lists.indexOf(list) + side]
  const height = [...list.children].indexOf(event.currentTarget)
  const card = next?.children[Math.min(height, next.childElementCount - 1)]
  if (card instanceof HTMLElement) card.focus()
}
