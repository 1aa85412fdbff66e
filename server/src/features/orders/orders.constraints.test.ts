import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildEntry } from '../../testing/rows/build.ts'
import { buildOrder, buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let item: number

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  item = await buildShopItem(db, people.admin, { stocked: 3, limit_per_user: 2 })
})

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: { code?: string; constraint?: string }) => error.constraint ?? error.code,
  )
const kept = '23001'

const buy = (fields: object = {}) => buildOrder(db, people.staff, { item_id: item, ...fields })
const set = (id: number, fields: Change<'orders'>) =>
  codeOf(db.update('orders', fields).where('id', '=', id).execute())
const move = (id: number, status: 'pending' | 'processing' | 'delivered' | 'cancelled') =>
  set(id, { status, status_at: nowIso(), status_by: people.admin.id })
const refund = (id: number, time = '') =>
  buildEntry(db, people.staff, {
    ledger: 'coins',
    amount: 100,
    kind: 'refund',
    key: `order:${id}:refund${time}`,
    source_type: 'order',
    source_id: id,
  })
const stock = async () =>
  (await db.from('shop_items').select('stock').where('id', '=', item).executeTakeFirstOrThrow()).stock
const months = () => db.from('shop_months').select(['bought', 'most']).execute()

test('the database refuses orders beyond the stock and beyond a person’s limit', async () => {
  await buy({ quantity: 2 })
  expect(await codeOf(buy())).toBe('shop_months_within_limit')
  expect(await codeOf(buildOrder(db, people.admin, { item_id: item, quantity: 2 }))).toBe(
    'shop_items_stock_suffices',
  )
  expect([await stock(), await months()]).toEqual([1, [{ bought: 2, most: 2 }]])
})

test('the limit applies per month, which is stored as its first day', async () => {
  await buy({ quantity: 2, month: '2026-10-01' })
  expect(await codeOf(buy({ month: '2026-11-01' }))).not.toBe('shop_months_within_limit')
  expect(await codeOf(buy({ month: '2026-11-02' }))).toBe('orders_month_check')
})

test('an order requires its debit of coins, and a cancellation one refund', async () => {
  const at = nowIso()
  const draft: Draft<'orders'> = {
    user_id: people.staff.id,
    item_id: item,
    name: 'Термос',
    price: 100,
    quantity: 1,
    total: 100,
    month: '2026-11-01',
    status_at: at,
    status_by: people.staff.id,
    created_at: at,
  }
  expect(await codeOf(db.insert('orders', draft).execute())).toBe('23514')
  expect(await codeOf(db.insert('orders', { ...draft, total: 90 }).execute())).toBe('orders_check')
  const id = await buy()
  expect(await move(id, 'cancelled')).toBe('23514')
  await refund(id)
  expect(await move(id, 'cancelled')).toBe('done')
  expect([await stock(), await months()]).toEqual([3, [{ bought: 0, most: 2 }]])
  expect(await codeOf(refund(id))).toBe('ledger_entries_once')
})

test('an order moves to a next status or back to the previous one, and nowhere else', async () => {
  const id = await buy()
  expect(await move(id, 'delivered')).toBe(kept)
  expect(await move(id, 'processing')).toBe('done')
  expect(await move(id, 'delivered')).toBe('done')
  for (const status of ['pending', 'cancelled'] as const) expect(await move(id, status)).toBe(kept)
  expect(await move(id, 'processing')).toBe('done')
  // An undone step cannot be followed by another undo.
  expect(await move(id, 'pending')).toBe(kept)
  await refund(id)
  expect(await move(id, 'cancelled')).toBe('done')
  for (const status of ['pending', 'delivered'] as const) expect(await move(id, status)).toBe(kept)
  // A cancelled order cannot be restored without its coins.
  expect(await move(id, 'processing')).toBe('23514')
  const begun = { status: 'processing', status_at: nowIso(), status_by: people.admin.id } as const
  expect(await codeOf(db.insert('orders', { ...(await bareOrder(id)), ...begun }).execute())).toBe(kept)
})

const bareOrder = async (id: number) => {
  const {
    id: _,
    company_id,
    total,
    ...order
  } = await db.from('orders').selectAll('orders').where('id', '=', id).executeTakeFirstOrThrow()
  return { ...order, total }
}

test('the data of an order cannot be changed, and an order cannot be deleted', async () => {
  const id = await buy()
  const changes: Change<'orders'>[] = [
    { price: 1, total: 1 },
    { quantity: 2, total: 200 },
    { name: 'Кружка' },
    { user_id: people.admin.id },
    { item_id: await buildShopItem(db, people.admin) },
    { month: '2026-01-01' },
    { takes: 2 },
    { undo_to: 'delivered' as const },
    { created_at: '2026-01-01T00:00:00.000Z' },
    { status_at: '2026-01-01T00:00:00.000Z' },
  ]
  for (const change of changes) expect(await set(id, change)).toBe(kept)
  expect(await set(id, { total: 1 })).toBe('orders_check')
  expect(await codeOf(db.remove('orders').execute())).toBe(kept)
  expect(await codeOf(db.query(sql`truncate orders cascade`))).toBe(kept)
  expect(await codeOf(db.remove('shop_items').execute())).toContain('item_id_fkey')
})

test('the steps of an order write its history, and only comments can be added to it', async () => {
  const id = await buy()
  await move(id, 'processing')
  await move(id, 'pending')
  const told = await db
    .from('order_events')
    .select(['kind', 'from_status', 'to_status'])
    .orderBy('id')
    .execute()
  expect(told).toEqual([
    { kind: 'create', from_status: null, to_status: 'pending' },
    { kind: 'step', from_status: 'pending', to_status: 'processing' },
    { kind: 'undo', from_status: 'processing', to_status: 'pending' },
  ])
  const event = { order_id: id, user_id: people.admin.id, created_at: nowIso(), comment: 'Так' }
  const step = { ...event, kind: 'step', from_status: 'pending', to_status: 'delivered' } as const
  expect(await codeOf(db.insert('order_events', step).execute())).toBe(kept)
  const word = { ...event, kind: 'comment', from_status: 'pending', to_status: 'pending' } as const
  expect(await codeOf(db.insert('order_events', { ...word, comment: '' }).execute())).toMatch('check')
  expect(await codeOf(db.insert('order_events', word).execute())).toBe('done')
  expect(await codeOf(db.update('order_events', { comment: 'Иначе' }).execute())).toBe(kept)
  expect(await codeOf(db.remove('order_events').execute())).toBe(kept)
})

test('what is counted from orders cannot be changed directly', async () => {
  await buy()
  expect(await codeOf(db.update('shop_items', { taken: 0 }).execute())).toBe(kept)
  expect(await codeOf(db.update('shop_months', { bought: 0 }).execute())).toBe(kept)
  expect(await codeOf(db.update('shop_months', { most: null }).execute())).toBe(kept)
  expect(await codeOf(db.remove('shop_months').execute())).toBe(kept)
  const month = { item_id: item, user_id: people.admin.id, month: '2026-11-01', bought: 1 }
  expect(await codeOf(db.insert('shop_months', month).execute())).toBe(kept)
  expect(await codeOf(buildShopItem(db, people.admin, { taken: 1 }))).toBe(kept)
  expect(await codeOf(db.update('shop_items', { stocked: 0 }).execute())).toBe('shop_items_stock_suffices')
})

test('the place of an item is unique, and its price has a minimum and a maximum', async () => {
  const other = await buildShopItem(db, people.admin)
  const first = db.update('shop_items', { position: 1 }).where('id', '=', other)
  expect(await codeOf(first.execute())).toBe('shop_items_one_of_position')
  for (const price of [0, -1, 1_000_000_001])
    expect(await codeOf(buildShopItem(db, people.admin, { price }))).toBe('shop_items_price_check')
})

test('an item and its buyer belong to the same company', async () => {
  const stranger = await buildTeam(test_)
  await giveCoins(db, people.staff, 100)
  const theirs = await buildShopItem(stranger.db, stranger.people.admin)
  expect(await codeOf(buy({ item_id: theirs }))).toMatch('fkey')
  const wish = { item_id: theirs, user_id: people.staff.id, created_at: nowIso() }
  expect(await codeOf(db.insert('shop_wishes', wish).execute())).toMatch('fkey')
})
