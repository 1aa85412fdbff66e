import type { Task } from '@artel/contract/tasks'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/media.ts'
import { PersonName } from '../../ui/avatar.tsx'
import { Coins, DoneOf, Money } from '../../ui/figures.tsx'
import { PriorityMark } from '../../ui/priority-mark.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Status } from '../../ui/status-glyph.tsx'
import { statusTones } from './status-tones.ts'
import classes from './task-card.module.css'
import { DueDate, PoolMark } from './task-parts.tsx'
import type { TaskSteps } from './use-task-steps.tsx'

type TaskCardProps = { task: Task; steps: TaskSteps; onEdit: () => void }

/** A task as a row of the list on a phone; what its state asks of an admin is a button in it. */
export function TaskCard({ task, steps, onEdit }: TaskCardProps) {
  const t = useTranslations('tasks')
  const address = useMediaAddress()
  const { id, title, status, priority, quantity, quantity_done, user } = task
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <Link to="/task/$id" params={{ id: String(id) }} className={classes.link}>
            {title}
          </Link>
          {priority !== 'normal' && <PriorityMark priority={priority} />}
        </h2>
        <CardMenu task={task} steps={steps} onEdit={onEdit} />
      </div>
      <div className={classes.facts}>
        <Status status={status}>{t(`status_${status}`)}</Status>
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

function ReviewButtons({ task, steps }: Omit<TaskCardProps, 'onEdit'>) {
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

function CardMenu({ task, steps, onEdit }: TaskCardProps) {
  const t = useTranslations('tasks')
  if (!task.can.edit && !task.can.cancel) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={classes.menu ?? ''}
          aria-label={t('more')}
        >
          <IconDots size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {task.can.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.8} />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
        )}
        {task.can.cancel && (
          <Menu.Item leftSection={<IconBan size={16} stroke={1.8} />} onClick={() => void steps.cancel(task)}>
            {t('cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
