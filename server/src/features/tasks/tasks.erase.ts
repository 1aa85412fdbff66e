import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { writeAudit } from '../audit/audit.ts'
import { audienceOf } from './tasks.change.ts'
import { withdrawErased } from './tasks.notifications.ts'

type Named = { id: number; title: string }

// A person who started a task, wrote to it or put a photo on it has worked on it. Packing may count into it.
const isUsed = sql<boolean>`(
  tasks.started_at is not null
  or exists (select from task_comments as c where c.company_id = tasks.company_id and c.task_id = tasks.id)
  or exists (select from task_multimedia as m where m.company_id = tasks.company_id and m.task_id = tasks.id)
  or exists (select from supply_scans as s where s.company_id = tasks.company_id and s.task_id = tasks.id)
)`

/**
 * Deletes tasks of the example for good, also those that are in the trash. The database refuses this for any other
 * task.
 * @returns the tasks that stay because somebody has used them
 */
export async function eraseExampleTasks(db: Db, actor: Actor, ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  // In a statement of its own, because what others write meanwhile is seen only by the next one.
  await db.from('tasks').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const rows = await db
    .from('tasks')
    .select(['id', 'title', 'user_id', isUsed.as('is_used')])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const erased = rows.filter(({ is_used }) => !is_used)
  if (erased.length > 0) await erase(db, actor, erased)
  return rows.filter(({ is_used }) => is_used).map(({ id, title }) => ({ id, title }))
}

async function erase(db: Db, actor: Actor, tasks: readonly (Named & { user_id: number | null })[]) {
  const ids = tasks.map(({ id }) => id)
  await db.update('example_rows', { is_leaving: true }).where('task_id', 'in', ids).execute()
  // The totals of the company count this change, and no deletion.
  const stamps = { deleted_at: nowIso(), deleted_by: actor.userId }
  await db.update('tasks', stamps).where('id', 'in', ids).where('deleted_at', 'is', null).execute()
  await db.remove('task_events').where('task_id', 'in', ids).execute()
  await withdrawErased(db, tasks)
  await deleteUnused(db.remove('tasks').where('id', 'in', ids).execute())
  for (const { id, title, user_id } of tasks) {
    await writeAudit(db, actor, { action: 'delete', entity: 'task', id, title, before: { title } })
    db.announce({ entity: 'task', id, action: 'delete' }, audienceOf({ user_id }))
  }
}
