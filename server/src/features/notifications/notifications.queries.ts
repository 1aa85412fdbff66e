import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { NotificationParams, notifications } from '@artel/contract/notifications'
import type { NotificationKind } from '@artel/contract/notifications.line'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { findPage, likePattern, type Order, sortRows } from '../../database/list.ts'
import type { Root } from '../../database/open.ts'
import { personOf } from '../../database/person.ts'

export type NotificationFilters = BodyOf<typeof notifications.list>
export type NotificationQuery = QueryOf<typeof notifications.list>

/** What is told to one person. */
export type News = {
  to: number
  kind: NotificationKind
  params: NotificationParams
  url: string
}

/** Who was told, and by which notification. */
export type Told = { id: number; user_id: number }

/** Each of these is told their own. @param actorId null: the product by itself */
export const insertNews = (db: Db, actorId: number | null, news: readonly News[]): Promise<Told[]> =>
  insertFor(
    db,
    actorId,
    sql`jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news ("to" bigint, kind text, params jsonb, url text)
      on news.to = users.id`,
  )

/** All who lead are told the same, but for whoever did it. */
export const insertNewsOfLeaders = (
  db: Db,
  actorId: number | null,
  news: Omit<News, 'to'>,
): Promise<Told[]> =>
  insertFor(
    db,
    actorId,
    sql`jsonb_to_record(${JSON.stringify(news)}::jsonb) as news (kind text, params jsonb, url text)
      on users.type <> 'staff' and users.id is distinct from ${actorId}::bigint`,
  )

/** All in one statement. Those who have left or want to hear nothing of the kind are passed over. */
const insertFor = (db: Db, actorId: number | null, news: RawBuilder<unknown>): Promise<Told[]> =>
  db.query(sql<Told>`
    insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at)
    select company_id, id, ${actorId}::bigint, kind, params, url, ${nowIso()}
    from users join ${news}
    where company_id = ${db.companyId} and status = 'active'
      and coalesce((settings -> 'notifications' -> kind)::boolean, true)
    order by id
    returning id, user_id`)

const rowsOf = (db: Db, userId: number) =>
  db
    .from('notifications')
    .where('notifications.user_id', '=', userId)
    .select(['notifications.id', 'notifications.params', 'notifications.url'])
    .select(['notifications.created_at', 'notifications.read_at'])
    // The table takes any name, so that a new kind needs no change of it; those written are the contract's.
    .select(sql<NotificationKind>`notifications.kind`.as('kind'))
    .select(personOf('notifications.actor_id').as('actor'))

function filterRows(db: Db, actor: Actor, filters: NotificationFilters) {
  let rows = rowsOf(db, actor.userId)
  if (filters.ids) rows = rows.where('notifications.id', 'in', filters.ids)
  if (filters.kind) rows = rows.where('notifications.kind', 'in', [filters.kind].flat())
  if (filters.date_from) rows = rows.where('created_at', '>=', dayStart(filters.date_from, actor.timezone))
  if (filters.date_to) rows = rows.where('created_at', '<', dayEnd(filters.date_to, actor.timezone))
  if (filters.search)
    rows = rows.where(sql<boolean>`lower(notifications.params::text) like ${likePattern(filters.search)}`)
  return rows
}

const orderOf = ({ sort_by }: NotificationQuery): Order => ({
  id: sql.ref('notifications.id'),
  by: sort_by === 'id' ? null : sql.ref(`notifications.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: NotificationFilters, query: NotificationQuery]

export async function listNotificationRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** All that the list would page through. */
export const allNotificationRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

export async function countUnread(db: Db, userId: number): Promise<number> {
  const unread = db
    .from('notifications')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .select((rows) => rows.fn.countAll<number>().as('count'))
  return (await unread.executeTakeFirstOrThrow()).count
}

/** @returns the ids of those that were not read before */
export async function markRead(db: Db, userId: number, ids: readonly number[] | null): Promise<number[]> {
  let update = db
    .update('notifications', { read_at: nowIso() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids) update = update.where('id', 'in', ids)
  return (await update.returning('id').execute()).map(({ id }) => id)
}

/** Forgets what is old, and all but the newest of each person. */
export async function trimNotifications(root: Root, before: string, mostOfPerson: number): Promise<void> {
  await root.deleteFrom('notifications').where('created_at', '<', before).execute()
  await sql`
    delete from notifications using (
      select company_id, id, row_number() over (partition by company_id, user_id order by id desc) as place
      from notifications
    ) placed
    where notifications.company_id = placed.company_id and notifications.id = placed.id
      and placed.place > ${mostOfPerson}`.execute(root)
}
