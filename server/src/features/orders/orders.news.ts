import type { OrderStatus } from '@artel/contract/orders.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { shorten, tell, tellLeaders } from '../notifications/notifications.ts'

type Told = { id: number; user_id: number; name: string; quantity: number }

/** The order's own sheet, over the queue. */
const urlOf = (id: number): string => `/orders?order=${id}`

/** Tells those who lead that there is something to hand over. */
export const tellOrdered = (db: Db, actor: Actor, { id, name, quantity }: Told): Promise<void> =>
  tellLeaders(db, actor, { kind: 'order_created', params: { id, name, quantity }, url: urlOf(id) })

/** Tells whoever has bought it where it stands now, or what was said of it. */
export function tellMoved(
  db: Db,
  actor: Actor,
  { id, user_id, name }: Told,
  of: OrderStatus | 'comment',
  comment: string,
): Promise<void> {
  const params = { id, name, of, comment: shorten(comment) }
  return tell(db, actor, { to: [user_id], kind: 'order_status', params, url: urlOf(id) })
}
