import type { Task } from '@artel/contract/tasks/tasks'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { DateText } from '../../ui/dates/date-text.tsx'
import { serverNow } from '../../ui/dates/server-clock.ts'
import classes from './task-parts.module.css'

const isSettled = ({ status }: Task) => status === 'done' || status === 'cancelled'

export const isOverdue = (task: Task): boolean =>
  task.due_at !== null && !isSettled(task) && Date.parse(task.due_at) < serverNow()

export const isOverNorm = ({ norm_seconds }: Task, seconds: number): boolean =>
  norm_seconds !== null && seconds > norm_seconds

/** When the task is due: red when overdue, pale when the task is settled. */
export function DueDate({ task }: { task: Task }) {
  const tone = isOverdue(task) ? 'overdue' : isSettled(task) ? 'quiet' : 'plain'
  return <DateText value={task.due_at} withTime tone={tone} />
}

/** Shown in place of the assignee when anyone may take the task. */
export function PoolMark() {
  const t = useTranslations('tasks')
  return (
    <span className={classes.pool}>
      <IconUserPlus size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('pool')}</span>
    </span>
  )
}
