import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useStepName } from '../use-step-name.ts'
import { BoardCards } from './board-cards.tsx'
import { useDropColumn } from './board-drag.ts'
import classes from './task-board.module.css'
import type { Board } from './task-board.tsx'
import { useBoardCards, useTotalText } from './use-board-cards.ts'

type BoardColumnProps = { status: TaskStatus; board: Board; onClose?: () => void }

/**
 * One column: the status name, the count and a page of cards. During a drag it shows what a drop would do.
 */
export function BoardColumn({ status, board, onClose }: BoardColumnProps) {
  const t = useTranslations('tasks')
  const tBoard = useTranslations('taskBoard')
  const stepName = useStepName()
  const element = useRef<HTMLElement>(null)
  const { dragged } = board
  const { isOver, way } = useDropColumn(element, status, dragged)
  const cards = useBoardCards(board.state, status)
  const count = useTotalText()(cards.data)
  const name = t(`status_${status}`)
  const drop = dragged === null || dragged.status === status ? undefined : way ? 'possible' : 'impossible'
  return (
    <section
      ref={element}
      className={classes.column}
      aria-label={tBoard('column', { status: name, count })}
      data-drop={drop}
      data-over={isOver || undefined}
    >
      <header className={classes.head}>
        <StatusGlyph status={status} />
        <h2 className={classes.name}>{name}</h2>
        {dragged && way ? (
          <span className={classes.drop}>{stepName(dragged, way.step)}</span>
        ) : (
          <span className={classes.count}>{count}</span>
        )}
        {onClose && (
          <ActionIcon
            className={classes.close ?? ''}
            aria-label={tBoard('close', { status: name })}
            title={tBoard('close', { status: name })}
            onClick={onClose}
          >
            <IconLayoutSidebarLeftCollapse size={16} stroke={1.8} />
          </ActionIcon>
        )}
      </header>
      <BoardCards status={status} board={board} cards={cards} />
    </section>
  )
}
