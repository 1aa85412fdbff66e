import type { TaskDetail, TaskEvent } from '@artel/contract/tasks'

/** What made a task count, of its history, newest first: the approval, or the finish where nobody had to approve. */
export const settledBy = (history: TaskDetail['history']): TaskEvent | undefined =>
  history.find(({ kind }) => kind === 'approve' || kind === 'finish')
