import { creditShare } from '@artel/contract/task-credit'
import type { TaskRights } from '@artel/contract/tasks'
import {
  fixedStatuses,
  reportableStatuses,
  settledStatuses,
  type TaskStatus,
  type TaskStep,
  taskLine,
} from '@artel/contract/tasks.line'
import { type Actor, isAdmin, mayDecideFor } from '../../access/actor.ts'

/** What the rights and steps of a task depend on. */
export type TaskStanding = { status: TaskStatus; user_id: number | null }

const isOwn = (actor: Actor, task: TaskStanding): boolean => task.user_id === actor.userId
const isPool = (task: TaskStanding): boolean => task.user_id === null && task.status === 'open'

/** Staff see their own tasks and the open pool, admins all. */
export const maySee = (actor: Actor, task: TaskStanding): boolean =>
  isAdmin(actor) || isOwn(actor, task) || isPool(task)

/** A deleted task is read by whoever sees an entry that came from it. */
export const mayRead = (
  actor: Actor,
  task: TaskStanding & { deleted_at: string | null; sees_entry: boolean },
): boolean => (task.deleted_at === null ? maySee(actor, task) : task.sees_entry)

/** Of what cannot be changed any more. */
export const without = (rights: TaskRights): TaskRights =>
  Object.fromEntries(Object.keys(rights).map((right) => [right, false])) as TaskRights // of the same keys

/** Whether the actor may take the task's next steps of work; `staffMayTake` is the company's word on the pool. */
export const mayStart = (actor: Actor, task: TaskStanding, staffMayTake: boolean): boolean =>
  isAdmin(actor) || isOwn(actor, task) || (isPool(task) && staffMayTake)

export const mayWork = (actor: Actor, task: TaskStanding): boolean => isAdmin(actor) || isOwn(actor, task)

/** Nobody approves what they are paid for, owners excepted. */
export const mayApprove = (actor: Actor, task: TaskStanding): boolean => mayDecideFor(actor, task.user_id)

// What somebody is paid for is shown by the media of their task, so from then on others decide about these.
const mayChangeMedia = (actor: Actor, task: TaskStanding, fixed: readonly TaskStatus[]): boolean =>
  fixed.includes(task.status) ? mayDecideFor(actor, task.user_id) : mayWork(actor, task)

export const mayAttach = (actor: Actor, task: TaskStanding): boolean =>
  mayChangeMedia(actor, task, settledStatuses)

export const mayDetach = (actor: Actor, task: TaskStanding): boolean =>
  mayChangeMedia(actor, task, [...settledStatuses, ...fixedStatuses])

/** What the actor may do with the task as it stands: their right to the step, and the step being open. */
export function rightsTo(actor: Actor, task: TaskStanding, staffMayTake: boolean): TaskRights {
  const isOpen = (step: TaskStep) => taskLine[step].from.includes(task.status)
  const works = mayWork(actor, task)
  const leads = isAdmin(actor)
  return {
    edit: leads && !settledStatuses.includes(task.status),
    edit_terms: leads && ![...settledStatuses, ...fixedStatuses].includes(task.status),
    progress: works && reportableStatuses.includes(task.status),
    start: mayStart(actor, task, staffMayTake) && isOpen('start'),
    pause: works && isOpen('pause'),
    finish: works && isOpen('finish'),
    approve: mayApprove(actor, task) && isOpen('approve'),
    return: leads && isOpen('return'),
    cancel: leads && isOpen('cancel'),
    comment: works,
    attach: mayAttach(actor, task),
    detach: mayDetach(actor, task),
    delete: leads,
  }
}

type Rated = { money: number; coins: number; quantity: number; quantity_done: number }

/** What a task brings for as much of it as was done: in proportion, rounded down. */
export const creditOf = (task: Rated): { money: number; coins: number } => ({
  money: creditShare(task.money, task),
  coins: creditShare(task.coins, task),
})
