import type { OrderStatus } from '@artel/contract/orders/orders.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { notify, notifyLeaders, shorten, withdrawNews } from '../notifications/notifications.ts'
import { listNames } from './orders.queries.ts'

type Told = { id: number; user_id: number; name: string; quantity: number }

/** The address of the order's sheet, shown over the list of orders. */
const urlOf = (id: number): string => `/orders?order=${id}`

type Named = Pick<Told, 'id' | 'name' | 'quantity'>

const describeOrder = ({ id, name, quantity }: Named) => ({ params: { id, name, quantity }, url: urlOf(id) })

/** Unread orders of one person share one notification, which counts them. */
const topicOf = (userId: number): string => `user:${userId}`

/** Notifies admins and owners of a new order. */
export const notifyOrdered = (db: Db, order: Told): Promise<void> =>
  notifyLeaders(
    db,
    { userId: order.user_id },
    {
      kind: 'order_created',
      ...describeOrder(order),
      topic: topicOf(order.user_id),
      things: [order.id],
    },
  )

/** Removes a cancelled order from unread notifications. */
export const withdrawOrdered = (db: Db, { id, user_id }: Pick<Told, 'id' | 'user_id'>): Promise<void> =>
  withdrawNews(db, { kind: 'order_created', topic: topicOf(user_id), thing: id }, async (ids) => {
    const orders = await listNames(db, ids)
    return new Map(orders.map((order) => [order.id, describeOrder(order)]))
  })

/** Notifies the buyer of the new status or of a comment. */
export function notifyMoved(
  db: Db,
  actor: Actor,
  { id, user_id, name }: Told,
  of: OrderStatus | 'comment',
  comment: string,
): Promise<void> {
  const params = { id, name, of, comment: shorten(comment) }
  return notify(db, actor, { to: [user_id], kind: 'order_status', params, url: urlOf(id) })
}
