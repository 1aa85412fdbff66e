import type { Task } from '@artel/contract/tasks/tasks'
import {
  finishTarget,
  type TaskStatus,
  type TaskStep,
  taskLine,
  taskSteps,
} from '@artel/contract/tasks/tasks.line'

type Standing = Pick<Task, 'can' | 'needs_review' | 'scanned' | 'quantity_done'>

/** A step that the signed-in person may take, and the status it leads to. */
export type TaskMove = { step: TaskStep; to: TaskStatus }

export function movesOf(task: Standing): TaskMove[] {
  return taskSteps
    .filter((step) => task.can[step])
    .map((step) => ({
      step,
      to: step === 'finish' ? finishTarget(task, task.quantity_done) : taskLine[step].to,
    }))
}

/**
 * The step that moves the task to `status`;
 * undefined if the status line or the person's rights do not allow it.
 */
export const moveTo = (task: Standing, status: TaskStatus): TaskMove | undefined =>
  movesOf(task).find(({ to }) => to === status)
