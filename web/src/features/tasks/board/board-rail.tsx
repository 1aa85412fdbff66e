import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useStepName } from '../use-step-name.ts'
import { useDropColumn } from './board-drag.ts'
import classes from './task-board.module.css'
import type { Board } from './task-board.tsx'
import { useBoardCount } from './use-board-cards.ts'

type BoardRailProps = { status: TaskStatus; board: Board; onOpen: () => void }

/** A status that the filter excludes. It accepts drops, and a press opens it as a column. */
export function BoardRail({ status, board, onOpen }: BoardRailProps) {
  const t = useTranslations('tasks')
  const tBoard = useTranslations('taskBoard')
  const stepName = useStepName()
  const element = useRef<HTMLButtonElement>(null)
  const { dragged } = board
  const { isOver, way } = useDropColumn(element, status, dragged)
  const count = useBoardCount(board.state, status)
  const name = t(`status_${status}`)
  return (
    <UnstyledButton
      ref={element}
      className={classes.rail}
      aria-label={`${tBoard('open', { status: name })} (${count})`}
      title={tBoard('open', { status: name })}
      data-drop={dragged === null ? undefined : way ? 'possible' : 'impossible'}
      data-over={isOver || undefined}
      onClick={onOpen}
    >
      <StatusGlyph status={status} />
      <span className={classes.railName}>
        {dragged && way ? stepName(dragged, way.step) : name}
        <span className={classes.count}>{count}</span>
      </span>
    </UnstyledButton>
  )
}
