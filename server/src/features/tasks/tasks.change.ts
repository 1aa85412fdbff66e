import type { TaskChanges } from '@artel/contract/tasks/tasks.history'
import { type TaskEventKind, taskPrice } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Audience } from '../../database/announcement.ts'
import type { Db, Draft } from '../../database/db.ts'
import { changedFields } from '../../errors/stale.ts'
import { insertEvents, type LockedTask, updateTaskRow, updateTaskRows } from './tasks.queries.ts'

/** New values of a task's fields. */
export type TaskFields = {
  [Name in Exclude<keyof LockedTask, 'id' | 'version' | 'priced_by' | 'needs_review'>]?:
    | LockedTask[Name]
    | undefined
}

/** The bulk step that a change belongs to. */
export type BulkStep = { bulk_id?: string | undefined }

type ChangeOptions = BulkStep & {
  stamps?: Pick<Draft<'tasks'>, 'deleted_at' | 'deleted_by'>
  /** Changes outside the task's row, such as its media. */
  beside?: TaskChanges
  /** When the change was made. Default: now. */
  at?: string
}

/**
 * The only way to change a locked task: updates the row, raises its version and adds an event to its history.
 * Writes nothing if all fields already have these values. @returns the task after the change
 */
export async function changeTask(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  task: LockedTask,
  kind: TaskEventKind,
  fields: TaskFields,
  { stamps = {}, beside = {}, at = nowIso(), bulk_id }: ChangeOptions = {},
): Promise<LockedTask> {
  const changes = { ...compare(task, fields), ...beside }
  if (Object.keys(changes).length === 0 && Object.keys(stamps).length === 0) return task
  const version = task.version + 1
  const isPriced = taskPrice.some((name) => name in changes)
  const priced_by = isPriced ? actor.userId : task.priced_by
  await updateTaskRow(db, task.id, { ...fields, ...stamps, priced_by, version })
  await insertEvents(db, [
    {
      task_id: task.id,
      user_id: actor.userId,
      kind,
      version,
      changes,
      created_at: at,
      bulk_id: bulk_id ?? null,
    },
  ])
  // A field that was not sent is undefined, and the row keeps its value.
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  const changed: LockedTask = { ...task, ...Object.fromEntries(sent), priced_by, version }
  db.announce(
    { entity: 'task', id: task.id, action: kind === 'delete' ? 'delete' : 'update' },
    audienceOf(task, changed),
  )
  return changed
}

/** Fields that several tasks can get at once. A change of the pay has its own author in each task. */
type SharedName = Exclude<keyof TaskFields, (typeof taskPrice)[number]>
type SharedFields = { [Name in SharedName]?: LockedTask[Name] }

/** Gives the same fields to several locked tasks, as `changeTask` to one, in a few statements for all. */
export async function changeTasksAlike(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  tasks: readonly LockedTask[],
  kind: TaskEventKind,
  fields: SharedFields,
): Promise<void> {
  const events = tasks.flatMap((task) => {
    const changes = compare(task, fields)
    const event = { task_id: task.id, user_id: actor.userId, kind, created_at: nowIso() }
    return Object.keys(changes).length > 0 ? [{ ...event, version: task.version + 1, changes }] : []
  })
  const ids = new Set(events.map(({ task_id }) => task_id))
  if (ids.size === 0) return
  await updateTaskRows(db, [...ids], fields)
  await insertEvents(db, events)
  for (const task of tasks) {
    const { id } = task
    if (ids.has(id))
      db.announce({ entity: 'task', id, action: 'update' }, audienceOf(task, { ...task, ...fields }))
  }
}

/** People who saw the task before or see it now: everyone if it is or was in the pool. */
export function audienceOf(...tasks: readonly Pick<LockedTask, 'user_id'>[]): Audience {
  const assignees = tasks.map(({ user_id }) => user_id).filter((id) => id !== null)
  return assignees.length < tasks.length ? 'everyone' : assignees
}

function compare(task: LockedTask, fields: TaskFields): TaskChanges {
  const changed = Object.entries(changedFields(task, fields))
  return Object.fromEntries(changed.map(([name, value]) => [name, [task[name as keyof LockedTask], value]])) // task fields
}
