import type { Pagination } from '@artel/contract/list'
import type { Notification } from '@artel/contract/notifications'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { findSay } from '../../texts/company-texts.ts'
import { copyToDevices } from './notifications.copies.ts'
import {
  countOpened,
  countUnread,
  insertNews,
  insertNewsOfLeaders,
  listNotificationRows,
  markRead,
  type News,
  type NotificationFilters,
  type NotificationQuery,
  type Told,
} from './notifications.queries.ts'
import { describeNotification, needsSay } from './notifications.texts.ts'

export { findAutomatics, getAutomatics, setAutomatics } from './notifications.automatic.ts'
export { markDelivered } from './notifications.queries.ts'

/** So many characters of a text stand in a notification. */
const mostText = 200

/** What a notification has room for, by whole characters: half of one cannot be stored. */
export function shorten(text: string): string {
  const characters = [...text]
  return characters.length > mostText ? `${characters.slice(0, mostText).join('')}…` : text
}

type Teller = Pick<Actor, 'userId'> | null

/**
 * Tells people of something in the transaction in which it happens. One's own doing is no news; what the product does
 * by itself (`actor` null) is.
 */
export async function tell(
  db: Db,
  actor: Teller,
  { to, ...news }: Omit<News, 'to'> & { to: readonly (number | null)[] },
): Promise<void> {
  const named = new Set(to.filter((id) => id !== null))
  await tellEach(
    db,
    actor,
    [...named].map((id) => ({ ...news, to: id })),
  )
}

/** Tells all admins and owners. */
export async function tellLeaders(db: Db, actor: Teller, news: Omit<News, 'to'>): Promise<void> {
  await announce(db, actor, await insertNewsOfLeaders(db, actor?.userId ?? null, news))
}

/** Tells each their own. */
export async function tellEach(db: Db, actor: Teller, news: readonly News[]): Promise<void> {
  const others = news.filter(({ to }) => to !== actor?.userId)
  if (others.length === 0) return
  await announce(db, actor, await insertNews(db, actor?.userId ?? null, others))
}

async function announce(db: Db, actor: Teller, told: readonly Told[]): Promise<void> {
  await copyToDevices(db, actor?.userId ?? null, told)
  for (const { id, user_id } of told)
    db.announce({ entity: 'notification', id, action: 'create' }, { only: [user_id] })
}

type Listed = { notifications: Notification[]; pagination: Pagination; unread: number }

export async function listNotifications(
  db: Db,
  actor: Actor,
  filters: NotificationFilters,
  query: NotificationQuery,
): Promise<Listed> {
  const { rows, pagination } = await listNotificationRows(db, actor, filters, query)
  const reader = { language: actor.language, say: await findSay(db, rows.some(needsSay)) }
  const notifications = rows.map(({ params, ...row }) => ({
    ...row,
    ...describeNotification(reader, row.kind, params, row.actor?.full_name),
  }))
  return { notifications, pagination, unread: await countUnread(db, actor.userId) }
}

/** Marks as read those named, or all (null). @returns how many are left */
export async function readNotifications(
  db: Db,
  actor: Actor,
  ids: readonly number[] | null,
): Promise<number> {
  const read = await markRead(db, actor.userId, ids)
  const [first] = read
  // For the person's other windows.
  if (first) db.announce({ entity: 'notification', id: first.id, action: 'update' }, { only: [actor.userId] })
  const pushes = read.flatMap(({ push_id }) => (push_id === null ? [] : [push_id]))
  if (pushes.length > 0) await countOpened(db, pushes)
  // To those who lead: nobody else may see it.
  for (const id of pushes) db.announce({ entity: 'push', id, action: 'update' }, [])
  return countUnread(db, actor.userId)
}
