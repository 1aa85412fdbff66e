import type { Actor } from '../../access/actor.ts'
import { isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayStart, mayWork, type TaskStanding } from './tasks.rules.ts'

/** Starts, or takes from the pool. @throws ApiError forbidden */
export const toStart = <T extends TaskStanding>(
  actor: Actor,
  task: T,
  staffMayTake: boolean,
): Allowed<T, 'start'> => allow(task, 'start', mayStart(actor, task, staffMayTake))

/** Pauses, finishes, reports progress. @throws ApiError forbidden */
export const toWork = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'work'> =>
  allow(task, 'work', mayWork(actor, task))

/** Edits, approves, returns, cancels. @throws ApiError forbidden */
export const toLead = <T extends TaskStanding>(actor: Actor, task: T): Allowed<T, 'lead'> =>
  allow(task, 'lead', isAdmin(actor))
