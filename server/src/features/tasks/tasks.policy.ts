import type { TaskPatch } from '@artel/contract/tasks/tasks'
import { fixedStatuses, settledStatuses, taskTerms } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../access/actor.ts'
import { isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { changedFields } from '../../errors/stale.ts'
import type { TaskFields } from './tasks.change.ts'
import type { LockedTask } from './tasks.queries.ts'
import {
  type FinishedTask,
  mayApprove,
  mayAttach,
  mayDetach,
  mayStart,
  mayWork,
  type TaskStanding,
  wasAttachedBefore,
} from './tasks.rules.ts'

/** Allows starting the task or taking it from the pool. @throws ApiError forbidden */
export const toStart = <T extends TaskStanding>(
  actor: Actor,
  task: T,
  staffMayTake: boolean,
): Allowed<T, 'start'> => allow(task, 'start', mayStart(actor, task, staffMayTake))

/** Allows pausing, finishing and reporting progress. @throws ApiError forbidden */
export const toWork = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> =>
  allow(task, 'work', mayWork(actor, task))

/**
 * Allows adding media.
 * @param madeAt when the person added them on a device that had no connection
 * @throws ApiError forbidden; wrong_state for one's own task once it is settled, owners excepted
 */
export function toAttach<T extends FinishedTask>(actor: Actor, task: T, madeAt: string): Allowed<T, 'work'> {
  const own = toWork(actor, task)
  if (!mayAttach(actor, task) && !wasAttachedBefore(task, madeAt)) throw new ApiError('wrong_state')
  return own
}

/**
 * Allows removing media.
 * @throws ApiError forbidden; wrong_state for one's own task once it is handed in, owners excepted
 */
export function toDetach<T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> {
  const own = toWork(actor, task)
  if (!mayDetach(actor, task)) throw new ApiError('wrong_state')
  return own
}

/** Allows editing, returning, cancelling and deleting. @throws ApiError forbidden */
export const toLead = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'lead'> =>
  allow(task, 'lead', isAdmin(actor))

/** Allows approving, which credits the assignee. @throws ApiError forbidden, also for an admin's own task */
export const toApprove = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'approve'> =>
  allow(task, 'approve', mayApprove(actor, task))

/** Refuses changes that the task does not allow in its state. @throws ApiError wrong_state; 422 at the field */
export function refuseUnfit(task: LockedTask, fields: TaskFields & TaskPatch): void {
  if (settledStatuses.includes(task.status)) throw new ApiError('wrong_state')
  // Terms are fixed in review, so that the approver approves what they see.
  if (fixedStatuses.includes(task.status)) {
    const changed = changedFields<LockedTask>(task, fields)
    const fixed = taskTerms.find((name) => name in changed)
    if (fixed) throw fieldError(fixed, 'fixed_in_review')
  }
  const { quantity_done, scanned } = task
  const moved = (['product_id', 'supply_id'] as const).find(
    (name) => fields[name] !== undefined && fields[name] !== task[name],
  )
  if (moved && scanned) throw fieldError(moved, 'has_scanned_pieces', { scanned })
  if (fields.quantity !== undefined && fields.quantity < quantity_done) {
    throw fieldError('quantity', 'less_than_done', { quantity_done })
  }
  if (fields.user_id === null && task.status !== 'open') throw fieldError('user_id', 'begun_needs_person')
}
