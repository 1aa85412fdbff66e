import type { Order } from '@artel/contract/orders/orders'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, TestClient } from '../../testing/client.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { buildOrder, buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']
let item: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  item = await buildShopItem(db, people.admin)
  await giveCoins(db, people.staff, 1000)
})

const bought = async (draft: object = {}) =>
  (await as.staff.post('/orders/create', { item_id: item, ...draft })).body.order as Order
const move = (id: number, status: string, comment = 'Так вышло') =>
  as.admin.send('PUT', `/orders/${id}`, { status, comment })
const list = async (client: TestClient, filters: object = {}, query = '') =>
  (await client.post(`/listing/orders${query}`, filters)).body as {
    orders: Order[]
    pagination: { total: number }
    totals: object
    counts: object
  }

describe('the list', () => {
  test('shows staff own orders and admins all, counts by status, sums without cancelled ones', async () => {
    const first = await bought({ quantity: 2 })
    const second = await bought()
    const other = await buildOrder(db, people.owner, { price: 70 })
    await move(first.id, 'processing')
    await move(second.id, 'cancelled', 'Брак')
    const all = await list(as.admin, {}, '?sort_by=total&direction=asc')
    expect(all.orders.map(({ id }) => id)).toEqual([other, second.id, first.id])
    expect(all.totals).toEqual({ quantity: 3, coins: 270 })
    expect(all.counts).toEqual({ pending: 1, processing: 1, delivered: 0, cancelled: 1 })
    const waiting = await list(as.admin, { status: ['pending', 'processing'], user_id: people.staff.id })
    expect(waiting.orders).toMatchObject([{ id: first.id, can: { move_to: ['delivered', 'cancelled'] } }])
    expect(waiting.counts).toEqual({ pending: 0, processing: 1, delivered: 0, cancelled: 1 })
    const mine = await list(as.staff, { item_id: item })
    expect(mine.orders.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await list(as.staff, { user_id: people.owner.id })).orders).toEqual([])
    expect((await list(as.admin, { search: 'термос клим' })).pagination.total).toBe(3)
    expect((await list(as.admin, { search: String(first.id) })).orders).toMatchObject([{ id: first.id }])
    expect((await list(as.admin, { search: 'самовар' })).orders).toEqual([])
  })

  test('has a separate count of orders that are not yet in preparation', async () => {
    const waiting = async () => (await as.admin.get('/orders/waiting')).body.waiting
    expect(await waiting()).toBe(0)
    const { id } = await bought({ quantity: 2 })
    await buildOrder(db, people.owner)
    const elsewhere = await buildTeam(test_)
    await buildOrder(elsewhere.db, elsewhere.people.staff)
    expect(await waiting()).toBe(2)
    await move(id, 'processing')
    expect(await waiting()).toBe(1)
  })

  test('is exported as a CSV file', async () => {
    await bought()
    const { raw } = await as.staff.post('/listing/orders?format=csv')
    expect(raw.body).toContain('Термос')
    expect(raw.body).toContain('Новый')
  })

  test('the global search finds an order by number or name, for people who may see it', async () => {
    const { id } = await bought()
    const found = async (client: TestClient, q: string) =>
      ((await client.get(`/search?q=${encodeURIComponent(q)}`)).body.results as { entity: string }[]).filter(
        ({ entity }) => entity === 'order',
      )
    expect(await found(as.staff, String(id))).toMatchObject([{ id, title: 'Термос', subtitle: '' }])
    expect(await found(as.admin, 'термос')).toMatchObject([{ id, subtitle: 'Дарья Климова' }])
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    expect(await found(colleague, String(id))).toEqual([])
  })
})

test('a user with orders cannot be deleted, and their open orders are shown before archiving', async () => {
  const { id } = await bought()
  const user = `/users/${people.staff.id}`
  const unfinished = async () => (await as.admin.get(`${user}/unfinished`)).body.unfinished
  expect(await unfinished()).toMatchObject({ open_orders: 1 })
  await move(id, 'cancelled', 'Брак')
  expect(await unfinished()).toMatchObject({ open_orders: 0 })
  expect(codeOf(await as.owner.send('DELETE', user))).toEqual([409, 'has_history'])
})
