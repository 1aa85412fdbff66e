import { creditShare } from '@artel/contract/tasks/task-credit'
import type { ListedTask, Task, TaskDetail } from '@artel/contract/tasks/tasks'
import { randomKey } from '../../api/send/idempotency.ts'

/** What steps about this task have in common. */
export const subjectOf = ({ id }: Pick<Task, 'id'>): string => `task:${id}`

/** Comments do not wait for other steps of their task. */
export const talkOf = (id: number): string => `talk:${id}`

/** Each photo of a task is sent by itself, so that a refused one holds no other back. */
export const photoOf = (id: number): string => `photo:${id}:${randomKey()}`

/** The task as it stands in a list, to keep with a step. */
export function seenTask(task: Task | ListedTask | TaskDetail): ListedTask {
  const { photo = null, ...rest } = task as ListedTask & Partial<TaskDetail>
  const { deleted_at, creator, multimedia, instructions, times, comments, history, ...row } = rest
  return { ...row, photo }
}

/** What the person earns with a task that is finished with this count: kopecks and coins. */
export const payOf = (task: Task, quantity_done: number): { money: number; coins: number } => ({
  money: creditShare(task.money, { quantity: task.quantity, quantity_done }),
  coins: creditShare(task.coins, { quantity: task.quantity, quantity_done }),
})
