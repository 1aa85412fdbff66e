import type { ListedOrder, Order, OrderCounts, OrderDraft, OrderTotals } from '@artel/contract/orders/orders'
import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { postToHeld } from '../ledger/ledger.ts'
import { listMediaOf, type MediaOwner } from '../multimedia/multimedia.ts'
import { monthOf, notifyOfStock } from '../shop/shop.ts'
import {
  countByStatus,
  findByText,
  listOrderRows,
  type OrderFilters,
  type OrderQuery,
} from './orders.list.queries.ts'
import { notifyOrdered } from './orders.notifications.ts'
import { maySee, type OrderStanding, rightsTo, undoUntil } from './orders.policy.ts'
import {
  applyStockChanges,
  findOffer,
  findOrderRow,
  insertOrder,
  type LockedOrder,
  listHistory,
  lockOrderRow,
} from './orders.queries.ts'
import { keyOf, refuseShort, sourceOf } from './orders.rules.ts'

export { countOpen as countOpenOrders } from './orders.queries.ts'

export const orderMedia: MediaOwner = { table: 'order_multimedia', owner: 'order_id' }

const shownTo = <Row extends OrderStanding>(actor: Actor, order: Row) => {
  const { undo_to, status_by, ...row } = order
  return { ...row, undo_until: undoUntil(order), can: rightsTo(actor, order) }
}

type Listed = {
  orders: ListedOrder[]
  pagination: Pagination
  totals: OrderTotals | null
  counts: OrderCounts
}

export async function listOrders(
  db: Db,
  actor: Actor,
  filters: OrderFilters,
  query: OrderQuery,
): Promise<Listed> {
  const { rows, ...rest } = await listOrderRows(db, actor, filters, query)
  const counts = await countByStatus(db, actor, filters)
  return { orders: rows.map((row) => shownTo(actor, row)), counts, ...rest }
}

/** Orders for the global search. */
export async function searchOrders(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, actor, text)
  return rows.map(({ id, name, user }) => ({
    entity: 'order',
    id,
    title: name,
    subtitle: isAdmin(actor) ? user.full_name : '',
  }))
}

/** @throws ApiError not_found */
export async function getOrder(db: Db, actor: Actor, id: number): Promise<Order> {
  const order = await getNewOrder(db, actor, id)
  return { ...order, multimedia: await listMediaOf(db, actor, orderMedia, id) }
}

/** A new order, without media, because no handover has been photographed yet. @throws ApiError not_found */
export async function getNewOrder(db: Db, actor: Actor, id: number): Promise<Order> {
  const row = await findOrderRow(db, id)
  if (!row || !maySee(actor, row)) throw new ApiError('not_found')
  return { ...shownTo(actor, row), multimedia: [], history: await listHistory(db, id) }
}

/** Locks the row until the transaction ends. Staff find only their own orders. @throws ApiError not_found */
export async function lockOrder(db: Db, actor: Actor, id: number): Promise<LockedOrder> {
  const row = await lockOrderRow(db, id)
  if (!row || !maySee(actor, row)) throw new ApiError('not_found')
  return row
}

/**
 * Places an order and takes its coins and limit. The caller must call `reserveStock` afterwards. @returns the
 * order id
 * @throws ApiError wrong_state for an item that is not sold; limit_reached, out_of_stock, insufficient_coins;
 * 422
 */
export async function createOrder(db: Db, actor: Actor, draft: OrderDraft): Promise<number> {
  const { item_id, quantity, comment } = draft
  const user_id = actor.userId
  const month = monthOf(actor)
  const offer = await findOffer(db, { item_id, user_id, month })
  if (!offer) throw fieldError('item_id', 'no_such_shop_item')
  refuseBeyond(offer, draft)
  const { order_id: id, name, price } = offer
  const total = price * quantity
  const taken = { ledger: 'coins', user_id, amount: -total, kind: 'purchase', approved_by: null } as const
  const purchase = { ...taken, comment: null, source: sourceOf(id), key: keyOf(id, 'purchase', 1) }
  await postToHeld(db, actor, purchase, offer.balance)
  await notifyOrdered(db, { id, user_id, name, quantity })
  const at = nowIso()
  const stamps = { status_at: at, status_by: user_id, created_at: at }
  const order = { id, user_id, item_id, name, price, quantity, total, month, comment, ...stamps }
  await insertOrder(db, order).catch(refuseShort)
  db.announce({ entity: 'order', id, action: 'create' }, [user_id])
  await notifyOfStock(db, actor, item_id, -quantity)
  return id
}

/** The last step of a purchase, because other buyers wait for the item. @throws ApiError out_of_stock */
export const reserveStock = (db: Db): Promise<void> => applyStockChanges(db).catch(refuseShort)

type Offer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

// Checks before anything is written. The database refuses conflicts with concurrent purchases.
function refuseBeyond(offer: Offer, { quantity, price }: OrderDraft): void {
  if (!offer.is_active) throw new ApiError('wrong_state')
  if (price !== undefined && price !== offer.price)
    throw fieldError('price', 'price_changed', { price: offer.price })
  if (offer.limit_per_user !== null && offer.bought + quantity > offer.limit_per_user)
    throw new ApiError('limit_reached')
  if (offer.stock !== null && quantity > offer.stock) throw new ApiError('out_of_stock')
  if (offer.price * quantity > offer.balance) throw new ApiError('insufficient_coins')
}
