import type { ListedTask } from '@artel/contract/tasks/tasks'
import { Button, MenuDivider, MenuItem } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Coins, DoneOf, Money } from '../../../ui/figures/figures.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { Status, StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { movesOf, type TaskMove } from '../board/task-moves.ts'
import { statusTones } from '../status-tones.ts'
import { DueDate, PoolMark } from '../task-parts.tsx'
import { useStepName } from '../use-step-name.ts'
import type { TaskSteps } from '../use-task-steps.tsx'
import classes from './task-card.module.css'

type TaskCardProps = {
  task: ListedTask
  steps: TaskSteps
  onEdit: () => void
  /** Set when the card is in a column of the board. */
  inColumn?: { isMenuOpen: boolean; setIsMenuOpen: (isOpen: boolean) => void; move: (way: TaskMove) => void }
}

/** A task in the list on a phone or on the board. Steps that an admin has to take are buttons. */
export function TaskCard(props: TaskCardProps) {
  const { task, steps, inColumn } = props
  const t = useTranslations('tasks')
  const address = useMediaAddress()
  const { id, title, status, priority, quantity, quantity_done, user, photo } = task
  return (
    <article className={classes.card} data-in-column={inColumn !== undefined || undefined}>
      <div className={classes.head}>
        {photo !== null && <Thumb src={address(photo, 'small')} size={44} />}
        <h2 className={classes.title}>
          <Link
            to="/task/$id"
            params={{ id: String(id) }}
            className={classes.link}
            draggable={false}
            title={title}
          >
            {title}
          </Link>
          {priority !== 'normal' && <PriorityMark priority={priority} />}
        </h2>
        <CardMenu {...props} />
      </div>
      <div className={classes.facts}>
        {inColumn ? <span>{id}</span> : <Status status={status}>{t(`status_${status}`)}</Status>}
        {task.due_at !== null && (
          <>
            <span aria-hidden="true">·</span>
            <DueDate task={task} />
          </>
        )}
      </div>
      <div className={classes.progress}>
        <Ruler value={quantity_done / quantity} tone={statusTones[status]} />
        <DoneOf done={quantity_done} total={quantity} />
      </div>
      <div className={classes.foot}>
        {user ? <PersonName id={user.id} name={user.full_name} src={address(user.avatar)} /> : <PoolMark />}
        <span className={classes.sums}>
          <b>
            <Money value={task.money} />
          </b>
          <Coins value={task.coins} emphasis />
        </span>
      </div>
      {task.can.approve && <ReviewButtons task={task} steps={steps} />}
    </article>
  )
}

function ReviewButtons({ task, steps }: Pick<TaskCardProps, 'task' | 'steps'>) {
  const t = useTranslations('tasks')
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
        disabled={steps.isBusy}
        onClick={() => steps.return(task)}
      >
        {t('return')}
      </Button>
      <Button
        leftSection={<IconCheck size={16} stroke={1.8} />}
        disabled={steps.isBusy}
        onClick={() => steps.approve(task)}
      >
        {t('approve')}
      </Button>
    </div>
  )
}

function CardMenu(props: TaskCardProps) {
  const { task, onEdit, inColumn } = props
  const t = useTranslations('tasks')
  const moves = movesOf(task)
  if (!task.can.edit && moves.length === 0) return null
  return (
    <MoreMenu
      look={{ size: 44, className: classes.menu ?? '' }}
      {...(inColumn && { isOpen: inColumn.isMenuOpen, onChange: inColumn.setIsMenuOpen })}
    >
      {moves.map((way) => (
        <MoveItem key={way.step} {...props} way={way} />
      ))}
      {task.can.edit && moves.length > 0 && <MenuDivider />}
      {task.can.edit && (
        <MenuItem leftSection={<IconPencil size={16} stroke={1.8} />} onClick={onEdit}>
          {t('edit')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}

/** A menu item for a step. It also names the column to which the step moves the task. */
function MoveItem({ task, steps, inColumn, way }: TaskCardProps & { way: TaskMove }) {
  const t = useTranslations('tasks')
  const tBoard = useTranslations('taskBoard')
  const step = useStepName()(task, way.step)
  const status = t(`status_${way.to}`)
  return (
    <MenuItem
      leftSection={<StatusGlyph status={way.to} size={16} />}
      aria-label={tBoard('moveTo', { step, status })}
      rightSection={<span className={classes.target}>{status}</span>}
      onClick={() => (inColumn ? inColumn.move(way) : void steps[way.step](task))}
    >
      {step}
    </MenuItem>
  )
}
