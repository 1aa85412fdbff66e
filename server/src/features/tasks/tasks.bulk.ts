import type { AuditAction } from '@artel/contract/audit.line'
import type { TaskBulk } from '@artel/contract/tasks'
import { fixedStatuses } from '@artel/contract/tasks.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { lockActiveUserShared } from '../users/users.ts'
import { auditTasks } from './tasks.audit.ts'
import { findTaskIds } from './tasks.list.queries.ts'
import { notifyAssigned } from './tasks.notifications.ts'
import { toApprove, toLead } from './tasks.policy.ts'
import { type LockedTask, lockTasks } from './tasks.queries.ts'
import { applyPatch, approveTask, assertTermsSeen, cancelTask, deleteTask } from './tasks.ts'

/** Maximum number of tasks that one transaction changes. */
const most = 1000

type Outcome = { changed: number; refused: { id: number; code: string }[] }

/**
 * Does one action on many tasks. Changes the tasks that allow it and returns the others with a reason code.
 * @throws ApiError 422 for a person who is no active user, or for a filter that finds too many tasks
 */
export async function changeTasks(db: Db, actor: Actor, bulk: TaskBulk): Promise<Outcome> {
  if (bulk.action === 'assign' && bulk.value !== null && !(await lockActiveUserShared(db, bulk.value))) {
    throw fieldError('value', 'no_such_user')
  }
  const ids = [...new Set(bulk.ids ?? (await findWanted(db, actor, bulk)))]
  const tasks = ids.length === 0 ? [] : await lockTasks(db, ids)
  const versions = 'versions' in bulk ? (bulk.versions ?? []) : []
  const seen = new Map(bulk.ids?.map((id, index) => [id, versions[index]]))
  const found = new Set(tasks.map(({ id }) => id))
  const outcome: Outcome = {
    changed: 0,
    refused: ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found' })),
  }
  const changed: LockedTask[] = []
  for (const task of tasks) {
    const code = await refusalOf(apply(db, actor, task, bulk, seen.get(task.id)))
    if (code === null) changed.push(task)
    else outcome.refused.push({ id: task.id, code })
  }
  outcome.changed = changed.length
  await auditTasks(db, actor, auditedAs[bulk.action], changed)
  if (bulk.action === 'assign') {
    const assigned = changed.filter(({ user_id }) => user_id !== bulk.value)
    await notifyAssigned(
      db,
      actor,
      assigned.map((task) => ({ ...task, user_id: bulk.value })),
    )
  }
  return outcome
}

const auditedAs: Record<TaskBulk['action'], AuditAction> = {
  assign: 'update',
  priority: 'update',
  due: 'update',
  approve: 'approve',
  cancel: 'cancel',
  delete: 'delete',
}

async function findWanted(db: Db, actor: Actor, { filter = {} }: TaskBulk): Promise<number[]> {
  const ids = await findTaskIds(db, actor, filter, most + 1)
  if (ids.length > most) throw fieldError('filter', 'too_many', { maximum: most })
  return ids
}

async function apply(
  db: Db,
  actor: Actor,
  found: LockedTask,
  bulk: TaskBulk,
  seen: number | undefined,
): Promise<void> {
  // The response has only an error code for each task, so a stale error needs no current task.
  const check = (step?: 'approve' | 'cancel') =>
    assertTermsSeen(db, actor, found, seen, step, async () => ({}))
  if (bulk.action === 'approve') {
    const task = toApprove(actor, found)
    await check('approve')
    return approveTask(db, actor, task)
  }
  const task = toLead(actor, found)
  switch (bulk.action) {
    case 'assign':
      // The state of this task is the reason, not the person, who is the same for all tasks.
      if (fixedStatuses.includes(task.status)) throw new ApiError('wrong_state')
      return applyPatch(db, actor, task, { user_id: bulk.value })
    case 'priority':
      return applyPatch(db, actor, task, { priority: bulk.value })
    case 'due':
      return applyPatch(db, actor, task, { due_at: bulk.value })
    case 'cancel':
      await check('cancel')
      return cancelTask(db, actor, task)
    case 'delete':
      await check()
      return deleteTask(db, actor, task)
  }
}

// Our own errors are thrown before anything of that task is written, so the transaction continues. An error
// with a cause comes from the database and ends the transaction.
async function refusalOf(work: Promise<void>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ApiError && error.cause === undefined) return error.code
    throw error
  }
}
