import type { TaskPriority, TaskStatus } from './tasks.line.ts'

/** Words of tasks, on screens and in files. `title` also names the screen of a view. */
export const taskWordsEn: Record<'title' | `status_${TaskStatus}` | `priority_${TaskPriority}`, string> = {
  title: 'Tasks',
  status_open: 'Open',
  status_in_progress: 'In progress',
  status_paused: 'Paused',
  status_review: 'In review',
  status_done: 'Done',
  status_cancelled: 'Cancelled',
  priority_low: 'Low',
  priority_normal: 'Normal',
  priority_high: 'High',
  priority_urgent: 'Urgent',
}
