import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { tasks } from '@artel/contract/tasks'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { likePattern, listPage } from '../../database/list.ts'
import { personOf } from '../../database/person.ts'
import { dayEnd, dayStart } from '../company/company.ts'

export type TaskFilters = BodyOf<typeof tasks.list>
export type TaskQuery = QueryOf<typeof tasks.list>
export type TimeQuery = QueryOf<typeof tasks.times>
export type TimeFilters = BodyOf<typeof tasks.times>

const taskColumns = [
  'tasks.id',
  'tasks.title',
  'tasks.description',
  'tasks.status',
  'tasks.priority',
  'tasks.quantity',
  'tasks.quantity_done',
  'tasks.warehouse_id',
  'tasks.user_id',
  'tasks.money',
  'tasks.coins',
  'tasks.norm_seconds',
  'tasks.due_at',
  'tasks.requires_review',
  'tasks.returns',
  'tasks.return_reason',
  'tasks.started_at',
  'tasks.finished_at',
  'tasks.spent_seconds',
  'tasks.created_by',
  'tasks.created_at',
  'tasks.version',
] as const

const runningSince = sql<string | null>`(
  select started_at from task_times
  where task_times.company_id = tasks.company_id and task_times.task_id = tasks.id and ended_at is null
)`

const taskRows = (db: Db) =>
  db
    .from('tasks')
    .select(taskColumns)
    .select([personOf('tasks.user_id').as('user'), runningSince.as('running_since')])

export const findTaskRow = (db: Db, id: number) =>
  taskRows(db)
    .select(personOf('tasks.created_by').$notNull().as('creator'))
    .where('tasks.id', '=', id)
    .executeTakeFirst()

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTaskRow>>>

/** Locks the rows in the order of their ids, so that two calls never wait for each other. */
export const lockTasks = (db: Db, ids: readonly number[]) =>
  db.from('tasks').select(taskColumns).where('id', 'in', ids).orderBy('id').forUpdate().execute()

export type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number]

export async function findRunningTaskId(db: Db, userId: number): Promise<number | null> {
  const query = db
    .from('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'in_progress')
  return (await query.executeTakeFirst())?.id ?? null
}

export async function insertTask(db: Db, fields: Draft<'tasks'>): Promise<number> {
  const { id } = await db.insert('tasks', fields).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTaskRow(db: Db, id: number, fields: Change<'tasks'>): Promise<void> {
  await db
    .update('tasks', { ...fields, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** The earliest instant at which the person can begin: a clock that was set back must not overlap what is worked. */
export async function findFreeSince(db: Db, userId: number): Promise<string | null> {
  const query = db.from('task_times').select((at) => at.fn.max('ended_at').as('ended_at'))
  return (await query.where('user_id', '=', userId).executeTakeFirst())?.ended_at ?? null
}

export async function openSegment(db: Db, taskId: number, userId: number, at: string): Promise<void> {
  await db.insert('task_times', { task_id: taskId, user_id: userId, started_at: at }).execute()
}

/** Ends the task's running segment, if there is one. @returns its whole seconds, never negative */
export async function closeSegment(db: Db, taskId: number, at: string): Promise<number> {
  const ended = sql<string>`greatest(${at}::timestamptz, started_at)`
  const closed = await db
    .update('task_times', {
      ended_at: ended,
      seconds: sql<number>`floor(extract(epoch from ${ended} - started_at))::int`,
    })
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .returning('seconds')
    .executeTakeFirst()
  return closed?.seconds ?? 0
}

const timeRows = (db: Db, taskId: number) =>
  db
    .from('task_times')
    .select(['task_times.id', 'task_times.task_id', 'task_times.user_id', 'task_times.started_at'])
    .select(['task_times.ended_at', 'task_times.seconds'])
    .select(personOf('task_times.user_id').$notNull().as('user'))
    .where('task_times.task_id', '=', taskId)

/** The newest segments of a task; the whole list is paged. */
export const findRecentTimes = (db: Db, taskId: number) =>
  timeRows(db, taskId).orderBy('task_times.id', 'desc').limit(50).execute()

export function listTimeRows(db: Db, actor: Actor, taskId: number, filters: TimeFilters, query: TimeQuery) {
  let rows = timeRows(db, taskId)
  if (filters.ids) rows = rows.where('task_times.id', 'in', filters.ids)
  if (filters.user_id) rows = rows.where('task_times.user_id', 'in', [filters.user_id].flat())
  if (filters.date_from) rows = rows.where('started_at', '>=', dayStart(filters.date_from, actor.timezone))
  if (filters.date_to) rows = rows.where('started_at', '<', dayEnd(filters.date_to, actor.timezone))
  const by = query.sort_by === 'id' ? null : sql.ref(`task_times.${query.sort_by}`)
  return listPage(db, rows, { id: sql.ref('task_times.id'), by }, query, true)
}

// Words that stand in an order of their own, not the alphabet's.
const ranks: Partial<Record<TaskQuery['sort_by'], ReturnType<typeof sql>>> = {
  priority: sql`array_position('{low,normal,high,urgent}', tasks.priority)`,
  status: sql`array_position('{open,in_progress,paused,review,done,cancelled}', tasks.status)`,
}

export function listTaskRows(db: Db, actor: Actor, filters: TaskFilters, query: TaskQuery) {
  const rows = filterTasks(visibleTasks(taskRows(db), actor), filters, actor)
  const by = query.sort_by === 'id' ? null : (ranks[query.sort_by] ?? sql.ref(`tasks.${query.sort_by}`))
  const isFiltered = !isAdmin(actor) || Object.values(filters).some((value) => value !== undefined)
  return listPage(db, rows, { id: sql.ref('tasks.id'), by }, query, isFiltered)
}

type TaskRows = ReturnType<typeof taskRows>

// The same rule as maySee, for the database.
function visibleTasks(rows: TaskRows, actor: Actor): TaskRows {
  if (isAdmin(actor)) return rows
  return rows.where((where) =>
    where.or([
      where('tasks.user_id', '=', actor.userId),
      where.and([where('tasks.user_id', 'is', null), where('tasks.status', '=', 'open')]),
    ]),
  )
}

function filterTasks(all: TaskRows, filters: TaskFilters, actor: Actor): TaskRows {
  let rows = all
  if (filters.ids) rows = rows.where('tasks.id', 'in', filters.ids)
  if (filters.status) rows = rows.where('tasks.status', 'in', [filters.status].flat())
  if (filters.priority) rows = rows.where('tasks.priority', 'in', [filters.priority].flat())
  if (filters.user_id !== undefined) rows = whereReference(rows, 'tasks.user_id', filters.user_id)
  if (filters.warehouse_id !== undefined)
    rows = whereReference(rows, 'tasks.warehouse_id', filters.warehouse_id)
  if (filters.overdue !== undefined) rows = rows.where(isOverdue(), '=', filters.overdue)
  if (filters.date_from)
    rows = rows.where('tasks.created_at', '>=', dayStart(filters.date_from, actor.timezone))
  if (filters.date_to) rows = rows.where('tasks.created_at', '<', dayEnd(filters.date_to, actor.timezone))
  if (filters.search) rows = rows.where(matches(filters.search))
  return rows
}

function whereReference(
  rows: TaskRows,
  column: 'tasks.user_id' | 'tasks.warehouse_id',
  wanted: number | null | (number | null)[],
): TaskRows {
  const values = [wanted].flat()
  const ids = values.filter((value) => value !== null)
  return rows.where((where) =>
    where.or([
      ...(values.includes(null) ? [where(column, 'is', null)] : []),
      ...(ids.length > 0 ? [where(column, 'in', ids)] : []),
    ]),
  )
}

const isOverdue = () =>
  sql<boolean>`coalesce(tasks.due_at < ${nowIso()}::timestamptz and tasks.status not in ('done', 'cancelled'), false)`

// A number means the task of that number, and whatever has it in its title.
const matches = (search: string) =>
  /^\d{1,15}$/.test(search)
    ? sql<boolean>`(tasks.id = ${Number(search)} or lower(tasks.title) like ${likePattern(search)})`
    : sql<boolean>`lower(tasks.title) like ${likePattern(search)}`
