import type { TaskStatus } from '@artel/contract/tasks/tasks.line'

/** The tone of a task's ruler, by status. */
export const statusTones = {
  open: 'mute',
  in_progress: 'accent',
  paused: 'warn',
  review: 'info',
  done: 'ok',
  cancelled: 'mute',
} as const satisfies Record<TaskStatus, string>
