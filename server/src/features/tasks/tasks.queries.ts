import { unfinishedStatuses } from '@artel/contract/tasks/tasks.line'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Change, Db, Draft } from '../../database/db.ts'
import { instructionsOf } from '../../database/instructions.ts'
import { instantInJson } from '../../database/queries/json.ts'
import { personOf } from '../../database/queries/person.ts'
import { portions } from '../../database/queries/portions.ts'
import { statement } from '../../database/queries/statement.ts'
import { fixedMediaOf } from '../multimedia/multimedia.ts'
import { productOf } from '../products/products.ts'
import { supplyOf } from '../supplies/supplies.ts'
import { recentTimes } from './times/times.queries.ts'

const isUnfinished = sql`tasks.status = any(${sql.val([...unfinishedStatuses])}::text[])`

/**
 * Pieces that scans have counted into a task. Null if nothing was scanned for it, unless its product is scanned in its
 * supply: then it is not finished yet and has counted none, because its pieces may be those of another task.
 */
const scanned = sql<number | null>`coalesce(tasks.scanned, case
  when tasks.supply_id is not null and tasks.product_id is not null and ${isUnfinished} and exists (
    select from supply_scans as scan
    where scan.company_id = tasks.company_id and scan.supply_id = tasks.supply_id
      and scan.product_id = tasks.product_id and scan.taken_back_at is null
  ) then 0 end)`

/**
 * Whether another task was paid for pieces of this supply and product that nobody had scanned, and nobody looked: the
 * same pieces may be scanned for this one now.
 */
const mayBePaidAlready = sql<boolean>`(
  ${isUnfinished} and tasks.supply_id is not null and tasks.product_id is not null and exists (
    select from tasks as other
    where other.company_id = tasks.company_id and other.supply_id = tasks.supply_id
      and other.product_id = tasks.product_id and other.id <> tasks.id
      and other.status = 'done' and other.deleted_at is null and other.unscanned_reason is null
      and other.quantity_done > coalesce(other.scanned, 0)
  ) and ${scanned} is not null
)`

const taskColumns = [
  'tasks.id',
  'tasks.title',
  'tasks.description',
  'tasks.status',
  'tasks.priority',
  'tasks.product_id',
  'tasks.quantity',
  'tasks.quantity_done',
  scanned.as('scanned'),
  'tasks.unscanned_reason',
  'tasks.warehouse_id',
  'tasks.supply_id',
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

// Runs only for tasks in progress, because only they have an open segment.
const runningSince = sql<string | null>`(case when tasks.status = 'in_progress' then (
  select started_at from task_times
  where task_times.company_id = tasks.company_id and task_times.task_id = tasks.id and ended_at is null
) end)`

/**
 * Whether a finish leads to review: because the task requires it, because the assignee is an admin, because the
 * person who set the price may not approve what the assignee earns, or because its pieces may be paid already.
 */
const needsReview = sql<boolean>`(tasks.requires_review or exists (
  select from users as assignee
  where assignee.company_id = tasks.company_id and assignee.id = tasks.user_id and assignee.type = 'admin'
) or not exists (
  select from users as pricer
  where pricer.company_id = tasks.company_id and pricer.id = tasks.priced_by
    and (pricer.type = 'owner' or (pricer.type = 'admin' and pricer.id is distinct from tasks.user_id))
) or ${mayBePaidAlready})`

const everyTask = (db: Db) =>
  db
    .from('tasks')
    .select(taskColumns)
    .select([
      personOf('tasks.user_id').as('user'),
      productOf('tasks.product_id').as('product'),
      supplyOf('tasks.supply_id').as('supply'),
      runningSince.as('running_since'),
      needsReview.as('needs_review'),
    ])

/** All tasks that are not deleted, with the columns that lists and pages show. */
export const taskRows = (db: Db) => everyTask(db).where('tasks.deleted_at', 'is', null)

/** The person who opens a task's page. */
type Reader = { userId: number; seesAllEntries: boolean }

/** Columns that decide who may read a deleted task: the person must see a ledger entry that came from it. */
const standing = ({ userId, seesAllEntries }: Reader) =>
  [
    'tasks.deleted_at',
    sql<boolean>`exists (
      select from ledger_entries as entry
      where entry.company_id = tasks.company_id and entry.source_type = 'task' and entry.source_id = tasks.id
        and (entry.user_id = ${userId} or ${seesAllEntries}::boolean)
    )`.as('sees_entry'),
  ] as const

/** A task, deleted or not, with the columns that decide whether the person may read it. */
export const findTaskStanding = (db: Db, id: number, reader: Reader) =>
  everyTask(db).select(standing(reader)).where('tasks.id', '=', id).executeTakeFirst()

export const findTaskRow = (db: Db, id: number) =>
  taskRows(db)
    .select(personOf('tasks.created_by').$notNull().as('creator'))
    .where('tasks.id', '=', id)
    .executeTakeFirst()

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTaskRow>>>

/**
 * A task with all that its page shows, except the media. It is one statement, because each further statement
 * costs as much again.
 */
const taskDetail = statement((db, { id, userId, seesAllEntries }: Reader & { id: number }) =>
  everyTask(db)
    .select(standing({ userId, seesAllEntries }))
    .select(personOf('tasks.created_by').$notNull().as('creator'))
    .select([
      instructionsOf('tasks.product_id', userId).as('instructions'),
      jsonArrayFrom(recentTimes(db, id)).as('times'),
      jsonArrayFrom(newestComments(db, id)).as('comments'),
      jsonArrayFrom(newestEvents(db, id)).as('history'),
      sql<boolean>`exists (
        select from task_multimedia as media
        where media.company_id = tasks.company_id and media.task_id = tasks.id
      )`.as('has_media'),
    ])
    .where('tasks.id', '=', id),
)

/** The task's page, deleted tasks included, as this person sees it. */
export async function findTaskDetail(db: Db, id: number, reader: Reader) {
  const [row] = await taskDetail(db, { id, ...reader })
  return row
}

// One parameter, because a person may have more open tasks than a statement has parameters.
const isOneOf = (ids: readonly number[]) => sql<boolean>`tasks.id = any(${sql.val([...ids])}::bigint[])`

const tasksOf = (db: Db, ids: readonly number[]) =>
  db
    .from('tasks')
    .select([...taskColumns, 'tasks.priced_by', needsReview.as('needs_review')])
    .where('deleted_at', 'is', null)
    .where(isOneOf(ids))
    .orderBy('id')

/** Locks the rows in the order of their ids, so that two calls never deadlock. */
export const lockTasks = (db: Db, ids: readonly number[]) => tasksOf(db, ids).forUpdate().execute()

/** The same rows without locks, for a look ahead. */
export const findTasks = (db: Db, ids: readonly number[]) => tasksOf(db, ids).execute()

/** Ids of all tasks that have this photo, video or link. */
export const findTasksWith = async (db: Db, mediaId: number): Promise<number[]> =>
  (await db.from('task_multimedia').select('task_id').where('multimedia_id', '=', mediaId).execute()).map(
    ({ task_id }) => task_id,
  )

/** Current rows of the tasks, deleted ones included. */
export const findTasksNow = (db: Db, ids: readonly number[]) =>
  db.from('tasks').select(taskColumns).where(isOneOf(ids)).orderBy('id').execute()

export type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number]

export async function findRunningTaskId(db: Db, userId: number): Promise<number | null> {
  const query = db
    .from('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'in_progress')
  return (await query.executeTakeFirst())?.id ?? null
}

export async function insertTasks(db: Db, drafts: readonly Draft<'tasks'>[]): Promise<number[]> {
  const rows = await db.insert('tasks', drafts).returning('id').execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

export async function updateTaskRow(db: Db, id: number, fields: Change<'tasks'>): Promise<void> {
  await db.update('tasks', fields).where('id', '=', id).execute()
}

/** Gives the same fields to tasks that are locked, and raises the version of each. */
export async function updateTaskRows(db: Db, ids: readonly number[], fields: Change<'tasks'>): Promise<void> {
  await db
    .update('tasks', { ...fields, version: sql`version + 1` })
    .where(isOneOf(ids))
    .execute()
}

const shownEvents = 100

export async function insertEvents(db: Db, events: readonly Draft<'task_events'>[]): Promise<void> {
  for (const rows of portions(events)) await db.insert('task_events', rows).execute()
}

/** The events of a bulk step that the person took, in the order of the versions. */
export const findBulkEvents = (db: Db, userId: number, bulkId: string) =>
  db
    .from('task_events')
    .select(['task_id', 'version', 'changes'])
    .where('bulk_id', '=', bulkId)
    .where('user_id', '=', userId)
    .orderBy('task_id')
    .orderBy('version')
    .execute()

const newestEvents = (db: Db, taskId: number) =>
  db
    .from('task_events')
    .select(['id', 'kind', 'changes', instantInJson('created_at').as('created_at')])
    .select(personOf('task_events.user_id').$notNull().as('user'))
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(sql.lit(shownEvents))

/**
 * Names of the fields that changed after the version. The database removes duplicates, because the number of
 * starts and pauses has no limit.
 */
export async function findChangedSince(db: Db, taskId: number, version: number): Promise<Set<string>> {
  const rows = await db.query(sql<{ name: string }>`
    select distinct name from task_events, jsonb_object_keys(changes) as name
    where company_id = ${db.companyId} and task_id = ${taskId} and version > ${version}`)
  return new Set(rows.map(({ name }) => name))
}

/** The last event that changed one of these fields. */
export const findLastChange = (db: Db, taskId: number, fields: readonly string[]) =>
  db
    .from('task_events')
    .select([personOf('task_events.user_id').as('by'), 'created_at as at'])
    .where('task_id', '=', taskId)
    .where(sql<boolean>`jsonb_exists_any(changes, ${sql.val([...fields])})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const shownComments = 200

/** Nobody changes the media of a comment, as nobody changes its text. */
const mediaOfComment = fixedMediaOf(
  { table: 'task_comment_multimedia', owner: 'comment_id' },
  'task_comments.id',
)

const newestComments = (db: Db, taskId: number) =>
  db
    .from('task_comments')
    .select(['id', 'user_id', 'text', instantInJson('created_at').as('created_at')])
    .select([personOf('task_comments.user_id').$notNull().as('user'), mediaOfComment.as('multimedia')])
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(sql.lit(shownComments))

/** Newest comments of a task that the audit log keeps when the task is deleted, and characters of all of them. */
const [keptComments, keptCharacters] = [20, 2000]

/** What belongs to tasks besides their rows: ids of their media, and their newest comments in one text. */
export const findTraces = (db: Db, ids: readonly number[]) =>
  db
    .from('tasks')
    .select([
      'tasks.id',
      sql<number[]>`coalesce((
        select jsonb_agg(media.multimedia_id order by media.position) from task_multimedia as media
        where media.company_id = tasks.company_id and media.task_id = tasks.id
      ), '[]')`.as('multimedia_ids'),
      sql<string | null>`(
        select left(string_agg(said.name || ': ' || said.text, E'\n' order by said.id desc), ${sql.lit(keptCharacters)})
        from (
          select comment.id, comment.text, author.full_name as name from task_comments as comment
          join users as author on author.company_id = comment.company_id and author.id = comment.user_id
          where comment.company_id = tasks.company_id and comment.task_id = tasks.id
          order by comment.id desc limit ${sql.lit(keptComments)}
        ) as said
      )`.as('comments'),
    ])
    .where(isOneOf(ids))
    .execute()

export async function countComments(db: Db, taskId: number): Promise<number> {
  const { count } = await db
    .from('task_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertComment(db: Db, comment: Draft<'task_comments'>) {
  const { id } = await db.insert('task_comments', comment).returning('id').executeTakeFirstOrThrow()
  return getComment(db, id)
}

export const getComment = (db: Db, id: number) =>
  db
    .from('task_comments')
    .select(['id', 'user_id', 'text', 'created_at'])
    .select([personOf('task_comments.user_id').$notNull().as('user'), mediaOfComment.as('multimedia')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
