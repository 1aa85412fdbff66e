import type { Task } from '@artel/contract/tasks/tasks'
import { ActionIcon } from '@mantine/core'
import { IconPlayerPauseFilled } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useUser } from '../../../api/session/session.ts'
import { formatTimer } from '../../../ui/figures/format.ts'
import { useTaskSteps } from '../use-task-steps.tsx'
import classes from './running-task-chip.module.css'
import { useSpentSeconds } from './use-spent-seconds.ts'

/** A chip in the top bar, shown while the signed-in person has a running task. */
export function RunningTaskChip() {
  const { id, type } = useUser()
  const { data } = useCall('tasks.list', {
    query: { limit: 1 },
    body: { user_id: id, status: 'in_progress' },
  })
  const { pathname } = useLocation()
  const [task] = data?.tasks ?? []
  if (!task) return null
  // These pages already show the same clock in a larger size.
  const isShown = pathname === `/task/${task.id}` || (pathname === '/tasks' && type === 'staff')
  return isShown ? null : <Chip task={task} />
}

function Chip({ task }: { task: Task }) {
  const t = useTranslations('tasks')
  const steps = useTaskSteps()
  const timer = formatTimer(useSpentSeconds(task))
  return (
    <span className={classes.chip}>
      <Link to="/task/$id" params={{ id: String(task.id) }} className={classes.link} title={task.title}>
        <span className={classes.title}>{task.title}</span>
        <span className={classes.timer}>
          {timer.main}
          {timer.seconds}
        </span>
      </Link>
      <ActionIcon
        className={classes.pause ?? ''}
        variant="transparent"
        size={28}
        aria-label={t('pause')}
        title={t('pause')}
        disabled={steps.isBusy}
        onClick={() => steps.pause(task)}
      >
        <IconPlayerPauseFilled size={16} />
      </ActionIcon>
    </span>
  )
}
