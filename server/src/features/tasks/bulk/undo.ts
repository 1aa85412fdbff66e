import type { TaskChanges } from '@artel/contract/tasks/tasks.history'
import { isBeyondScans } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import type { Allowed } from '../../../access/allowed.ts'
import type { Db } from '../../../database/db.ts'
import { doEach } from '../../../errors/do-each.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { lockActiveUsersShared } from '../../users/users.ts'
import { auditTasks } from '../tasks.audit.ts'
import { changeTask, type TaskFields } from '../tasks.change.ts'
import { toLead } from '../tasks.policy.ts'
import { findBulkEvents, type LockedTask, lockTasks } from '../tasks.queries.ts'
import { applyPatch } from '../tasks.ts'
import { notifyHandedOver, type Outcome, refusedOf } from './bulk.ts'

/** Fields that a bulk step sets and its undo gives back. */
const undone = ['user_id', 'priority', 'due_at', 'quantity', 'money', 'coins', 'norm_seconds'] as const

/** A task of the step: the version that the step made, and the values before it. */
type Before = { version: number; fields: TaskFields; cancelled?: Pick<TaskFields, 'status' | 'finished_at'> }

/**
 * Gives the tasks of a bulk step of this person the values that they had before it. Leaves tasks that were
 * changed since as they are, because their new values were chosen with those of the step in view. What was running
 * before the step stays paused, because nobody worked on it meanwhile.
 * @throws ApiError not_found if the person took no such step
 */
export async function undoBulk(db: Db, actor: Actor, bulkId: string): Promise<Outcome> {
  const before = beforeOf(await findBulkEvents(db, actor.userId, bulkId))
  if (before.size === 0) throw new ApiError('not_found')
  const ids = [...before.keys()]
  // Before the tasks, in the order of archiving.
  const active = await lockActiveUsersShared(db, await peopleOf(db, before))
  const tasks = await lockTasks(db, ids)
  const { refusals } = await doEach(tasks, async (found) => {
    const task = toLead(actor, found)
    const step = before.get(task.id)
    if (step === undefined || task.version !== step.version) throw new ApiError('stale')
    if (step.cancelled) return restoreTask(db, actor, task, step.cancelled, active)
    return applyPatch(db, actor, task, step.fields)
  })
  const changed = tasks.filter(({ id }) => !refusals.has(id))
  await auditTasks(db, actor, 'update', changed)
  await notifyHandedOver(db, actor, changed, (task) => before.get(task.id)?.fields.user_id ?? task.user_id)
  return { changed: changed.length, refused: refusedOf(ids, tasks, refusals) }
}

type BulkEvent = { task_id: number; version: number; changes: TaskChanges }

/** @param events in the order of their versions */
function beforeOf(events: readonly BulkEvent[]): ReadonlyMap<number, Before> {
  const steps = new Map<number, Before>()
  for (const { task_id, version, changes } of events) {
    const step = steps.get(task_id)
    const values = Object.entries(changes).map(([name, [was]]) => [name, was])
    // The events were written from tasks, so these are values of their fields.
    const was = Object.fromEntries(values) as TaskFields
    const fields = Object.fromEntries(undone.filter((name) => name in was).map((name) => [name, was[name]]))
    const isCancelled = changes.status?.[1] === 'cancelled'
    steps.set(task_id, {
      version,
      fields: { ...fields, ...step?.fields },
      ...(isCancelled && { cancelled: { status: was.status, finished_at: was.finished_at } }),
    })
  }
  return steps
}

/** The people who would get tasks back. */
async function peopleOf(db: Db, before: ReadonlyMap<number, Before>): Promise<number[]> {
  const ids = [...before].filter(([, { cancelled }]) => cancelled).map(([id]) => id)
  const assignees = ids.length === 0 ? [] : await findAssignees(db, ids)
  return [...assignees, ...[...before.values()].map(({ fields }) => fields.user_id)].filter(
    (id) => id !== null && id !== undefined,
  )
}

const findAssignees = async (db: Db, taskIds: readonly number[]) =>
  (await db.from('tasks').select('user_id').distinct().where('id', 'in', taskIds).execute()).map(
    ({ user_id }) => user_id,
  )

/**
 * Takes a cancelled task up again. Its work is handed in anew if its scans were taken back or counted into another task
 * since: otherwise its pieces would be approved without a reason, and might be paid twice.
 * @throws ApiError 422 if its assignee has left
 */
async function restoreTask(
  db: Db,
  actor: Actor,
  task: Allowed<LockedTask, 'lead'>,
  { status, finished_at }: NonNullable<Before['cancelled']>,
  active: ReadonlySet<number>,
): Promise<void> {
  if (task.user_id !== null && !active.has(task.user_id)) throw fieldError('user_id', 'no_such_user')
  const lacksReason = isBeyondScans(task, task.quantity_done) && task.unscanned_reason === null
  const isLeft = status === 'in_progress' || (status === 'review' && lacksReason)
  const fields = isLeft ? ({ status: 'paused', finished_at: null } as const) : { status, finished_at }
  await changeTask(db, actor, task, 'restore', fields)
}
