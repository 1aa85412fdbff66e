import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Crew } from './history.ts'
import type { Random } from './random.ts'
import { demoItems } from './shop-list.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const reasons = ['Закончился у поставщика', 'Не тот размер', 'Взяли по ошибке, просьба отменить']

type Item = { id: number; name: string; price: number; limit: number | null }
type Placed = { id: number; user_id: number; at: number; total: number }

/** The shop of the demo: its items, and purchases over the months. */
export type DemoShop = {
  itemOf: ReadonlyMap<string, number>
  /** Makes a random purchase at an instant. All earlier entries must be in the ledgers. */
  visit(at: number): Promise<void>
  /** Hands over old orders, sets the stock and adds wishes. */
  close(at: number): Promise<void>
}

export async function openShop(
  db: Db,
  random: Random,
  crew: Crew,
  created: { created_by: number; created_at: string },
): Promise<DemoShop> {
  // The demo is loaded in one transaction, and each order must see the stock after the previous one.
  await db.query(sql`set constraints take_stock immediate`)
  const items = await insertItems(db, created)
  const placed: Placed[] = []
  const lead = crew.leads[0] ?? 0
  // The staff account with shown credentials buys more often.
  const buyers = [...crew.assignees.slice(0, 16), ...Array.from({ length: 4 }, () => crew.assignees[0] ?? 0)]
  return {
    itemOf: new Map(items.map(({ name, id }) => [name, id])),
    async visit(at) {
      if (!random.isWithin(0.5)) return
      const [user_id, taste, minutes] = [random.pick(buyers), random.next(), random.between(1, 90)]
      const [isCancelled, isOwn] = [random.isWithin(0.12), random.isWithin(0.4)]
      const boughtAt = at - minutes * minuteMs
      const item = await choose(db, items, user_id, taste, boughtAt)
      if (!item) return
      const order = await buy(db, user_id, item, boughtAt)
      if (isCancelled) await cancel(db, order, isOwn ? user_id : lead, isOwn ? '' : random.pick(reasons))
      else placed.push(order)
    },
    async close(at) {
      await handOver(db, placed, lead, at)
      await settleStock(db)
      await insertWishes(db, random, items, buyers, at)
    },
  }
}

async function insertItems(db: Db, created: { created_by: number; created_at: string }): Promise<Item[]> {
  const stamps = { ...created, updated_at: created.created_at, updated_by: created.created_by }
  const rows = demoItems.map(({ name, description, price, limit, left, isOff }, index) => ({
    name,
    description,
    price,
    limit_per_user: limit ?? null,
    position: index + 1,
    // Enough for all purchases. The final stock is set afterwards.
    stocked: left === null ? null : 1000,
    is_active: !isOff,
    ...stamps,
  }))
  return db.insert('shop_items', rows).returning(['id', 'name', 'price', 'limit_per_user as limit']).execute()
}

const monthAt = (at: number): string => `${new Date(at + 3 * hourMs).toISOString().slice(0, 7)}-01`

/** An item that the user can afford and may still buy. Expensive items are more likely. */
async function choose(db: Db, items: readonly Item[], user_id: number, taste: number, at: number) {
  const account = await db
    .from('accounts')
    .select('balance')
    .where('ledger', '=', 'coins')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const reached = await db
    .from('shop_months')
    .select('item_id')
    .where('user_id', '=', user_id)
    .where('month', '=', monthAt(at))
    .whereRef('bought', '>=', 'most')
    .execute()
  const [balance, taken] = [account?.balance ?? 0, reached.map(({ item_id }) => item_id)]
  const open = items
    .filter(({ id, price, name }) => price <= balance && !taken.includes(id) && !isOff(name))
    .sort((a, b) => a.price - b.price)
  return open[Math.floor(Math.sqrt(taste) * open.length)]
}

const isOff = (name: string): boolean => demoItems.some((item) => item.name === name && item.isOff)

async function buy(db: Db, user_id: number, item: Item, at: number): Promise<Placed> {
  const [next] = await db.query(
    sql<{ id: number }>`select nextval(pg_get_serial_sequence('orders', 'id')) as id`,
  )
  const id = next!.id // a statement without a table has one row
  const { price, name } = item
  await enter(db, { id, user_id, at, total: -price }, 'purchase', user_id)
  await db
    .insert('orders', {
      id,
      user_id,
      item_id: item.id,
      name,
      price,
      quantity: 1,
      total: price,
      month: monthAt(at),
      comment: name.startsWith('Худи') ? 'Размер L' : '',
      status_at: iso(at),
      status_by: user_id,
      created_at: iso(at),
    })
    .execute()
  return { id, user_id, at, total: price }
}

const enter = (db: Db, { id, user_id, at, total }: Placed, kind: 'purchase' | 'refund', by: number) =>
  db
    .insert('ledger_entries', {
      ledger: 'coins',
      user_id,
      amount: total,
      kind,
      key: `order:${id}:${kind}`,
      source_type: 'order',
      source_id: id,
      created_by: by,
      created_at: iso(at),
    })
    .execute()

async function cancel(db: Db, order: Placed, by: number, comment: string): Promise<void> {
  const at = order.at + 20 * minuteMs
  await enter(db, { ...order, at }, 'refund', by)
  await move(db, order.id, 'cancelled', by, at, comment)
}

async function move(
  db: Db,
  id: number,
  status: 'processing' | 'delivered' | 'cancelled',
  by: number,
  at: number,
  comment = '',
): Promise<void> {
  const step = { status, status_at: iso(at), status_by: by, ...(comment && { comment }) }
  await db.update('orders', step).where('id', '=', id).execute()
}

/**
 * The newest three orders stay new, the three before them are in preparation, and all others were handed
 * over about a day after the order.
 */
async function handOver(db: Db, placed: readonly Placed[], lead: number, now: number): Promise<void> {
  for (const [index, { id, at }] of placed.toReversed().entries()) {
    if (index < 3) continue
    const begun = Math.min(at + 3 * hourMs, now - hourMs)
    await move(db, id, 'processing', lead, begun)
    if (index >= 6) await move(db, id, 'delivered', lead, Math.min(begun + dayMs, now - hourMs))
  }
}

/** Sets the stock so that as many pieces are left as the list says. */
async function settleStock(db: Db): Promise<void> {
  for (const { name, left } of demoItems) {
    if (left === null) continue
    await db
      .update('shop_items', { stocked: sql<number>`taken + ${left}::integer` })
      .where('name', '=', name)
      .execute()
  }
}

/**
 * Some users wish items that are sold out or expensive, among them the staff account with shown credentials.
 */
async function insertWishes(
  db: Db,
  random: Random,
  items: readonly Item[],
  buyers: readonly number[],
  at: number,
): Promise<void> {
  const wished = items.filter(
    ({ name, price }) => price > 7000 || demoItems.some((item) => item.name === name && item.left === 0),
  )
  const rows = wished.flatMap(({ id }, index) =>
    [...new Set(buyers)]
      .filter((_, person) => (person === 0 ? index < 2 : random.isWithin(0.25)))
      .map((user_id) => ({ item_id: id, user_id, created_at: iso(at - random.between(1, 20) * dayMs) })),
  )
  await db.insert('shop_wishes', rows).execute()
}

const iso = (ms: number): string => new Date(ms).toISOString()
