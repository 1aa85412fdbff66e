import type { UserType } from '@artel/contract/access'
import type { Notification, NotificationParams } from '@artel/contract/notifications/notifications'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { findSay } from '../../texts/company-texts.ts'
import { copyToDevices } from './notifications.copies.ts'
import {
  countOpened,
  countUnread,
  deleteNewsAt,
  insertNews,
  insertNewsOfTypes,
  listNotificationRows,
  markRead,
  type News,
  type NotificationFilters,
  type NotificationQuery,
  renameNews,
  type Told,
  type Withdrawn,
  withdrawThing,
} from './notifications.queries.ts'
import { describeNotification, needsSay } from './notifications.texts.ts'

export { findAutomatics, getAutomatics, setAutomatics } from './notifications.automatic.ts'
export { countTold } from './notifications.limits.ts'
export { markDelivered } from './notifications.queries.ts'

/** Maximum characters of a text in a notification. */
const maxText = 200

/** Cuts a text for a notification. Cuts whole characters, because half of one cannot be stored. */
export function shorten(text: string): string {
  const characters = [...text]
  return characters.length > maxText ? `${characters.slice(0, maxText).join('')}…` : text
}

type Teller = Pick<Actor, 'userId'> | null

/** It replaces the unread notification of its kind and topic, so that nobody can flood a bell. */
type OfTopic = Omit<News, 'to' | 'topic'> & {
  /** What it is about, if that differs from `url`. */
  topic?: string
}

/**
 * Notifies people in the transaction of the event. The actor is not notified of their own action. A null
 * `actor` means the product itself.
 */
export async function notify(
  db: Db,
  actor: Teller,
  { to, ...news }: OfTopic & { to: readonly (number | null)[] },
): Promise<void> {
  const named = new Set(to.filter((id) => id !== null))
  const each = [...named].map((id) => ({ topic: news.url, ...news, to: id }))
  await insertFor(db, actor, each)
}

/** Notifies all admins and owners. */
export const notifyLeaders = (db: Db, actor: Teller, news: OfTopic): Promise<void> =>
  notifyTypes(db, actor, ['admin', 'owner'], news)

export const notifyOwners = (db: Db, actor: Teller, news: OfTopic): Promise<void> =>
  notifyTypes(db, actor, ['owner'], news)

async function notifyTypes(db: Db, actor: Teller, types: readonly UserType[], news: OfTopic): Promise<void> {
  const told = await insertNewsOfTypes(db, actor?.userId ?? null, types, { topic: news.url, ...news })
  await announce(db, actor, told)
}

/** Notifies each person of their own. Replaces no unread one, so that every sum given is shown in full. */
export const notifyEach = (
  db: Db,
  actor: Teller,
  news: readonly Omit<News, 'topic' | 'things'>[],
): Promise<void> =>
  insertFor(
    db,
    actor,
    news.map((one) => ({ ...one, topic: null })),
  )

async function insertFor(db: Db, actor: Teller, news: readonly News[]): Promise<void> {
  const others = news.filter(({ to }) => to !== actor?.userId)
  if (others.length === 0) return
  await announce(db, actor, await insertNews(db, actor?.userId ?? null, others))
}

type Named = { params: NotificationParams; url: string }

/**
 * Removes a thing from the unread notifications that count it. A notification that counts nothing else is
 * deleted. One that named the thing names the newest other one, in the words of `describe`.
 */
export async function withdrawNews(
  db: Db,
  withdrawn: Withdrawn,
  describe: (things: readonly number[]) => Promise<ReadonlyMap<number, Named>>,
): Promise<void> {
  const left = await withdrawThing(db, withdrawn)
  const misnamed = left.flatMap(({ id, newest, named }) => (named && newest !== null ? [{ id, newest }] : []))
  if (misnamed.length > 0) {
    const names = await describe([...new Set(misnamed.map(({ newest }) => newest))])
    const renamed = misnamed.flatMap(({ id, newest }) => {
      const name = names.get(newest)
      return name ? [{ id, ...name }] : []
    })
    await renameNews(db, renamed)
  }
  for (const { id, user_id, newest } of left) {
    const action = newest === null ? 'delete' : 'update'
    db.announce({ entity: 'notification', id, action }, { only: [user_id] })
  }
}

/** Deletes the notifications that lead to these addresses, because their pages no longer exist. */
export async function deleteNews(db: Db, urls: readonly string[]): Promise<void> {
  for (const { id, user_id } of await deleteNewsAt(db, urls))
    db.announce({ entity: 'notification', id, action: 'delete' }, { only: [user_id] })
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

/** Marks the given notifications as read, or all (null). @returns the number of unread ones left */
export async function readNotifications(
  db: Db,
  actor: Actor,
  ids: readonly number[] | null,
): Promise<number> {
  const read = await markRead(db, actor.userId, ids)
  const [first] = read
  // Updates the person's other windows.
  if (first) db.announce({ entity: 'notification', id: first.id, action: 'update' }, { only: [actor.userId] })
  const pushes = read.flatMap(({ push_id }) => (push_id === null ? [] : [push_id]))
  if (pushes.length > 0) await countOpened(db, pushes)
  // Only to admins and owners, because nobody else may see pushes.
  for (const id of pushes) db.announce({ entity: 'push', id, action: 'update' }, [])
  return countUnread(db, actor.userId)
}
