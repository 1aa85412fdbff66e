import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { auditTasks } from './tasks.audit.ts'
import { changeTasksAlike } from './tasks.change.ts'
import { findRunningTaskId, lockTasks } from './tasks.queries.ts'
import { stopClock } from './tasks.ts'

type UnfinishedTasks = {
  running_task: { id: number; title: string } | null
  open_tasks: number
  paused_tasks: number
  review_tasks: number
}

const ofUser = (db: Db, userId: number) =>
  db.from('tasks').where('tasks.user_id', '=', userId).where('tasks.deleted_at', 'is', null)

/** The running task of a person, and how many of their tasks are open, paused or in review. */
export async function countUnfinished(db: Db, userId: number): Promise<UnfinishedTasks> {
  const running_task = await ofUser(db, userId)
    .select(['id', 'title'])
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  const counts = await ofUser(db, userId)
    .select([
      sql<number>`count(*) filter (where status = 'open')`.as('open_tasks'),
      sql<number>`count(*) filter (where status = 'paused')`.as('paused_tasks'),
      sql<number>`count(*) filter (where status = 'review')`.as('review_tasks'),
    ])
    .where('status', 'in', ['open', 'paused', 'review'])
    .executeTakeFirstOrThrow()
  return { running_task: running_task ?? null, ...counts }
}

/**
 * Pauses the person's running task at the instant at which their shift ends. The caller has locked the
 * person's row, so no other task starts meanwhile.
 */
export async function restTask(db: Db, userId: number, at: string): Promise<void> {
  const runningId = await findRunningTaskId(db, userId)
  if (runningId === null) return
  const [task] = await lockTasks(db, [runningId])
  // Another request may have paused or reassigned the task before this lock.
  if (task?.status !== 'in_progress' || task.user_id !== userId) return
  await stopClock(db, { userId }, task, 'shift_end', { status: 'paused' }, { at })
}

/** The instant of the person's last task event between `from` and `to`, as evidence of work; null: none. */
export async function findLastStep(db: Db, userId: number, from: string, to: string): Promise<string | null> {
  const steps = db
    .from('task_events')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
  return (await steps.executeTakeFirst())?.at ?? null
}

/**
 * Pauses the running task of a person who leaves. If `isReleased`, also returns their open tasks to the pool.
 * Writes an audit entry for each. The caller has locked the person's row, so no other task starts meanwhile.
 */
export async function leaveTasks(db: Db, actor: Actor, userId: number, isReleased: boolean): Promise<void> {
  const runningId = await findRunningTaskId(db, userId)
  const openIds = isReleased
    ? (await ofUser(db, userId).select('id').where('status', '=', 'open').execute()).map(({ id }) => id)
    : []
  const ids = runningId === null ? openIds : [runningId, ...openIds]
  if (ids.length === 0) return
  // Another request may have reassigned or started a task before this lock.
  const theirs = (await lockTasks(db, ids)).filter(({ user_id }) => user_id === userId)
  for (const task of theirs.filter(({ status }) => status === 'in_progress'))
    await stopClock(db, actor, task, 'pause', { status: 'paused' })
  // A task that is locked as the running one may have become open meanwhile.
  const open = isReleased ? theirs.filter(({ status }) => status === 'open') : []
  await changeTasksAlike(db, actor, open, 'edit', { user_id: null })
  await auditTasks(db, actor, 'update', theirs)
}
