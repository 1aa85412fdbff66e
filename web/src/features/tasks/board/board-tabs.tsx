import { type TaskStatus, taskStatuses } from '@artel/contract/tasks/tasks.line'
import { UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { useActiveInView } from '../../../ui/page/use-active-in-view.ts'
import { BoardCards } from './board-cards.tsx'
import classes from './task-board.module.css'
import type { Board } from './task-board.tsx'
import { useBoardCards, useBoardCount } from './use-board-cards.ts'

/** The board on a phone: one column at a time. */
export function BoardTabs({ board, first }: { board: Board; first: TaskStatus }) {
  const t = useTranslations('taskBoard')
  const [chosen, setChosen] = useState(first)
  const nav = useRef<HTMLElement>(null)
  useActiveInView(nav, chosen)
  return (
    <>
      <nav ref={nav} className={classes.tabs} aria-label={t('label')}>
        {taskStatuses.map((status) => (
          <Tab
            key={status}
            status={status}
            board={board}
            isChosen={status === chosen}
            onChoose={() => setChosen(status)}
          />
        ))}
      </nav>
      <TabCards key={chosen} status={chosen} board={board} />
    </>
  )
}

function TabCards({ status, board }: { status: TaskStatus; board: Board }) {
  return <BoardCards status={status} board={board} cards={useBoardCards(board.state, status)} />
}

type TabProps = { status: TaskStatus; board: Board; isChosen: boolean; onChoose: () => void }

function Tab({ status, board, isChosen, onChoose }: TabProps) {
  const t = useTranslations('tasks')
  const count = useBoardCount(board.state, status)
  return (
    <UnstyledButton className={classes.tab} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <StatusGlyph status={status} />
      {t(`status_${status}`)}
      <span className={classes.count}>{count}</span>
    </UnstyledButton>
  )
}
