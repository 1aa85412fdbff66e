import type { TaskBulk } from '@artel/contract/tasks'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { isActiveUser } from '../users/users.ts'
import { findTaskIds } from './tasks.list.queries.ts'
import { tellAssigned } from './tasks.news.ts'
import { toLead } from './tasks.policy.ts'
import { type LockedTask, lockTasks } from './tasks.queries.ts'
import { applyPatch, approveTask, cancelTask, deleteTask } from './tasks.ts'

/** So many tasks are changed in one transaction. */
const most = 1000

type Outcome = { changed: number; refused: { id: number; code: string }[] }

/**
 * Does one thing to many tasks; those that cannot be changed are named with the reason and the others are changed.
 * @throws ApiError 422 for a person that is not there, or a filter that finds too many
 */
export async function changeTasks(db: Db, actor: Actor, bulk: TaskBulk): Promise<Outcome> {
  if (bulk.action === 'assign' && bulk.value !== null && !(await isActiveUser(db, bulk.value))) {
    throw fieldError('value', 'no_such_user')
  }
  const ids = [...new Set(bulk.ids ?? (await findWanted(db, actor, bulk)))]
  const tasks = ids.length === 0 ? [] : await lockTasks(db, ids)
  const found = new Set(tasks.map(({ id }) => id))
  const outcome: Outcome = {
    changed: 0,
    refused: ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found' })),
  }
  const assigned: LockedTask[] = []
  for (const task of tasks) {
    const code = await refusalOf(apply(db, actor, toLead(actor, task), bulk))
    if (code === null) outcome.changed++
    else outcome.refused.push({ id: task.id, code })
    if (code === null && bulk.action === 'assign' && bulk.value !== task.user_id)
      assigned.push({ ...task, user_id: bulk.value })
  }
  await tellAssigned(db, actor, assigned)
  return outcome
}

async function findWanted(db: Db, actor: Actor, { filter = {} }: TaskBulk): Promise<number[]> {
  const ids = await findTaskIds(db, actor, filter, most + 1)
  if (ids.length > most) throw fieldError('filter', 'too_many', { maximum: most })
  return ids
}

function apply(db: Db, actor: Actor, task: Allowed<LockedTask, 'lead'>, bulk: TaskBulk): Promise<void> {
  switch (bulk.action) {
    case 'assign':
      return applyPatch(db, actor, task, { user_id: bulk.value })
    case 'priority':
      return applyPatch(db, actor, task, { priority: bulk.value })
    case 'due':
      return applyPatch(db, actor, task, { due_at: bulk.value })
    case 'approve':
      return approveTask(db, actor, task)
    case 'cancel':
      return cancelTask(db, actor, task)
    case 'delete':
      return deleteTask(db, actor, task)
  }
}

// Every refusal is thrown before anything of that task is written, so the transaction goes on.
async function refusalOf(work: Promise<void>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
