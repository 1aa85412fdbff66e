import type { TaskDetail } from '@artel/contract/tasks/tasks'
import type { TaskEvent } from '@artel/contract/tasks/tasks.history'

/**
 * The event that settled a task, from its history, newest first:
 * the approval, or the finish without a review.
 */
export const settledBy = (history: TaskDetail['history']): TaskEvent | undefined =>
  history.find(({ kind }) => kind === 'approve' || kind === 'finish')
