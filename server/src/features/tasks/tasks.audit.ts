import type { AuditFields } from '@artel/contract/audit/audit'
import type { AuditAction } from '@artel/contract/audit/audit.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { findTasksNow, findTraces, type LockedTask } from './tasks.queries.ts'

/** Columns that the log does not show. */
type Untold = 'id' | 'version' | 'created_by' | 'created_at' | 'priced_by' | 'needs_review' | 'scanned'
type Time = keyof typeof timeFields

/** Fields that an edit or a step can change. A new column compiles only once it is here or in `Untold`. */
const toldFields = {
  // The log stores the title as `name`, because there `title` means what a reward was given for.
  title: 'name',
  description: 'description',
  status: 'status',
  priority: 'priority',
  product_id: 'product_id',
  quantity: 'quantity',
  quantity_done: 'quantity_done',
  unscanned_reason: 'unscanned_reason',
  warehouse_id: 'warehouse_id',
  supply_id: 'supply_id',
  user_id: 'user_id',
  money: 'money',
  coins: 'coins',
  norm_seconds: 'norm_seconds',
  due_at: 'due_at',
  requires_review: 'requires_review',
  returns: 'returns',
  return_reason: 'return_reason',
} as const satisfies Record<Exclude<keyof LockedTask, Untold | Time>, string>

/** The work on a task. Its page shows the times, so the log has them only once the task is deleted. */
const timeFields = {
  started_at: 'work_started_at',
  finished_at: 'work_finished_at',
  spent_seconds: 'spent_seconds',
} as const satisfies Partial<Record<keyof LockedTask, string>>

type Told = Pick<LockedTask, 'id' | 'version' | Time | keyof typeof toldFields>
type Media = { before: readonly number[]; after: readonly number[] }
type Part = { id: number; title: string; before: AuditFields; after: AuditFields }

/**
 * Writes an audit entry for each task that an admin's step, or a step that pays, has changed. A task without
 * changes gets no entry. Call it after the step. `before`: the tasks before the step. `media`: ids of the
 * media before and after the step, only for a single task.
 */
export async function auditTasks(
  db: Db,
  actor: Actor,
  action: AuditAction,
  before: readonly LockedTask[],
  media?: Media,
): Promise<void> {
  if (before.length === 0) return
  const rows = await findTasksNow(
    db,
    before.map(({ id }) => id),
  )
  const present = new Map(rows.map((row) => [row.id, row]))
  const traces = action === 'delete' ? await tracesOf(db, before) : undefined
  const parts = before.flatMap((task): Part[] => {
    const row = present.get(task.id)
    if (action === 'delete' || !row)
      return [{ ...nameOf(task), before: wholeOf(task, traces?.get(task.id)), after: {} }]
    const changes = changesOf(told(task, media?.before), told(row, media?.after))
    const isWritten = row.version !== task.version || Object.keys(changes.after).length > 0
    return isWritten ? [{ ...nameOf(task), ...changes }] : []
  })
  await write(db, actor, action, parts)
}

/**
 * Writes an audit entry for each task of which an admin takes a step of work in the place of its assignee. The
 * history of the task is not enough, because an admin can delete the task, and then nobody reads it.
 */
export async function auditForOthers(
  db: Db,
  actor: Actor,
  action: AuditAction,
  before: readonly LockedTask[],
  media?: Media,
): Promise<void> {
  const others = before.filter((task) => isForAnother(actor, task))
  await auditTasks(db, actor, action, others, media)
}

const isForAnother = (actor: Actor, { user_id }: Pick<LockedTask, 'user_id'>): boolean =>
  isAdmin(actor) && user_id !== actor.userId

/** Writes an admin's comment on the task of another person to the audit log. */
export async function auditComment(
  db: Db,
  actor: Actor,
  task: LockedTask,
  comment: { text: string; multimedia_ids: readonly number[] },
): Promise<void> {
  if (!isForAnother(actor, task)) return
  const after = { comment: comment.text, ...listed(comment.multimedia_ids) }
  await writeAudit(db, actor, { ...nameOf(task), action: 'update', entity: 'task', after })
}

/** Writes an audit entry for each new task, with all its fields. */
export async function auditNewTasks(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const rows = await findTasksNow(db, ids)
  const traces = await tracesOf(db, rows)
  await write(
    db,
    actor,
    'create',
    rows.map((row) => ({ ...nameOf(row), before: {}, after: wholeOf(row, traces.get(row.id)) })),
  )
}

async function write(db: Db, actor: Actor, action: AuditAction, parts: readonly Part[]): Promise<void> {
  const entries = parts.map((part) => ({ ...part, action, entity: 'task' as const }))
  const [only] = entries
  if (entries.length === 1 && only) return writeAudit(db, actor, only)
  if (!only) return
  const whole = { action, entity: 'task', id: null, after: { tasks: parts.length } } as const
  await writeAudit(db, actor, whole, entries)
}

const nameOf = ({ id, title }: Told) => ({ id, title })

function told(task: Told, multimedia_ids?: readonly number[]): object {
  return { ...pick(task, toldFields), ...(multimedia_ids && { multimedia_ids }) }
}

function pick<Name extends keyof Told>(task: Told, fields: Readonly<Record<Name, string>>): AuditFields {
  const names = Object.entries(fields) as [Name, string][] // its own entries
  return Object.fromEntries(names.map(([name, field]) => [field, task[name]]))
}

type Trace = Awaited<ReturnType<typeof findTraces>>[number]

const tracesOf = async (db: Db, tasks: readonly Told[]): Promise<ReadonlyMap<number, Trace>> => {
  const rows = await findTraces(
    db,
    tasks.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const listed = (multimedia_ids: readonly number[] = []) => multimedia_ids.length > 0 && { multimedia_ids }

/** All fields of a task that was created or deleted, its media and its last comments. Empty ones are left out. */
function wholeOf(task: Told, trace: Trace | undefined): AuditFields {
  const { comments = null } = trace ?? {}
  const all = { ...pick(task, toldFields), ...pick(task, timeFields), comments }
  const isGiven = ([, value]: [string, unknown]) => value !== null && value !== ''
  return { ...Object.fromEntries(Object.entries(all).filter(isGiven)), ...listed(trace?.multimedia_ids) }
}
