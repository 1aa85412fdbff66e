import type { Task } from '@artel/contract/tasks'
import { finishTarget, type TaskStatus, type TaskStep, taskLine, taskSteps } from '@artel/contract/tasks.line'

type Standing = Pick<Task, 'can' | 'needs_review'>

/** A step that is open to the signed-in person, and the status it leads to. */
export type TaskMove = { step: TaskStep; to: TaskStatus }

export function movesOf(task: Standing): TaskMove[] {
  return taskSteps
    .filter((step) => task.can[step])
    .map((step) => ({ step, to: step === 'finish' ? finishTarget(task) : taskLine[step].to }))
}

/** The step that brings the task to `status`; none where the line or the person's rights do not lead there. */
export const moveTo = (task: Standing, status: TaskStatus): TaskMove | undefined =>
  movesOf(task).find(({ to }) => to === status)
