import { openOrderStatuses } from '@artel/contract/orders/orders.line'
import { sql } from 'kysely'
import type { Change, Db, Draft } from '../../database/db.ts'
import { personOf } from '../../database/queries/person.ts'
import { firstPhotoOf } from '../shop/shop.ts'

const ownColumns = [
  'orders.id',
  'orders.user_id',
  'orders.item_id',
  'orders.name',
  'orders.price',
  'orders.quantity',
  'orders.total',
  'orders.status',
  'orders.undo_to',
  'orders.comment',
  'orders.status_at',
  'orders.status_by',
  'orders.version',
] as const

/** Orders as lists and pages show them, without media. */
export const orderRows = (db: Db) =>
  db
    .from('orders')
    .select(ownColumns)
    .select('orders.created_at')
    .select(personOf('orders.user_id').$notNull().as('user'))
    .select(firstPhotoOf('orders.item_id').as('photo'))

export const findOrderRow = (db: Db, id: number) =>
  orderRows(db).where('orders.id', '=', id).executeTakeFirst()

/** The data by which notifications name orders. */
export const listNames = (db: Db, ids: readonly number[]) =>
  db.from('orders').select(['id', 'name', 'quantity']).where('id', 'in', ids).execute()

/** Locks the row until the transaction ends. The lock order is: order, account of the person, item. */
export const lockOrderRow = (db: Db, id: number) =>
  db
    .from('orders')
    .select([...ownColumns, 'orders.takes', 'orders.field_versions'])
    .where('orders.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrderRow>>>

type Offer = {
  order_id: number
  name: string
  price: number
  stock: number | null
  limit_per_user: number | null
  is_active: boolean
  bought: number
  balance: number
}

/**
 * Reads an item, what the buyer has bought this month, their balance, and an id for the order. Locks only the
 * buyer's account, until the transaction ends.
 */
export async function findOffer(
  db: Db,
  { item_id, user_id, month }: { item_id: number; user_id: number; month: string },
): Promise<Offer | undefined> {
  const [offer] = await db.query(sql<Offer>`
    select name, price, stock, limit_per_user, is_active, balance,
      nextval(pg_get_serial_sequence('orders', 'id')) as order_id,
      coalesce((
        select bought from shop_months as months
        where months.company_id = shop_items.company_id and months.item_id = shop_items.id
          and months.user_id = ${user_id} and months.month = ${month}
      ), 0) as bought
    from shop_items
    join accounts on accounts.company_id = shop_items.company_id and ledger = 'coins' and user_id = ${user_id}
    where shop_items.company_id = ${db.companyId} and shop_items.id = ${item_id}
    for no key update of accounts`)
  return offer
}

/** Inserts an order, uses the monthly limit and starts the history. Fails beyond the limit. No stock yet. */
export async function insertOrder(db: Db, draft: Draft<'orders'>): Promise<void> {
  await db.insert('orders', draft).execute()
}

/**
 * Takes or returns the stock of the orders of this transaction. From here on, everybody who buys the same
 * items waits. Fails if there is not enough stock.
 */
export async function applyStockChanges(db: Db): Promise<void> {
  await db.query(sql`set constraints take_stock immediate`)
}

/** Updates an order. A step is added to its history; a cancellation returns the monthly limit. */
export async function updateOrderRow(db: Db, id: number, fields: Change<'orders'>): Promise<void> {
  await db.update('orders', fields).where('id', '=', id).execute()
}

export async function insertComment(db: Db, draft: Omit<Draft<'order_events'>, 'kind'>): Promise<void> {
  await db.insert('order_events', { ...draft, kind: 'comment' }).execute()
}

/** The events of an order, the newest first. */
export const listHistory = (db: Db, orderId: number) =>
  db
    .from('order_events')
    .select(['order_events.id', 'order_events.kind', 'order_events.comment', 'order_events.created_at'])
    .select(['order_events.from_status as from', 'order_events.to_status as to'])
    .select(personOf('order_events.user_id').$notNull().as('user'))
    .where('order_events.order_id', '=', orderId)
    .orderBy('order_events.id', 'desc')
    .execute()

/** Counts the orders of all people that nobody has begun to prepare. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .from('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the open orders of a person. */
export async function countOpen(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .from('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', openOrderStatuses)
    .executeTakeFirstOrThrow()
  return count
}
