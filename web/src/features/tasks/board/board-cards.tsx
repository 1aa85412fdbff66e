import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../../api/send/failure.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { BoardCard } from './board-card.tsx'
import classes from './task-board.module.css'
import type { Board } from './task-board.tsx'
import type { ColumnCards } from './use-board-cards.ts'

type BoardCardsProps = { status: TaskStatus; board: Board; cards: ColumnCards }

/** The cards of one status. */
export function BoardCards({ status, board, cards }: BoardCardsProps) {
  const t = useTranslations('tasks')
  const [current, setCurrent] = useState(0)
  const { data, error, isPlaceholderData, refetch, more } = cards
  if (error && !data) {
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows rows={4} height={118} cells={[{ kind: 'thumb' }]} />
  const { tasks } = data
  return (
    <div className={classes.scroll}>
      {tasks.length === 0 && <Nothing />}
      <ul className={classes.cards} aria-busy={isPlaceholderData}>
        {tasks.map((task, index) => (
          <BoardCard
            key={task.id}
            task={task}
            board={board}
            isTabStop={index === Math.min(current, tasks.length - 1)}
            onFocus={() => setCurrent(index)}
          />
        ))}
      </ul>
      <More {...more} onAll={() => board.showAll(status)} />
    </div>
  )
}

function Nothing() {
  const t = useTranslations('taskBoard')
  return <p className={classes.empty}>{t('empty')}</p>
}

function More({ count, show, onAll }: ColumnCards['more'] & { onAll: () => void }) {
  const t = useTranslations('ui')
  const tBoard = useTranslations('taskBoard')
  if (count === 0) return null
  return (
    <Button className={classes.more ?? ''} variant="default" fullWidth onClick={show ?? onAll}>
      {show ? t('moreRows', { count }) : tBoard('restInTable')}
    </Button>
  )
}
