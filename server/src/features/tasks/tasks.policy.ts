import type { Actor } from '../../access/actor.ts'
import { isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../http/errors.ts'
import { mayApprove, mayAttach, mayDetach, mayStart, mayWork, type TaskStanding } from './tasks.rules.ts'

/** Starts, or takes from the pool. @throws ApiError forbidden */
export const toStart = <T extends TaskStanding>(
  actor: Actor,
  task: T,
  staffMayTake: boolean,
): Allowed<T, 'start'> => allow(task, 'start', mayStart(actor, task, staffMayTake))

/** Pauses, finishes, reports progress. @throws ApiError forbidden */
export const toWork = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> =>
  allow(task, 'work', mayWork(actor, task))

/** Adds media. @throws ApiError forbidden; wrong_state where its doer is done with it */
export function toAttach<T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> {
  const own = toWork(actor, task)
  if (!mayAttach(actor, task)) throw new ApiError('wrong_state')
  return own
}

/** Takes media away. @throws ApiError forbidden; wrong_state where its doer has handed it in */
export function toDetach<T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> {
  const own = toWork(actor, task)
  if (!mayDetach(actor, task)) throw new ApiError('wrong_state')
  return own
}

/** Edits, returns, cancels, deletes. @throws ApiError forbidden */
export const toLead = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'lead'> =>
  allow(task, 'lead', isAdmin(actor))

/** Accepts finished work, which credits its doer. @throws ApiError forbidden for one's own, an owner excepted */
export const toApprove = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'approve'> =>
  allow(task, 'approve', mayApprove(actor, task))
