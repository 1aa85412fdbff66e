import type { ShiftDraft, ShiftPatch } from '@artel/contract/hours/hours'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { changedFields, changedSince, refuseStale } from '../../errors/stale.ts'
import { findLastChange } from '../audit/audit.ts'
import { schedulesAt } from '../company/company.ts'
import { lockUsers } from '../users/users.ts'
import { auditDeletedShift, auditNewShift, auditShift } from './hours.audit.ts'
import { notifyChanged } from './hours.notifications.ts'
import { toCorrect } from './hours.policy.ts'
import {
  deleteShiftRow,
  findLockedUntil,
  insertShift,
  type LockedShift,
  lockShiftRow,
} from './hours.queries.ts'
import { checkSpan, placeShift, refuseLocked } from './hours.rules.ts'
import { leaveDay, recalculateDays } from './hours.settle.ts'
import { announceShift, changeShift, endShift, findShift, getShift } from './hours.ts'

/** Enters a shift by hand. @throws ApiError 422 at the field; overlap; locked; too_many_shifts */
export async function createShift(db: Db, actor: Actor, draft: ShiftDraft): Promise<number> {
  const { user_id, started_at, ended_at, note } = toCorrect(actor, draft)
  checkSpan(draft)
  await lockPeople(db, [user_id])
  const [schedule] = await schedulesAt(db, [started_at])
  const place = placeShift(schedule, started_at)
  refuseLocked(place.day, await findLockedUntil(db))
  const span = { user_id, started_at, ended_at, confirmed: true, ...place }
  const counted = await recalculateDays(db, null, span)
  const by = { source: 'manual', note, edited_by: actor.userId, created_at: nowIso() } as const
  const id = await insertShift(db, { ...span, ...counted, ...by })
  const shift = { id, user_id, day: place.day }
  await auditNewShift(db, actor, shift, draft)
  await notifyChanged(db, actor, shift)
  announceShift(db, shift, 'create')
  return id
}

/**
 * Corrects the fields that are sent. The instants of the punches stay. Another end confirms an unconfirmed
 * shift.
 * @throws ApiError 422 at the field; stale; overlap; locked; too_many_shifts
 */
export async function updateShift(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...patch }: ShiftPatch,
): Promise<void> {
  const shift = await lockShift(db, id, patch.user_id)
  toCorrect(actor, shift)
  // An admin may not move somebody else's shift to themselves either.
  toCorrect(actor, { user_id: patch.user_id ?? shift.user_id })
  await refuseStale(version, shift, patch, {
    findChanged: (since) => changedSince(shift, since),
    findChange: (names) => findLastChange(db, 'shift', id, names),
    readCurrent: () => getShift(db, actor, id),
  })
  const changed = changedFields<LockedShift>(shift, patch)
  if (Object.keys(changed).length === 0) return
  const after = { ...shift, ...changed }
  checkSpan(after)
  await refuseLockedMove(db, shift, after)
  const settled = changed.ended_at === undefined ? {} : { confirmed: true, proposed_ended_at: null }
  const fields = { ...changed, ...settled, edited_by: actor.userId }
  if (shift.ended_at === null && fields.ended_at) {
    await endShift(db, shift, { ...fields, ended_at: fields.ended_at })
  } else await changeShift(db, shift, fields)
  await auditShift(db, actor, 'update', shift, fields)
  for (const user_id of new Set([shift.user_id, after.user_id])) {
    await notifyChanged(db, actor, { ...shift, user_id })
  }
}

/** @throws ApiError locked */
export async function deleteShift(db: Db, actor: Actor, id: number, note: string | undefined): Promise<void> {
  const shift = toCorrect(actor, await lockShift(db, id))
  refuseLocked(shift.day, await findLockedUntil(db))
  await deleteShiftRow(db, id)
  await leaveDay(db, shift)
  await auditDeletedShift(db, actor, shift, note)
  await notifyChanged(db, actor, shift)
  announceShift(db, shift, 'delete')
}

/** Locks a shift, its person, and the person to whom it moves. @throws ApiError not_found; 422; conflict */
export async function lockShift(db: Db, id: number, movedTo?: number): Promise<LockedShift> {
  const seen = await findShift(db, id)
  await lockPeople(db, [seen.user_id, movedTo ?? seen.user_id])
  const shift = await lockShiftRow(db, id)
  // Another request may have deleted the shift or moved it to another person before this lock.
  if (shift?.user_id !== seen.user_id) throw new ApiError(shift ? 'conflict' : 'not_found')
  return shift
}

// All changes of a person's shifts run under the lock of that person. People who have left are included,
// because their past shifts can be corrected.
async function lockPeople(db: Db, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const found = await lockUsers(db, wanted)
  if (found.length < wanted.length) throw fieldError('user_id', 'no_such_user')
}

async function refuseLockedMove(db: Db, before: LockedShift, after: LockedShift): Promise<void> {
  const lockedUntil = await findLockedUntil(db)
  refuseLocked(before.day, lockedUntil)
  const [schedule] = await schedulesAt(db, [after.started_at])
  refuseLocked(placeShift(schedule, after.started_at).day, lockedUntil)
}
