import type { Order } from '@artel/contract/orders/orders'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const buy = (item_id: number, client: TestClient = as.staff, quantity = 1) =>
  client.post('/orders/create', { item_id, quantity })
const put = (id: number, status: string, client: TestClient = as.admin) =>
  client.send('PUT', `/orders/${id}`, { status, comment: 'Так вышло' })
const placed = async (item: number) => ((await buy(item)).body.order as Order).id

const stockOf = async (id: number) =>
  (await db.from('shop_items').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const coinsOf = async (userId = people.staff.id) =>
  (
    await db
      .from('accounts')
      .select('balance')
      .where('ledger', '=', 'coins')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).balance

/** Signed-in staff, each with the given number of coins. */
const crowd = (count: number, coins: number) =>
  times(count, async () => {
    const user = await buildUser(test_.root, db, 'staff')
    await giveCoins(db, user, coins)
    return { user, client: await TestClient.signIn(test_.app, user) }
  })

test('only one of fifty concurrent buyers gets the last item', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 1 })
  const buyers = await crowd(50, 100)
  const answers = await Promise.all(buyers.map(({ client }) => buy(item, client)))
  expect(countAnswers(answers)).toEqual({ 201: 1, '409 out_of_stock': 49 })
  const balances = await Promise.all(buyers.map(({ user }) => coinsOf(user.id)))
  expect(balances.filter((balance) => balance === 100)).toHaveLength(49)
  expect(await stockOf(item)).toBe(0)
})

test('concurrent orders spend the coins to zero and no further', async () => {
  const item = await buildShopItem(db, people.admin, { price: 10 })
  await giveCoins(db, people.staff, 500)
  const answers = await times(100, () => buy(item))
  expect(countAnswers(answers)).toEqual({ 201: 50, '409 insufficient_coins': 50 })
  expect(await coinsOf()).toBe(0)
})

test('a person’s limit holds for concurrent orders', async () => {
  const item = await buildShopItem(db, people.admin, { price: 10, limit_per_user: 1 })
  await giveCoins(db, people.staff, 500)
  expect(countAnswers(await times(20, () => buy(item)))).toEqual({ 201: 1, '409 limit_reached': 19 })
  expect(await coinsOf()).toBe(490)
})

test('twenty concurrent requests with one idempotency key create one order', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 20 })
  await giveCoins(db, people.staff, 2000)
  const options = { headers: { 'idempotency-key': 'once' } }
  const answers = await times(20, () => as.staff.send('POST', '/orders/create', { item_id: item }, options))
  expect(new Set(answers.map(({ raw }) => raw.body)).size).toBe(1)
  expect([await coinsOf(), await stockOf(item)]).toEqual([1900, 19])
})

test('concurrent cancellations return the coins and the stock once', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 3 })
  await giveCoins(db, people.staff, 100)
  const id = await placed(item)
  const answers = await times(12, (index) => put(id, 'cancelled', index % 2 ? as.staff : as.admin))
  expect(countAnswers(answers)).toEqual({ 200: 12 })
  expect([await coinsOf(), await stockOf(item)]).toEqual([100, 3])
})

test('only one of a concurrent handover and cancellation succeeds', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 10 })
  await giveCoins(db, people.staff, 1000)
  for (let round = 0; round < 8; round += 1) {
    const id = await placed(item)
    await put(id, 'processing')
    const [before, left] = [await coinsOf(), await stockOf(item)]
    const answers = await Promise.all([put(id, 'delivered'), put(id, 'cancelled', as.owner)])
    expect(countAnswers(answers)).toEqual({ 200: 1, '409 wrong_state': 1 })
    const { body } = await as.admin.get(`/orders/${id}`)
    const isBack = (body.order as Order).status === 'cancelled'
    expect([await coinsOf(), await stockOf(item)]).toEqual(
      isBack ? [before + 100, (left ?? 0) + 1] : [before, left],
    )
    await as.admin.post(`/orders/${id}/undo`)
  }
})

test('only one of concurrent undos takes the coins and the stock again', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 3 })
  await giveCoins(db, people.staff, 1000)
  const id = await placed(item)
  await put(id, 'cancelled')
  const answers = await times(10, () => as.admin.post(`/orders/${id}/undo`))
  expect(countAnswers(answers)).toEqual({ 200: 1, '409 wrong_state': 9 })
  expect([await coinsOf(), await stockOf(item)]).toEqual([900, 2])
})

test('setting the stock during purchases sets what is left, and no piece is sold twice', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 7 })
  const buyers = await crowd(10, 100)
  const [set, ...answers] = await Promise.all([
    as.admin.send('PUT', `/shop-items/${item}`, { stock: 5 }),
    ...buyers.map(({ client }) => buy(item, client)),
  ])
  expect(set.statusCode).toBe(200)
  const entry = await db
    .from('audit')
    .select(['before', 'after'])
    .where('entity', '=', 'shop_item')
    .executeTakeFirst()
  const sold = answers.filter(({ statusCode }) => statusCode === 201).length
  // The audit log has the stock before the edit, which tells how many were sold until then.
  const before = Number(entry ? entry.before.stock : 5)
  expect(7 - before + 5 - (await stockOf(item))!).toBe(sold) // it has a stock
  expect(await stockOf(item)).toBeGreaterThanOrEqual(0)
})

test('concurrent purchases, cancellations, edits and moves of the same items all succeed', async () => {
  const make = () => buildShopItem(db, people.admin, { price: 1, stocked: 100 })
  const items = [await make(), await make(), await make()]
  const buyers = await crowd(6, 100)
  const work = buyers.flatMap(({ client }, index) =>
    [0, 1, 2, 3].map(async (turn) => {
      const made = await buy(items[(index + turn) % 3] ?? 0, client)
      const { id } = made.body.order as Order
      return [made, await put(id, 'cancelled', turn % 2 ? client : as.admin)]
    }),
  )
  const edits = times(12, async (index) => [
    await as.owner.send('PUT', `/shop-items/${items[index % 3]}`, { position: 1 + (index % 3), price: 1 }),
  ])
  const answers = (await Promise.all([...work, edits.then((all) => all.flat())])).flat()
  expect(countAnswers(answers)).toEqual({ 200: 36, 201: 24 })
  expect(await Promise.all(items.map(stockOf))).toEqual([100, 100, 100])
})

test('an order with an entry that the owner has reversed by hand takes and returns no coins again', async () => {
  const item = await buildShopItem(db, people.admin, { stocked: 5, price: 100 })
  await giveCoins(db, people.staff, 100)
  const id = await placed(item)
  await put(id, 'cancelled')
  const refund = await db
    .from('ledger_entries')
    .select('id')
    .where('source_type', '=', 'order')
    .where('source_id', '=', id)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow()
  await as.owner.post(`/coins/${refund.id}/reverse`, { comment: 'Товар выдан' })
  expect((await as.admin.post(`/orders/${id}/undo`)).body.code).toBe('wrong_state')
  expect([await coinsOf(), await stockOf(item)]).toEqual([0, 5])
})
