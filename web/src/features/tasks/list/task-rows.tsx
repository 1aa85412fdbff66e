import { isolated } from '@artel/contract/shapes/isolate'
import type { ListedTask } from '@artel/contract/tasks/tasks'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { Coins, Money } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PriorityMark } from '../../../ui/marks/priority-mark.tsx'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../../ui/media/thumb.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { isOverdue } from '../task-parts.tsx'
import type { TaskSteps } from '../use-task-steps.tsx'
import classes from './task-rows.module.css'

type TaskRowsProps = {
  title: string
  /** Undefined: they are loading. */
  tasks: readonly ListedTask[] | undefined
  /** The full count, when more tasks exist than are shown. */
  total?: number | undefined
  /** The text for an empty section. Without it an empty section is hidden. */
  empty?: string
  /** Shown in the heading, with or without rows. */
  aside?: ReactNode
  steps: TaskSteps
}

/** A section of a person's tasks. Each row has the one step that the task waits for. */
export function TaskRows({ title, tasks, total = tasks?.length, empty, aside, steps }: TaskRowsProps) {
  const format = useFormat()
  const address = useMediaAddress()
  if (tasks?.length === 0 && empty === undefined && aside === undefined) return null
  return (
    <section>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {title} {total !== undefined && <span className={classes.count}>{format.number(total)}</span>}
        </h2>
        {aside}
      </div>
      {tasks === undefined ? (
        <SkeletonRows rows={3} height={88} cells={[{ kind: 'thumb' }]} />
      ) : tasks.length === 0 ? (
        empty !== undefined && <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.rows}>
          {tasks.map((task) => (
            <li key={task.id} className={classes.row}>
              <Thumb src={address(task.photo, 'small')} size={44} />
              <RowFacts task={task} />
              <RowStep task={task} steps={steps} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RowFacts({ task }: { task: ListedTask }) {
  const { id, title, priority, status, money, coins, return_reason } = task
  const t = useTranslations('tasks')
  const isReturned = return_reason !== null && status === 'paused'
  return (
    <div className={classes.facts}>
      <span className={classes.name}>
        {(priority === 'high' || priority === 'urgent') && <PriorityMark priority={priority} />}
        <Link to="/task/$id" params={{ id: String(id) }} className={classes.link}>
          {title}
        </Link>
      </span>
      <span className={classes.second}>
        <Standing task={task} />
      </span>
      {isReturned && (
        <span className={classes.reason}>{t('returnedBecause', { reason: return_reason })}</span>
      )}
      <span className={classes.sums}>
        <b>
          <Money value={money} />
        </b>
        <Coins value={coins} emphasis />
      </span>
    </div>
  )
}

/** For example «На паузе · 40 из 150 · до 24 ноября»; missing parts are left out. */
function Standing({ task }: { task: ListedTask }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const { status, quantity, quantity_done, due_at } = task
  const counted = `${format.number(quantity_done)} ${t('ofQuantity', { quantity })}`
  return (
    <>
      {status !== 'open' && (
        <>
          <StatusGlyph status={status} /> {t(`status_${status}`)} ·{' '}
        </>
      )}
      {status === 'open' ? t('pieces', { count: quantity }) : counted}
      {due_at !== null && (
        <>
          {' · '}
          <span className={isOverdue(task) ? classes.overdue : undefined}>
            {format.date(due_at, { withTime: true })}
          </span>
        </>
      )}
    </>
  )
}

function RowStep({ task, steps }: { task: ListedTask; steps: TaskSteps }) {
  const t = useTranslations('tasks')
  if (!task.can.start) return null
  if (task.user_id === null) {
    return (
      <Button
        variant="default"
        className={classes.take ?? ''}
        disabled={steps.isBusy}
        onClick={() => steps.start(task)}
      >
        {t('take')}
      </Button>
    )
  }
  const label = `${t(task.status === 'open' ? 'start' : 'resume')}: ${isolated(task.title)}`
  return (
    <ActionIcon
      variant="light"
      color="accent"
      radius="xl"
      size={48}
      aria-label={label}
      title={label}
      disabled={steps.isBusy}
      onClick={() => steps.start(task)}
    >
      <IconPlayerPlayFilled size={20} />
    </ActionIcon>
  )
}
