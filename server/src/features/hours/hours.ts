import type { HoursTotals, Shift } from '@artel/contract/hours/hours'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import { countedPress } from '../../access/work-steps.ts'
import { latest, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { nextVersion } from '../../errors/stale.ts'
import { writeAudit } from '../audit/audit.ts'
import { schedulesAt } from '../company/company.ts'
import { findLastPacking } from '../supplies/supplies.ts'
import { findLastStep, restTask } from '../tasks/tasks.ts'
import { lockActiveUser } from '../users/users.ts'
import { notifyProposed } from './hours.notifications.ts'
import { toSettle } from './hours.policy.ts'
import {
  findDeadline,
  findFreeSince,
  findLockedUntil,
  findShiftRow,
  type HoursFilters,
  type HoursQuery,
  insertShift,
  type LockedShift,
  listShiftRows,
  lockLastShiftRow,
  lockOpenShiftRow,
  type ShiftRow,
  updateShiftRow,
} from './hours.queries.ts'
import { placeShift, rightsTo } from './hours.rules.ts'
import { recalculateDays } from './hours.settle.ts'

type Listed = {
  hours: Shift[]
  pagination: Pagination
  totals: HoursTotals
  locked_until: string | null
}

export async function listHours(
  db: Db,
  actor: Actor,
  filters: HoursFilters,
  query: HoursQuery,
): Promise<Listed> {
  const locked_until = await findLockedUntil(db)
  const { rows, ...rest } = await listShiftRows(db, actor, filters, query)
  return {
    hours: rows.map((row) => ({ ...row, ...rightsTo(actor, row, locked_until) })),
    ...rest,
    locked_until,
  }
}

/** @throws ApiError not_found, for staff also if the shift is somebody else's */
export async function getShift(db: Db, actor: Actor, id: number): Promise<Shift> {
  const row = toSettle(actor, await findShift(db, id))
  return { ...row, ...rightsTo(actor, row, await findLockedUntil(db)) }
}

/** @throws ApiError not_found */
export async function findShift(db: Db, id: number): Promise<ShiftRow> {
  const row = await findShiftRow(db, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/**
 * Clocks in.
 * @param pressed when the person pressed the button, see `countedPress`
 * @returns the shift's id
 * @throws ApiError wrong_state if the actor is on shift; locked; too_many_shifts
 */
export async function startShift(db: Db, actor: Actor, pressed = nowIso()): Promise<number> {
  const user_id = actor.userId
  await lockActiveUser(db, user_id)
  if (await lockOpenShiftRow(db, user_id)) throw new ApiError('wrong_state')
  const freeSince = await findFreeSince(db, user_id)
  const at = countedPress(actor, pressed)
  const started_at = latest(at, freeSince)
  const [schedule] = await schedulesAt(db, [started_at])
  const place = placeShift(schedule, started_at)
  const draft = { user_id, started_at, ended_at: null, confirmed: true, source: 'clock', ...place } as const
  const counted = await recalculateDays(db, null, draft)
  const id = await insertShift(db, {
    ...draft,
    ...counted,
    punched_started_at: started_at,
    created_at: nowIso(),
  })
  await auditLate(db, actor, id, at)
  announceShift(db, { id, user_id }, 'create')
  return id
}

/**
 * Clocks out on any day, and pauses the running task. After its grace a shift ends like a forgotten one, even
 * if the job has not ended it yet. The instant of the press then becomes the proposed end. A press that was
 * made before the job ended the shift, and arrives after it, is proposed, too.
 * @param pressed when the person pressed the button, see `countedPress`
 * @throws ApiError wrong_state if the actor is not on shift
 */
export async function stopShift(db: Db, actor: Actor, pressed = nowIso()): Promise<number> {
  await lockActiveUser(db, actor.userId)
  const at = countedPress(actor, pressed)
  const open = await lockOpenShiftRow(db, actor.userId)
  if (!open) return proposeLate(db, actor, at)
  const ended_at = latest(at, open.started_at)
  const deadline = await findDeadline(db, open)
  if (ended_at > deadline) {
    await endForgotten(db, open, deadline, { punched_ended_at: ended_at, proposed_ended_at: ended_at })
    await notifyProposed(db, actor, open)
  } else {
    await endShift(db, open, { ended_at, punched_ended_at: ended_at })
  }
  await auditLate(db, actor, open.id, ended_at)
  return open.id
}

/**
 * Handles a clock-out that arrives after the product has ended the shift: its instant becomes the proposed end.
 * @throws ApiError wrong_state if there is no such shift, or an end is proposed already
 */
async function proposeLate(db: Db, actor: Actor, at: string): Promise<number> {
  const last = await lockLastShiftRow(db, actor.userId)
  const isWaiting = last?.source === 'auto' && !last.confirmed && last.proposed_ended_at === null
  if (!isWaiting || at < last.started_at || at >= (await findDeadline(db, last)))
    throw new ApiError('wrong_state')
  await changeShift(db, last, { punched_ended_at: at, proposed_ended_at: at })
  await notifyProposed(db, actor, last)
  await auditLate(db, actor, last.id, at)
  return last.id
}

/** If a press arrives this long after it was made, the audit log records both instants, ms. */
const lateMs = 5 * 60_000

async function auditLate(db: Db, actor: Actor, id: number, pressed_at: string): Promise<void> {
  const received_at = nowIso()
  if (Date.parse(received_at) - Date.parse(pressed_at) <= lateMs) return
  const after = { pressed_at, received_at }
  await writeAudit(db, actor, { action: 'press_late', entity: 'shift', id, after })
}

/**
 * Ends a forgotten shift at its planned end, or at later evidence of work. Its person is to confirm the end.
 * Evidence counts only up to the deadline, so that a server that was down all night finds the same end as one
 * that was up.
 */
export async function endForgotten(
  db: Db,
  open: LockedShift,
  deadline: string,
  said: Pick<ShiftFields, 'punched_ended_at' | 'proposed_ended_at'> = {},
): Promise<void> {
  const [step, packing] = [
    await findLastStep(db, open.user_id, open.started_at, deadline),
    await findLastPacking(db, open.user_id, open.started_at, deadline),
  ]
  const evidence = step !== null && (packing === null || step > packing) ? step : packing
  const ended_at = evidence !== null && evidence > open.planned_ended_at ? evidence : open.planned_ended_at
  await endShift(db, open, { ...said, ended_at, source: 'auto', confirmed: false })
}

/**
 * Ends the shift of a person who leaves the company. After its grace the shift ends like a forgotten one. The
 * person's row is locked.
 */
export async function leaveShift(db: Db, actor: Actor, userId: number): Promise<void> {
  const open = await lockOpenShiftRow(db, userId)
  if (!open) return
  const ended_at = latest(nowIso(), open.started_at)
  const deadline = await findDeadline(db, open)
  if (ended_at > deadline) await endForgotten(db, open, deadline)
  else await endShift(db, open, { ended_at, edited_by: actor.userId })
}

/** The start of the person's open shift; null: the person is not on shift. */
export async function findOnShiftSince(db: Db, userId: number): Promise<string | null> {
  const open = db
    .from('shifts')
    .select('started_at')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  return (await open.executeTakeFirst())?.started_at ?? null
}

export type ShiftFields = Partial<
  Pick<
    LockedShift,
    | 'user_id'
    | 'started_at'
    | 'ended_at'
    | 'source'
    | 'confirmed'
    | 'proposed_ended_at'
    | 'punched_ended_at'
    | 'note'
    | 'edited_by'
  >
>

/** Ends a running shift and pauses the running task of its person. */
export async function endShift(
  db: Db,
  open: LockedShift,
  fields: ShiftFields & { ended_at: string },
): Promise<void> {
  await changeShift(db, open, fields)
  await restTask(db, open.user_id, fields.ended_at)
}

/**
 * The only way to change a shift: writes the row, its next version, and what its days count for. The shift
 * and its person are locked.
 * @throws ApiError overlap, locked, too_many_shifts
 */
export async function changeShift(db: Db, shift: LockedShift, fields: ShiftFields): Promise<void> {
  const moved = { ...shift, ...fields }
  const [schedule] = await schedulesAt(db, [moved.started_at])
  const place = placeShift(schedule, moved.started_at)
  const counted = await recalculateDays(db, shift, { ...moved, ...place })
  await updateShiftRow(db, shift.id, { ...fields, ...place, ...counted, ...nextVersion(shift, fields) })
  announceShift(db, shift, 'update', moved.user_id)
}

/** Announces a shift to the screens of its person, and of the person to whom it moves. */
export function announceShift(
  db: Db,
  { id, user_id }: { id: number; user_id: number },
  action: 'create' | 'update' | 'delete',
  movedTo = user_id,
): void {
  db.announce({ entity: 'shift', id, action }, [...new Set([user_id, movedTo])])
  // Lists of people show who is on shift.
  db.announce({ entity: 'user', id: movedTo, action: 'update' }, [movedTo])
}
