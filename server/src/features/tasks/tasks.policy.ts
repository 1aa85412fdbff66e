import type { Actor } from '../../access/actor.ts'
import { isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../http/errors.ts'
import { mayApprove, mayAttach, mayDetach, mayStart, mayWork, type TaskStanding } from './tasks.rules.ts'

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
 * @throws ApiError forbidden; wrong_state for one's own task once it is settled, owners excepted
 */
export function toAttach<T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> {
  const own = toWork(actor, task)
  if (!mayAttach(actor, task)) throw new ApiError('wrong_state')
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
