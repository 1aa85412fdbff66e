import { ownKeys, recordOf } from '@artel/contract/shapes/records'
import { creditShare } from '@artel/contract/tasks/task-credit'
import type { TaskRights } from '@artel/contract/tasks/tasks'
import {
  fixedStatuses,
  reportableStatuses,
  settledStatuses,
  type TaskStatus,
  type TaskStep,
  taskLine,
} from '@artel/contract/tasks/tasks.line'
import { type Actor, isAdmin, mayDecideFor } from '../../access/actor.ts'

/** What the rights and steps of a task depend on. */
export type TaskStanding = { status: TaskStatus; user_id: number | null }

const isOwn = (actor: Actor, task: TaskStanding): boolean => task.user_id === actor.userId
const isPool = (task: TaskStanding): boolean => task.user_id === null && task.status === 'open'

/** Staff see their own tasks and the open pool. Admins see all tasks. */
export const maySee = (actor: Actor, task: TaskStanding): boolean =>
  isAdmin(actor) || isOwn(actor, task) || isPool(task)

/** A deleted task is readable only for people who see a ledger entry that came from it. */
export const mayRead = (
  actor: Actor,
  task: TaskStanding & { deleted_at: string | null; sees_entry: boolean },
): boolean => (task.deleted_at === null ? maySee(actor, task) : task.sees_entry)

/** The same rights, all set to false, for a task that can no longer change. */
export const without = (rights: TaskRights): TaskRights => recordOf(ownKeys(rights), () => false)

/** Whether the actor may start the task. `staffMayTake`: the company lets staff take tasks from the pool. */
export const mayStart = (actor: Actor, task: TaskStanding, staffMayTake: boolean): boolean =>
  isAdmin(actor) || isOwn(actor, task) || (isPool(task) && staffMayTake)

export const mayWork = (actor: Actor, task: TaskStanding): boolean => isAdmin(actor) || isOwn(actor, task)

/** Admins approve tasks of others. Owners also approve their own. */
export const mayApprove = (actor: Actor, task: TaskStanding): boolean => mayDecideFor(actor, task.user_id)

// Media show the work that the assignee is paid for. In the `fixed` statuses only a person who may decide on
// that pay changes them.
const mayChangeMedia = (actor: Actor, task: TaskStanding, fixed: readonly TaskStatus[]): boolean =>
  fixed.includes(task.status) ? mayDecideFor(actor, task.user_id) : mayWork(actor, task)

export const mayAttach = (actor: Actor, task: TaskStanding): boolean =>
  mayChangeMedia(actor, task, settledStatuses)

export type FinishedTask = TaskStanding & { finished_at: string | null }

/** Whether media that arrive after the end of the work were added before it. A photo may arrive after the finish. */
export const wasAttachedBefore = ({ status, finished_at }: FinishedTask, madeAt: string): boolean =>
  status === 'done' && finished_at !== null && madeAt < finished_at

export const mayDetach = (actor: Actor, task: TaskStanding): boolean =>
  mayChangeMedia(actor, task, [...settledStatuses, ...fixedStatuses])

/** What the actor may do with the task now: a step needs the actor's right and a status that allows it. */
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

/** Pay for the pieces done: in proportion to the quantity, rounded down to whole kopecks and coins. */
export const creditOf = (task: Rated): { money: number; coins: number } => ({
  money: creditShare(task.money, task),
  coins: creditShare(task.coins, task),
})
