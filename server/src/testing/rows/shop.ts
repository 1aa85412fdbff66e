import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { buildEntry, type TestUser } from './build.ts'

/** An item of 100 coins with unlimited stock, at the end of the shop. @returns its id */
export async function buildShopItem(
  db: Db,
  creator: Pick<TestUser, 'id'>,
  fields: Partial<Draft<'shop_items'>> = {},
): Promise<number> {
  const { last } = await db
    .from('shop_items')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const at = nowIso()
  const { id } = await db
    .insert('shop_items', {
      name: 'Термос',
      price: 100,
      position: (last ?? 0) + 1,
      created_at: at,
      updated_at: at,
      created_by: creator.id,
      updated_by: creator.id,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives coins to the user by a manual entry. */
export const giveCoins = (db: Db, user: TestUser, amount: number): Promise<number> =>
  buildEntry(db, user, { ledger: 'coins', amount })

type Bought = { item_id?: number; quantity?: number; price?: number; month?: string; created_at?: string }

/** A new order of the user, with a credit of coins that pays for it. @returns its id */
export async function buildOrder(db: Db, user: TestUser, bought: Bought = {}): Promise<number> {
  const { quantity = 1, price = 100, created_at = nowIso(), month = `${created_at.slice(0, 7)}-01` } = bought
  const item_id = bought.item_id ?? (await buildShopItem(db, user, { price }))
  const [next] = await db.query(
    sql<{ id: number }>`select nextval(pg_get_serial_sequence('orders', 'id')) as id`,
  )
  const id = next?.id ?? 0
  const total = price * quantity
  await giveCoins(db, user, total)
  await buildEntry(db, user, {
    ledger: 'coins',
    amount: -total,
    kind: 'purchase',
    key: `order:${id}:purchase`,
    source_type: 'order',
    source_id: id,
  })
  await db
    .insert('orders', {
      id,
      user_id: user.id,
      item_id,
      name: 'Термос',
      price,
      quantity,
      total,
      month,
      status_at: created_at,
      status_by: user.id,
      created_at,
    })
    .execute()
  return id
}
