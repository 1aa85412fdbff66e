import type { BodyOf } from '@artel/contract/call'
import type { tasks } from '@artel/contract/tasks/tasks'
import { finishTarget, isBeyondScans, reportableStatuses } from '@artel/contract/tasks/tasks.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { latest, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { refuseUnread } from '../instructions/instructions.ts'
import { countLeftFor } from '../supplies/supplies.ts'
import { lockActiveUser } from '../users/users.ts'
import { creditAssignees, throwRefusal } from './credit/credit.ts'
import { auditForOthers, auditTasks } from './tasks.audit.ts'
import { changeTask } from './tasks.change.ts'
import { notifyReview } from './tasks.notifications.ts'
import { toStart } from './tasks.policy.ts'
import { findRunningTaskId, type LockedTask, lockTasks } from './tasks.queries.ts'
import { getTask, judge, readStaffMayTake, stopClock } from './tasks.ts'
import { findFreeSince, findRestingSince, findReturn, openSegment } from './times/times.queries.ts'

type Progress = Pick<BodyOf<typeof tasks.progress>, 'quantity_done' | 'added'>

/**
 * Starts the clock of a task for its assignee. A task from the pool is assigned to the actor. Pauses the
 * assignee's running task. Locks the assignee, then both tasks.
 * @param at when the work begins; it does not begin before the last segments of the assignee and of the task have ended
 * @returns the id of the task that was paused, or null
 * @throws ApiError instruction_unread if staff must first read an instruction of the product
 */
export async function startTask(db: Db, actor: Actor, id: number, at = nowIso()): Promise<number | null> {
  const seen = toStart(actor, await getTask(db, actor, id), await readStaffMayTake(db, actor))
  const assignee = seen.user_id ?? actor.userId
  await lockActiveUser(db, assignee)
  const runningId = await findRunningTaskId(db, assignee)
  const locked = await lockTasks(db, runningId === null ? [id] : [id, runningId])
  const task = locked.find((row) => row.id === id)
  // Somebody else may have taken the task before this lock.
  if (!task || (task.user_id ?? assignee) !== assignee) throw new ApiError('wrong_state')
  if (!judge('start', task)) return null
  if (!isAdmin(actor) && task.product_id !== null) await refuseUnread(db, actor.userId, task.product_id)
  // The running task may have been finished before this lock.
  const running = locked.find(({ id, status }) => id === runningId && status === 'in_progress')
  if (running) await stopClock(db, actor, running, 'pause', { status: 'paused' }, { at })
  await startClock(db, actor, task, assignee, at)
  await auditForOthers(db, actor, 'update', running ? [task, running] : [task])
  return running?.id ?? null
}

async function startClock(
  db: Db,
  actor: Actor,
  task: LockedTask,
  assignee: number,
  wanted: string,
): Promise<void> {
  // Somebody else may have worked on the task until later than the device says.
  const since = [await findFreeSince(db, assignee), await findRestingSince(db, task.id)]
  const at = latest(wanted, ...since, await findReturn(db, task.id))
  await openSegment(db, task.id, assignee, at)
  const fields = { status: 'in_progress', user_id: assignee, started_at: task.started_at ?? at } as const
  await changeTask(db, actor, task, 'start', fields, { at })
}

export async function pauseTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'work'>,
  at = nowIso(),
): Promise<void> {
  if (!judge('pause', task)) return
  await stopClock(db, actor, task, 'pause', { status: 'paused' }, { at })
  await auditForOthers(db, actor, 'update', [task])
}

type Finish = Pick<BodyOf<typeof tasks.finish>, 'quantity_done' | 'reason'>

/**
 * Ends the work. A task that needs review goes to review, as does one of which more pieces are done than its
 * scans have counted, none included where others scan its product in its supply. By default the whole quantity is
 * done, or the scanned pieces if the task packs a product for a supply.
 * @throws ApiError 422 at `quantity_done`; 422 at `reason` if it is missing for pieces without scans
 */
export async function finishTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'work'>,
  { quantity_done, reason }: Finish,
  wanted = nowIso(),
): Promise<void> {
  const isPacking = task.supply_id !== null && task.product_id !== null
  const quantityDone = quantity_done ?? (isPacking ? task.quantity_done : task.quantity)
  checkQuantity(task, quantityDone)
  const status = finishTarget(task, quantityDone)
  if (!judge('finish', task, status)) return
  // The task was finished from another device and returned since. The old press does not answer the return.
  const returned = await findReturn(db, task.id)
  if (returned !== null && wanted < returned) throw new ApiError('wrong_state')
  await keepToPacked(db, actor, task, quantityDone)
  const unscanned_reason = isBeyondScans(task, quantityDone) ? (reason ?? refuseSilence(task)) : null
  const at = latest(wanted, task.started_at, await findRestingSince(db, task.id))
  const { scanned } = task
  const fields = { status, quantity_done: quantityDone, scanned, finished_at: at, unscanned_reason }
  const finished = await stopClock(db, actor, task, 'finish', fields, { at })
  if (status === 'review') {
    await auditForOthers(db, actor, 'finish', [task])
    return notifyReview(db, actor, task)
  }
  throwRefusal(await creditAssignees(db, actor, [finished], ({ priced_by }) => priced_by))
  await auditTasks(db, actor, 'finish', [task])
}

function refuseSilence({ scanned }: LockedTask): never {
  throw fieldError('reason', 'unscanned_reason_required', { scanned: scanned ?? 0 })
}

/**
 * Refuses pieces that were scanned and taken out again, because they would be packed and paid twice. Admins
 * are not bound by this, because they correct wrong counts. @throws ApiError 422 at `quantity_done`
 */
async function keepToPacked(
  db: Db,
  actor: Actor,
  { id, supply_id, product_id }: LockedTask,
  quantityDone: number,
): Promise<void> {
  if (isAdmin(actor) || supply_id === null || product_id === null) return
  const left = await countLeftFor(db, { id, supply_id, product_id })
  if (quantityDone > left) throw fieldError('quantity_done', 'more_than_packed', { quantity: left })
}

/**
 * Reports how much is done so far, as the whole count or as the pieces added to it.
 * @throws ApiError wrong_state unless the work is under way; 422 at the field of the count
 */
export async function reportProgress(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'work'>,
  { quantity_done, added = 0 }: Progress,
  at = nowIso(),
): Promise<void> {
  const quantityDone = quantity_done ?? task.quantity_done + added
  if (quantityDone < 0) throw fieldError('added', 'too_small', { minimum: -task.quantity_done })
  checkQuantity(task, quantityDone, quantity_done === undefined ? 'added' : 'quantity_done')
  if (!reportableStatuses.includes(task.status)) throw new ApiError('wrong_state')
  await changeTask(db, actor, task, 'progress', { quantity_done: quantityDone }, { at })
  await auditForOthers(db, actor, 'update', [task])
}

function checkQuantity({ quantity }: LockedTask, quantityDone: number, field = 'quantity_done'): void {
  if (quantityDone > quantity) throw fieldError(field, 'more_than_quantity', { quantity })
}
