import type { AuditAction } from '@artel/contract/audit.line'
import type { TaskBulk } from '@artel/contract/tasks'
import { fixedStatuses } from '@artel/contract/tasks.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { doEach, type Refusals } from '../../http/do-each.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { lockActiveUserShared } from '../users/users.ts'
import { auditTasks } from './tasks.audit.ts'
import { findTaskIds } from './tasks.list.queries.ts'
import { notifyAssigned } from './tasks.notifications.ts'
import { toApprove, toLead } from './tasks.policy.ts'
import { type LockedTask, lockTasks } from './tasks.queries.ts'
import { applyPatch, approveTasks, assertTermsSeen, cancelTask, deleteTasks, judge } from './tasks.ts'

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
  const seenOf = ({ id }: LockedTask) => seen.get(id)
  const refusals = await (bulk.action === 'approve' || bulk.action === 'delete'
    ? settle(db, actor, tasks, bulk.action, seenOf)
    : applyToEach(db, actor, tasks, bulk, seenOf))
  const changed = tasks.filter(({ id }) => !refusals.has(id))
  for (const [id, { code }] of refusals) outcome.refused.push({ id, code })
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

type SeenOf = (task: LockedTask) => number | undefined
type Settling = 'approve' | 'delete'
type Single = Exclude<TaskBulk, { action: Settling }>

/** Approves or deletes the tasks that may be. Posts the credits of all of them in one statement. */
async function settle(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  action: Settling,
  seenOf: SeenOf,
): Promise<Refusals> {
  if (action === 'delete') {
    const { results: allowed, refusals } = await doEach(tasks, async (found) => {
      const task = toLead(actor, found)
      await assertTermsSeen(db, actor, task, seenOf(task), undefined, readNothing)
      return task
    })
    return new Map([...refusals, ...(await deleteTasks(db, actor, allowed))])
  }
  const { results: allowed, refusals } = await doEach(tasks, async (found) => {
    const task = toApprove(actor, found)
    await assertTermsSeen(db, actor, task, seenOf(task), 'approve', readNothing)
    judge('approve', task)
    return task
  })
  return new Map([...refusals, ...(await approveTasks(db, actor, allowed))])
}

async function applyToEach(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  bulk: Single,
  seenOf: SeenOf,
): Promise<Refusals> {
  const { refusals } = await doEach(tasks, (task) => apply(db, actor, task, bulk, seenOf(task)))
  return refusals
}

// The response has only an error code for each task, so a stale error needs no current task.
const readNothing = async () => ({})

async function apply(
  db: Db,
  actor: Actor,
  found: LockedTask,
  bulk: Single,
  seen: number | undefined,
): Promise<void> {
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
      await assertTermsSeen(db, actor, task, seen, 'cancel', readNothing)
      return cancelTask(db, actor, task)
  }
}
