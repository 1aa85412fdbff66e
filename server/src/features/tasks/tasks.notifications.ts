import { type Actor, mayDecideFor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { deleteNews, notify, notifyOwners, shorten, withdrawNews } from '../notifications/notifications.ts'

type Named = { id: number; title: string }
type Owned = Named & { user_id: number | null; created_by: number }

const urlOf = ({ id }: Pick<Named, 'id'>) => `/task/${id}`
/** The address and the topic of several tasks. */
const severalUrl = '/tasks'

/** Notifies each assignee of their new tasks: of one by its title, of several by their count. */
export async function notifyAssigned(
  db: Db,
  actor: Actor,
  tasks: readonly (Named & { user_id: number | null })[],
): Promise<void> {
  for (const user_id of new Set(tasks.map((task) => task.user_id))) {
    const own = tasks.filter((task) => task.user_id === user_id)
    const [first] = own
    if (!first) continue
    const params = { count: own.length, id: first.id, name: first.title }
    const url = own.length === 1 ? urlOf(first) : severalUrl
    const things = own.map(({ id }) => id)
    await notify(db, actor, { to: [user_id], kind: 'task_assigned', params, url, things })
  }
}

/** Removes tasks that are erased from the notifications that lead to them or count them. */
export async function withdrawErased(db: Db, tasks: readonly Pick<Named, 'id'>[]): Promise<void> {
  await deleteNews(db, tasks.map(urlOf))
  for (const { id } of tasks)
    await withdrawNews(db, { kind: 'task_assigned', topic: severalUrl, thing: id }, async (ids) => {
      const rows = await db.from('tasks').select(['id', 'title']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, title }) => [id, { params: { id, name: title }, url: severalUrl }]))
    })
}

/** The person who created the task, if they are still an active admin or owner. */
const findLeader = (db: Db, { created_by }: Owned) =>
  db
    .from('users')
    .select(['id as userId', 'type'])
    .where('id', '=', created_by)
    .where('status', '=', 'active')
    .where('type', '<>', 'staff')
    .executeTakeFirst()

export const notifyReturned = (db: Db, actor: Actor, task: Owned, reason: string): Promise<void> =>
  notify(db, actor, {
    to: [task.user_id],
    kind: 'task_returned',
    params: { id: task.id, name: task.title, reason: shorten(reason) },
    url: urlOf(task),
  })

/**
 * Notifies the creator of the task that it waits for review. Notifies the owners instead if the creator cannot approve
 * it: an admin who is the assignee, a person who is now staff, or an archived person.
 */
export async function notifyReview(db: Db, actor: Actor, task: Owned): Promise<void> {
  const params = { id: task.id, name: task.title }
  const news = { kind: 'task_review', params, url: urlOf(task) } as const
  const leader = await findLeader(db, task)
  if (leader && mayDecideFor(leader, task.user_id)) await notify(db, actor, { to: [leader.userId], ...news })
  else await notifyOwners(db, actor, news)
}

/**
 * Notifies the assignee, and the creator unless they are now staff, because staff do not see tasks of others. Unread
 * comments of a task share one notification with a count.
 */
export async function notifyComment(
  db: Db,
  actor: Actor,
  task: Owned,
  { id, text }: { id: number; text: string },
): Promise<void> {
  const leader = await findLeader(db, task)
  await notify(db, actor, {
    to: [task.user_id, leader?.userId ?? null],
    kind: 'task_comment',
    params: { id: task.id, name: task.title, text: shorten(text) },
    url: urlOf(task),
    things: [id],
  })
}
