import type { BodyOf } from '@artel/contract/call'
import type { Pagination } from '@artel/contract/shapes/list'
import { judgeStep } from '@artel/contract/shapes/status-line'
import type {
  ListedTask,
  TaskDetail,
  TaskDraft,
  TaskPatch,
  TaskRights,
  TaskTotals,
  tasks,
} from '@artel/contract/tasks/tasks'
import type { TaskFilters } from '@artel/contract/tasks/tasks.filters'
import type { TaskTime } from '@artel/contract/tasks/tasks.history'
import { judgedTerms, type TaskEventKind, taskLine } from '@artel/contract/tasks/tasks.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Refusals } from '../../errors/do-each.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { assertSeen, refuseStale } from '../../errors/stale.ts'
import { getTaskSettings } from '../company/company.ts'
import { listMediaIds, listMediaOf, setMedia } from '../multimedia/multimedia.ts'
import { lockSupplyShared } from '../supplies/supplies.ts'
import { lockActiveUserShared } from '../users/users.ts'
import { lockWarehouseShared } from '../warehouses/warehouses.ts'
import { creditAssignees, reverseCredits } from './credit/credit.ts'
import { commentMedia, setTaskMedia, taskMedia } from './media/media.ts'
import { auditComment, auditNewTasks, auditTasks } from './tasks.audit.ts'
import { audienceOf, type BulkStep, changeTask, type TaskFields } from './tasks.change.ts'
import { listTaskRows, type TaskQuery } from './tasks.list.queries.ts'
import { notifyAssigned, notifyComment, notifyReturned } from './tasks.notifications.ts'
import { refuseUnfit, toLead } from './tasks.policy.ts'
import { fillFromProducts, lockProduct } from './tasks.product.ts'
import {
  countComments,
  findChangedSince,
  findLastChange,
  findTaskDetail,
  findTaskRow,
  findTaskStanding,
  insertComment,
  insertEvents,
  insertTasks,
  type LockedTask,
  lockTasks,
  type TaskRow,
} from './tasks.queries.ts'
import { mayDetach, mayRead, maySee, rightsTo, without } from './tasks.rules.ts'
import { closeSegment, listTimeRows, type TimeFilters, type TimeQuery } from './times/times.queries.ts'

export { recountTasks } from './credit/recount.ts'
export { eraseExampleTasks } from './tasks.erase.ts'
export { countUnfinished, findLastStep, leaveTasks, restTask } from './tasks.leave.ts'
export { searchTasks } from './tasks.search.ts'

// Reads the company's setting for the pool only for staff, because admins do not depend on it.
export const readStaffMayTake = async (db: Db, actor: Actor): Promise<boolean> =>
  isAdmin(actor) || (await getTaskSettings(db)).staff_may_take

export async function listTasks(
  db: Db,
  actor: Actor,
  filters: TaskFilters,
  query: TaskQuery,
): Promise<{ tasks: ListedTask[]; pagination: Pagination; totals: TaskTotals | null }> {
  const staffMayTake = await readStaffMayTake(db, actor)
  const { rows, ...rest } = await listTaskRows(db, actor, filters, query)
  const shown = (row: (typeof rows)[number], can: TaskRights) => ({
    ...row,
    photo: row.photo ?? row.product?.photo ?? null,
    can,
  })
  return { tasks: rows.map((row) => shown(row, rightsTo(actor, row, staffMayTake))), ...rest }
}

/** @throws ApiError not_found also for a task that the actor may not see */
export async function getTask(db: Db, actor: Actor, id: number): Promise<TaskRow> {
  const row = await findTaskRow(db, id)
  if (!row || !maySee(actor, row)) throw new ApiError('not_found')
  return row
}

/** The task as its page shows it. @throws ApiError not_found also for a task that the actor may not see */
export async function getTaskDetail(db: Db, actor: Actor, id: number): Promise<TaskDetail> {
  const row = await findTaskDetail(db, id, readerOf(actor))
  if (!row || !mayRead(actor, row)) throw new ApiError('not_found')
  const rights = rightsTo(actor, row, await readStaffMayTake(db, actor))
  return {
    ...row,
    multimedia: row.has_media ? await listMediaOf(db, actor, taskMedia, id, true) : [],
    // The query returns the newest comments, newest first. The page shows the oldest first.
    comments: row.comments.reverse(),
    can: row.deleted_at === null ? rights : without(rights),
  }
}

const readerOf = (actor: Actor) => ({ userId: actor.userId, seesAllEntries: isAdmin(actor) })

/** Guards data of a task's page. @throws ApiError not_found if the actor may not read the task */
export async function refuseUnread(db: Db, actor: Actor, id: number): Promise<void> {
  const row = await findTaskStanding(db, id, readerOf(actor))
  if (!row || !mayRead(actor, row)) throw new ApiError('not_found')
}

export async function listTimes(
  db: Db,
  actor: Actor,
  taskId: number,
  filters: TimeFilters,
  query: TimeQuery,
): Promise<{ times: TaskTime[]; pagination: Pagination }> {
  await refuseUnread(db, actor, taskId)
  const { rows, pagination } = await listTimeRows(db, actor, taskId, filters, query)
  return { times: rows, pagination }
}

/**
 * Creates all tasks or none.
 * @throws ApiError 422 at `path` for a missing person, warehouse, supply or product
 */
export async function createTasks(
  db: Db,
  actor: Actor,
  drafts: readonly TaskDraft[],
  path: (index: number) => string = () => '',
): Promise<number[]> {
  const filled = await fillFromProducts(db, drafts, path)
  for (const [index, draft] of filled.entries()) await checkReferences(db, draft, path(index))
  const { require_review } = await getTaskSettings(db)
  const created = { created_by: actor.userId, priced_by: actor.userId, created_at: nowIso() }
  const ids = await insertTasks(
    db,
    filled.map(({ multimedia_ids: _, ...draft }) => ({
      ...draft,
      requires_review: draft.requires_review ?? require_review,
      ...created,
    })),
  )
  const event = {
    user_id: actor.userId,
    kind: 'create',
    version: 1,
    changes: {},
    created_at: created.created_at,
  } as const
  await insertEvents(
    db,
    ids.map((task_id) => ({ ...event, task_id })),
  )
  for (const [index, id] of ids.entries()) {
    const media = drafts[index]?.multimedia_ids ?? []
    if (media.length > 0) await setTaskMedia(db, actor, id, media, `${path(index)}multimedia_ids`)
    db.announce(
      { entity: 'task', id, action: 'create' },
      audienceOf({ user_id: drafts[index]?.user_id ?? null }),
    )
  }
  await auditNewTasks(db, actor, ids)
  await notifyAssigned(
    db,
    actor,
    filled.map(({ title, user_id }, index) => ({ id: ids[index] ?? 0, title, user_id })),
  )
  return ids
}

/**
 * Changes the fields that are sent. Pauses a running task that gets another assignee.
 * @throws ApiError wrong_state for a settled task; stale if a sent field has another value since the version
 * that the patch is based on
 */
export async function updateTask(db: Db, actor: Actor, id: number, patch: TaskPatch): Promise<void> {
  const { version, ...fields } = patch
  // Locks the person before the task, in the order of archiving. `checkReferences` judges the status, once the
  // task is known to be the actor's to change.
  if (fields.user_id) await lockActiveUserShared(db, fields.user_id)
  const task = toLead(actor, await lockTask(db, actor, id))
  const media = fields.multimedia_ids && { multimedia_ids: await listMediaIds(db, taskMedia, id) }
  await refuseStale(version, { ...task, ...media }, fields, {
    findChanged: (since) => findChangedSince(db, id, since),
    findChange: (names) => findLastChange(db, id, names),
    readCurrent: () => getTaskDetail(db, actor, id),
  })
  if (media) refuseTaken(actor, task, media.multimedia_ids, fields.multimedia_ids ?? [])
  await applyPatch(db, actor, task, fields)
  const photos = media && { before: media.multimedia_ids, after: await listMediaIds(db, taskMedia, id) }
  await auditTasks(db, actor, 'update', [task], photos)
  const { title = task.title, user_id = task.user_id } = fields
  if (user_id !== task.user_id) await notifyAssigned(db, actor, [{ id, title, user_id }])
}

/** Applies a patch without a check of its version. @throws ApiError wrong_state; 422 at the field */
export async function applyPatch(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'lead'>,
  { multimedia_ids, ...fields }: TaskFields & TaskPatch,
  bulk: BulkStep = {},
): Promise<void> {
  refuseUnfit(task, fields)
  await checkReferences(db, fields, '', task)
  if (fields.product_id) await lockProduct(db, fields.product_id, task.product_id)
  const changesHands = fields.user_id !== undefined && fields.user_id !== task.user_id
  const isRunning = task.status === 'in_progress'
  const rested =
    changesHands && isRunning ? await stopClock(db, actor, task, 'pause', { status: 'paused' }, bulk) : task
  const media = multimedia_ids && (await setTaskMedia(db, actor, task.id, multimedia_ids))
  await changeTask(db, actor, rested, 'edit', fields, { ...bulk, ...(media && { beside: media }) })
}

// Admins may not remove media of their own finished work, because it is reviewed like the work of staff.
function refuseTaken(actor: Actor, task: LockedTask, before: readonly number[], after: readonly number[]) {
  const isTaken = before.some((id) => !after.includes(id))
  if (isTaken && !mayDetach(actor, task)) throw fieldError('multimedia_ids', 'fixed_in_review')
}

async function checkReferences(
  db: Db,
  { user_id, warehouse_id, supply_id }: TaskPatch,
  path: string,
  present: Pick<LockedTask, 'warehouse_id' | 'supply_id'> = { warehouse_id: null, supply_id: null },
): Promise<void> {
  if (user_id && !(await lockActiveUserShared(db, user_id)))
    throw fieldError(`${path}user_id`, 'no_such_user')
  if (warehouse_id) await lockWarehouseShared(db, warehouse_id, `${path}warehouse_id`, present.warehouse_id)
  if (supply_id) await lockSupplyShared(db, supply_id, `${path}supply_id`, present.supply_id)
}

/** Locks the task's row until the transaction ends. @throws ApiError not_found */
export async function lockTask(db: Db, actor: Actor, id: number): Promise<LockedTask> {
  const [task] = await lockTasks(db, [id])
  if (!task || !maySee(actor, task)) throw new ApiError('not_found')
  return task
}

/** Closes the running segment, if there is one, and moves the task to a status in which no time runs. */
export async function stopClock(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  task: LockedTask,
  kind: TaskEventKind,
  fields: TaskFields,
  { at = nowIso(), ...bulk }: BulkStep & { at?: string } = {},
): Promise<LockedTask> {
  const seconds = await closeSegment(db, task.id, at)
  const spent_seconds = task.spent_seconds + seconds
  return changeTask(db, actor, task, kind, { ...fields, spent_seconds }, { ...bulk, at })
}

/**
 * Does nothing if the step was already taken.
 * @param seen the version that the actor judges; undefined: not checked
 * @throws ApiError stale if a term has changed since that version
 */
export async function assertTermsSeen(
  db: Db,
  actor: Actor,
  task: LockedTask,
  seen: number | undefined,
  step?: 'approve' | 'return' | 'cancel',
  readCurrent: () => Promise<object> = () => getTaskDetail(db, actor, task.id),
): Promise<void> {
  if (step && task.status === taskLine[step].to) return
  await assertSeen(seen, task, judgedTerms, {
    findChanged: (since) => findChangedSince(db, task.id, since),
    findChange: (names) => findLastChange(db, task.id, names),
    readCurrent,
  })
}

/**
 * Approves finished work and credits its assignees. Skips tasks that are done already.
 * @returns the refusals by task. Nothing of a refused task is changed.
 */
export async function approveTasks(
  db: Db,
  actor: Actor,
  tasks: readonly Allowed<LockedTask, 'approve'>[],
): Promise<Refusals> {
  const due = tasks.filter((task) => judge('approve', task))
  const refusals = await creditAssignees(db, actor, due, () => actor.userId)
  for (const task of due)
    if (!refusals.has(task.id)) await changeTask(db, actor, task, 'approve', { status: 'done' })
  return refusals
}

/** Returns finished work to its assignee. Time runs again when they start the task. */
export async function returnTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'lead'>,
  reason: string,
): Promise<void> {
  if (!judge('return', task)) return
  const returned = {
    status: 'paused',
    returns: task.returns + 1,
    return_reason: reason,
    finished_at: null,
  } as const
  await changeTask(db, actor, task, 'return', returned)
  await notifyReturned(db, actor, task, reason)
}

export async function cancelTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'lead'>,
  bulk: BulkStep = {},
): Promise<void> {
  if (judge('cancel', task))
    await stopClock(db, actor, task, 'cancel', { status: 'cancelled', finished_at: null }, bulk)
}

/**
 * Marks tasks as deleted and reverses their credits. The rows stay, because other rows refer to them.
 * @returns the refusals by task: insufficient_coins if the assignee has already spent its coins
 */
export async function deleteTasks(
  db: Db,
  actor: Actor,
  tasks: readonly Allowed<LockedTask, 'lead'>[],
): Promise<Refusals> {
  const refusals = await reverseCredits(db, actor, tasks)
  const stamps = { deleted_at: nowIso(), deleted_by: actor.userId }
  for (const task of tasks) {
    if (refusals.has(task.id)) continue
    const isRunning = task.status === 'in_progress'
    const rested = isRunning ? await stopClock(db, actor, task, 'pause', { status: 'paused' }) : task
    await changeTask(db, actor, rested, 'delete', {}, { stamps })
  }
  return refusals
}

/** A trigger has the same limit. */
const maxComments = 1000

/**
 * @returns the id of the comment
 * @throws ApiError 422 if the task has too many comments, or at media that the actor may not use
 */
export async function commentTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'work'>,
  { text, multimedia_ids }: Pick<BodyOf<typeof tasks.comment>, 'text' | 'multimedia_ids'>,
  created_at: string,
): Promise<number> {
  if ((await countComments(db, task.id)) >= maxComments)
    throw fieldError('text', 'too_many_comments', { maximum: maxComments })
  db.announce({ entity: 'task', id: task.id, action: 'update' }, audienceOf(task))
  const comment = await insertComment(db, { task_id: task.id, user_id: actor.userId, text, created_at })
  if (multimedia_ids.length > 0) await setMedia(db, actor, commentMedia, comment.id, multimedia_ids)
  await auditComment(db, actor, task, { text, multimedia_ids })
  await notifyComment(db, actor, task, comment)
  return comment.id
}

/** Whether to take the step; false if the task already has the target status. @throws ApiError wrong_state */
export function judge(step: keyof typeof taskLine, task: LockedTask, to = taskLine[step].to): boolean {
  const verdict = judgeStep(taskLine, step, task.status, to)
  if (verdict === 'closed') throw new ApiError('wrong_state')
  return verdict === 'offered'
}
