import type { AuditAction } from '@artel/contract/audit/audit.line'
import { resizedSums } from '@artel/contract/tasks/task-rates'
import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import { fixedStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import type { Allowed } from '../../../access/allowed.ts'
import type { Db } from '../../../database/db.ts'
import { doEach, type Refusals } from '../../../errors/do-each.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { refuseStale } from '../../../errors/stale.ts'
import { type HeldProduct, lockProducts } from '../../products/products.ts'
import { lockActiveUserShared } from '../../users/users.ts'
import { auditTasks } from '../tasks.audit.ts'
import type { TaskFields } from '../tasks.change.ts'
import { findTaskIds } from '../tasks.list.queries.ts'
import { notifyAssigned } from '../tasks.notifications.ts'
import { toApprove, toLead } from '../tasks.policy.ts'
import { refuseTooMuchWork } from '../tasks.product.ts'
import { findChangedSince, findLastChange, type LockedTask, lockTasks } from '../tasks.queries.ts'
import { applyPatch, approveTasks, assertTermsSeen, cancelTask, deleteTasks, judge } from '../tasks.ts'

/** Maximum number of tasks that one transaction changes. */
const most = 1000

export type Outcome = { changed: number; refused: { id: number; code: string }[] }

/**
 * Does one action on many tasks. Changes the tasks that allow it and returns the others with a reason code.
 * @throws ApiError 422 for a person who is no active user, or for a filter that finds too many tasks
 */
export async function changeTasks(db: Db, actor: Actor, bulk: TaskBulk): Promise<Outcome> {
  await refusePerson(db, bulk)
  const ids = await wantedIds(db, actor, bulk)
  const tasks = ids.length === 0 ? [] : await lockTasks(db, ids)
  const seenOf = seenIn(bulk)
  const refusals = await (bulk.action === 'approve' || bulk.action === 'delete'
    ? settle(db, actor, tasks, bulk.action, seenOf)
    : applyToEach(db, actor, tasks, bulk, seenOf))
  const changed = tasks.filter(({ id }) => !refusals.has(id))
  await auditTasks(db, actor, auditedAs[bulk.action], changed)
  if (bulk.action === 'assign') await notifyHandedOver(db, actor, changed, () => bulk.value)
  return { changed: changed.length, refused: refusedOf(ids, tasks, refusals) }
}

/** Notifies the people who got tasks that were not theirs. `tasks`: as they were before. */
export async function notifyHandedOver(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  assigneeOf: (task: LockedTask) => number | null,
): Promise<void> {
  const assigned = tasks.map((task) => ({ ...task, user_id: assigneeOf(task), before: task.user_id }))
  await notifyAssigned(
    db,
    actor,
    assigned.filter(({ user_id, before }) => user_id !== before),
  )
}

/** The tasks that were asked for and not changed, each with the reason. */
export function refusedOf(
  ids: readonly number[],
  tasks: readonly { id: number }[],
  refusals: Refusals,
): Outcome['refused'] {
  const found = new Set(tasks.map(({ id }) => id))
  const gone = ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found' }))
  return [...gone, ...[...refusals].map(([id, { code }]) => ({ id, code }))]
}

const auditedAs: Record<TaskBulk['action'], AuditAction> = {
  assign: 'update',
  priority: 'update',
  due: 'update',
  quantity: 'update',
  approve: 'approve',
  cancel: 'cancel',
  delete: 'delete',
}

/** @throws ApiError 422 for an assignee who is no active user */
export async function refusePerson(db: Db, bulk: TaskBulk): Promise<void> {
  if (bulk.action !== 'assign' || bulk.value === null) return
  if (!(await lockActiveUserShared(db, bulk.value))) throw fieldError('value', 'no_such_user')
}

/** The ids of the tasks that the step is for, each once. @throws ApiError 422 for a filter that finds too many */
export async function wantedIds(db: Db, actor: Actor, { ids, filter = {} }: TaskBulk): Promise<number[]> {
  if (ids !== undefined) return [...new Set(ids)]
  const found = await findTaskIds(db, actor, filter, most + 1)
  if (found.length > most) throw fieldError('filter', 'too_many', { maximum: most })
  return found
}

/** The version of a task that the actor saw; undefined: not told. */
type SeenOf = (task: LockedTask) => number | undefined

export function seenIn({ ids = [], versions = [] }: TaskBulk): SeenOf {
  const seen = new Map(ids.map((id, index) => [id, versions[index]]))
  return ({ id }) => seen.get(id)
}

type Settling = 'approve' | 'delete'
type Single = Exclude<TaskBulk, { action: Settling }>
export type Editing = Exclude<Single, { action: 'cancel' }>

/** Approves or deletes the tasks that may be. Posts the credits of all of them in one statement. */
async function settle(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  action: Settling,
  seenOf: SeenOf,
): Promise<Refusals> {
  if (action === 'delete') {
    const { results: allowed, refusals } = await doEach(tasks, (task) => toDelete(db, actor, task, seenOf))
    return new Map([...refusals, ...(await deleteTasks(db, actor, allowed))])
  }
  const { results: allowed, refusals } = await doEach(tasks, (task) => toSettle(db, actor, task, seenOf))
  return new Map([...refusals, ...(await approveTasks(db, actor, allowed))])
}

/** Allows deleting a task as it was seen. @throws ApiError forbidden; stale */
export async function toDelete(db: Db, actor: Actor, found: LockedTask, seenOf: SeenOf) {
  const task = toLead(actor, found)
  await assertTermsSeen(db, actor, task, seenOf(task), undefined, readNothing)
  return task
}

/** Allows approving a task as it was seen. @throws ApiError forbidden; stale; wrong_state */
export async function toSettle(db: Db, actor: Actor, found: LockedTask, seenOf: SeenOf) {
  const task = toApprove(actor, found)
  await assertTermsSeen(db, actor, task, seenOf(task), 'approve', readNothing)
  judge('approve', task)
  return task
}

async function applyToEach(
  db: Db,
  actor: Actor,
  tasks: readonly LockedTask[],
  bulk: Single,
  seenOf: SeenOf,
): Promise<Refusals> {
  const step = { bulk_id: bulk.bulk_id }
  const products = await productsFor(db, tasks, bulk)
  const { refusals } = await doEach(tasks, async (found) => {
    if (bulk.action === 'cancel') {
      return cancelTask(db, actor, await toCancel(db, actor, found, seenOf), step)
    }
    const { task, fields } = await toEdit(db, actor, found, bulk, products, seenOf)
    return applyPatch(db, actor, task, fields, step)
  })
  return refusals
}

/** The products whose rates the tasks follow. */
export async function productsFor(
  db: Db,
  tasks: readonly LockedTask[],
  { action }: TaskBulk,
): Promise<ReadonlyMap<number, HeldProduct>> {
  if (action !== 'quantity') return new Map()
  return lockProducts(
    db,
    tasks.map(({ product_id }) => product_id).filter((id) => id !== null),
  )
}

/** Allows cancelling a task as it was seen. @throws ApiError forbidden; stale */
export async function toCancel(db: Db, actor: Actor, found: LockedTask, seenOf: SeenOf) {
  const task = toLead(actor, found)
  await assertTermsSeen(db, actor, task, seenOf(task), 'cancel', readNothing)
  return task
}

/**
 * Allows giving a task the value of the step.
 * @returns the task, and the fields that it gets
 * @throws ApiError forbidden; wrong_state; stale if another value has been set since the actor saw the task
 */
export async function toEdit(
  db: Db,
  actor: Actor,
  found: LockedTask,
  bulk: Editing,
  products: ReadonlyMap<number, HeldProduct>,
  seenOf: SeenOf,
): Promise<{ task: Allowed<LockedTask, 'lead'>; fields: TaskFields }> {
  const task = toLead(actor, found)
  // The state of this task is the reason, not the value, which is the same for all tasks.
  const isOfTerms = bulk.action === 'assign' || bulk.action === 'quantity'
  if (isOfTerms && fixedStatuses.includes(task.status)) throw new ApiError('wrong_state')
  const fields = fieldsOf(task, bulk, products)
  await refuseStale(seenOf(task), task, fields, {
    findChanged: (since) => findChangedSince(db, task.id, since),
    findChange: (names) => findLastChange(db, task.id, names),
    readCurrent: readNothing,
  })
  return { task, fields }
}

function fieldsOf(task: LockedTask, bulk: Editing, products: ReadonlyMap<number, HeldProduct>): TaskFields {
  switch (bulk.action) {
    case 'assign':
      return { user_id: bulk.value }
    case 'priority':
      return { priority: bulk.value }
    case 'due':
      return { due_at: bulk.value }
    case 'quantity': {
      const rates = (task.product_id !== null && products.get(task.product_id)) || null
      const sums = resizedSums(task, rates, bulk.value)
      refuseTooMuchWork(sums, 'value')
      return { quantity: bulk.value, ...sums }
    }
  }
}

// The response has only an error code for each task, so a stale error needs no current task.
const readNothing = async () => ({})
