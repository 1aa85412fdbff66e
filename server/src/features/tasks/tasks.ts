import type { Pagination } from '@artel/contract/list'
import { judgeStep } from '@artel/contract/status-line'
import type { Task, TaskDetail, TaskDraft, TaskPatch, TaskTime } from '@artel/contract/tasks'
import { settledStatuses, taskLine } from '@artel/contract/tasks.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { getTaskSettings } from '../company/company.ts'
import { isActiveUser } from '../users/users.ts'
import { isWarehouse } from '../warehouses/warehouses.ts'
import { toLead } from './tasks.policy.ts'
import {
  closeSegment,
  findRecentTimes,
  findTaskRow,
  insertTask,
  type LockedTask,
  listTaskRows,
  listTimeRows,
  lockTasks,
  type TaskFilters,
  type TaskQuery,
  type TaskRow,
  type TimeFilters,
  type TimeQuery,
  updateTaskRow,
} from './tasks.queries.ts'
import { maySee, rightsTo } from './tasks.rules.ts'

// Only staff depend on the company's word about the pool, so only for them is it read.
export const readStaffMayTake = async (db: Db, actor: Actor): Promise<boolean> =>
  isAdmin(actor) || (await getTaskSettings(db)).staff_may_take

export async function listTasks(
  db: Db,
  actor: Actor,
  filters: TaskFilters,
  query: TaskQuery,
): Promise<{ tasks: Task[]; pagination: Pagination }> {
  const staffMayTake = await readStaffMayTake(db, actor)
  const { rows, pagination } = await listTaskRows(db, actor, filters, query)
  return { tasks: rows.map((row) => ({ ...row, can: rightsTo(actor, row, staffMayTake) })), pagination }
}

/** @throws ApiError not_found also for a task that the actor may not see */
export async function getTask(db: Db, actor: Actor, id: number): Promise<TaskRow> {
  const row = await findTaskRow(db, id)
  if (!row || !maySee(actor, row)) throw new ApiError('not_found')
  return row
}

/** The task as its page shows it. */
export async function getTaskDetail(db: Db, actor: Actor, id: number): Promise<TaskDetail> {
  const row = await getTask(db, actor, id)
  const staffMayTake = await readStaffMayTake(db, actor)
  return { ...row, times: await findRecentTimes(db, id), can: rightsTo(actor, row, staffMayTake) }
}

export async function listTimes(
  db: Db,
  actor: Actor,
  taskId: number,
  filters: TimeFilters,
  query: TimeQuery,
): Promise<{ times: TaskTime[]; pagination: Pagination }> {
  await getTask(db, actor, taskId)
  const { rows, pagination } = await listTimeRows(db, actor, taskId, filters, query)
  return { times: rows, pagination }
}

/** Creates a task. @throws ApiError 422 for a person or warehouse that is not there */
export async function createTask(db: Db, actor: Actor, draft: TaskDraft): Promise<number> {
  await checkReferences(db, draft)
  const requires_review = draft.requires_review ?? (await getTaskSettings(db)).require_review
  return insertTask(db, { ...draft, requires_review, created_by: actor.userId, created_at: nowIso() })
}

/** Changes the fields that are sent. A running task that changes hands is paused first. @throws ApiError wrong_state */
export async function updateTask(db: Db, actor: Actor, id: number, patch: TaskPatch): Promise<void> {
  const task = toLead(actor, await lockTask(db, actor, id))
  if (settledStatuses.includes(task.status)) throw new ApiError('wrong_state')
  await checkReferences(db, patch)
  checkAgainst(task, patch)
  const changesHands = patch.user_id !== undefined && patch.user_id !== task.user_id
  if (changesHands && task.status === 'in_progress') await stopClock(db, task, { status: 'paused' })
  await updateTaskRow(db, id, patch)
}

async function checkReferences(db: Db, { user_id, warehouse_id }: TaskPatch): Promise<void> {
  if (user_id && !(await isActiveUser(db, user_id))) throw fieldError('user_id', 'no_such_user')
  if (warehouse_id && !(await isWarehouse(db, warehouse_id)))
    throw fieldError('warehouse_id', 'no_such_warehouse')
}

function checkAgainst(task: LockedTask, { quantity, user_id }: TaskPatch): void {
  const { quantity_done } = task
  if (quantity !== undefined && quantity < quantity_done)
    throw fieldError('quantity', 'less_than_done', { quantity_done })
  if (user_id === null && task.status !== 'open') throw fieldError('user_id', 'begun_needs_person')
}

/** Holds the task's row until the transaction ends. @throws ApiError not_found */
export async function lockTask(db: Db, actor: Actor, id: number): Promise<LockedTask> {
  const [task] = await lockTasks(db, [id])
  if (!task || !maySee(actor, task)) throw new ApiError('not_found')
  return task
}

type Stop = Parameters<typeof updateTaskRow>[2] & { status: Task['status'] }

/** Closes the running segment, where there is one, and moves the task to where it stands still. */
export async function stopClock(db: Db, task: LockedTask, change: Stop, at = nowIso()): Promise<void> {
  const seconds = await closeSegment(db, task.id, at)
  await updateTaskRow(db, task.id, { ...change, spent_seconds: task.spent_seconds + seconds })
}

/** Accepts finished work. */
export async function approveTask(db: Db, task: Allowed<LockedTask, 'lead'>): Promise<void> {
  if (judge('approve', task)) await updateTaskRow(db, task.id, { status: 'done' })
}

/** Sends finished work back to its doer; the clock runs again when they start. */
export async function returnTask(db: Db, task: Allowed<LockedTask, 'lead'>, reason: string): Promise<void> {
  if (!judge('return', task)) return
  const returned = {
    status: 'paused',
    returns: task.returns + 1,
    return_reason: reason,
    finished_at: null,
  } as const
  await updateTaskRow(db, task.id, returned)
}

export async function cancelTask(db: Db, task: Allowed<LockedTask, 'lead'>): Promise<void> {
  if (judge('cancel', task)) await stopClock(db, task, { status: 'cancelled', finished_at: null })
}

/** Whether the step is to be taken; false where the task is there already. @throws ApiError wrong_state */
export function judge(step: keyof typeof taskLine, task: LockedTask, to = taskLine[step].to): boolean {
  const verdict = judgeStep(taskLine, step, task.status, to)
  if (verdict === 'closed') throw new ApiError('wrong_state')
  return verdict === 'offered'
}
