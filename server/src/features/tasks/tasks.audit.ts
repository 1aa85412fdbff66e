import type { AuditFields } from '@artel/contract/audit'
import type { AuditAction } from '@artel/contract/audit.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { findTasksNow, type LockedTask } from './tasks.queries.ts'

/** Columns that the log does not show: the times of the task show its start, end and spent time instead. */
type Untold = 'id' | 'version' | 'started_at' | 'finished_at' | 'spent_seconds'
type UntoldOrigin = 'created_by' | 'created_at' | 'priced_by' | 'needs_review'

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
} as const satisfies Record<Exclude<keyof LockedTask, Untold | UntoldOrigin>, string>

type Told = Pick<LockedTask, 'id' | 'version' | keyof typeof toldFields>
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
  const parts = before.flatMap((task): Part[] => {
    const row = present.get(task.id)
    if (action === 'delete' || !row) return [{ ...nameOf(task), before: termsOf(task), after: {} }]
    const changes = changesOf(told(task, media?.before), told(row, media?.after))
    const isWritten = row.version !== task.version || Object.keys(changes.after).length > 0
    return isWritten ? [{ ...nameOf(task), ...changes }] : []
  })
  await write(db, actor, action, parts)
}

/** Writes an audit entry for each new task, with its pay. */
export async function auditNewTasks(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const rows = await findTasksNow(db, ids)
  await write(
    db,
    actor,
    'create',
    rows.map((row) => ({ ...nameOf(row), before: {}, after: termsOf(row) })),
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
  const names = Object.entries(toldFields) as [keyof typeof toldFields, string][] // its own entries
  const fields = Object.fromEntries(names.map(([name, field]) => [field, task[name]]))
  return { ...fields, ...(multimedia_ids && { multimedia_ids }) }
}

/** Assignee, work and pay of a task that was created or deleted. Null fields are left out. */
const termsOf = (task: Told): AuditFields => {
  const { status, user_id, product_id, quantity, quantity_done, money, coins, norm_seconds } = task
  const { warehouse_id, supply_id, requires_review, due_at } = task
  const terms = {
    status,
    user_id,
    product_id,
    supply_id,
    warehouse_id,
    quantity,
    quantity_done,
    money,
    coins,
  }
  const all = { ...terms, norm_seconds, requires_review, due_at }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
