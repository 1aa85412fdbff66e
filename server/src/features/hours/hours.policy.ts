import { type Actor, isAdmin, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../errors/errors.ts'

/** Admins may see and settle all shifts, staff their own. @throws ApiError not_found */
export function toSettle<T extends { user_id: number }>(actor: Actor, shift: T): Allowed<T, 'settle'> {
  if (!isAdmin(actor) && shift.user_id !== actor.userId) throw new ApiError('not_found')
  return allow(shift, 'settle', true)
}

/** Allows entering, correcting and deleting. @throws ApiError forbidden, also for an admin's own shift */
export const toCorrect = <T extends { user_id: number }>(actor: Actor, shift: T): Allowed<T, 'correct'> =>
  allow(shift, 'correct', mayDecideFor(actor, shift.user_id))
