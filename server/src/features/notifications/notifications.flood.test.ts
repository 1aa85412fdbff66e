import type { Order } from '@artel/contract/orders/orders'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildTask, buildUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildBox, buildScannable, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'
import { trimNotifications } from './notifications.queries.ts'

// On a database of its own, because trimming deletes notifications of all people.
const test_ = useLoneTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const titlesOf = async (client: TestClient) => (await newsOf(client)).map(({ title }) => title)
const readAll = (client: TestClient) => client.post('/notifications/read', { all: true })

describe('notifications of admins about orders', () => {
  let item: number
  beforeEach(async () => {
    item = await buildShopItem(db, people.admin, { price: 1 })
    await giveCoins(db, people.staff, 50)
  })

  const buy = async (client = as.staff, quantity = 1) =>
    (await client.post('/orders/create', { item_id: item, quantity })).body.order as Order
  const cancel = ({ id }: Order) => as.staff.send('PUT', `/orders/${id}`, { status: 'cancelled' })

  test('disappear when the orders are cancelled, however often this is repeated', async () => {
    for (let cycle = 0; cycle < 40; cycle += 1) {
      expect((await cancel(await buy())).statusCode).toBe(200)
      const { body } = await as.admin.post('/listing/notifications')
      expect([body.unread, body.notifications]).toEqual([0, []])
    }
  })

  test('are one per buyer, with a count that grows until it is read', async () => {
    const [first, second, third] = [await buy(), await buy(), await buy()]
    for (const client of [as.admin, as.owner])
      expect(await newsOf(client)).toMatchObject([
        {
          title: '3 новых заказа',
          body: `Дарья Климова. Последний: Термос, заказ № ${third.id}`,
          url: `/orders?order=${third.id}`,
          actor: { id: people.staff.id },
          kind: 'order_created',
        },
      ])
    await as.admin.post('/app/set_locale', { locale: 'en' })
    expect(await newsOf(as.admin)).toMatchObject([{ title: '3 new orders by Дарья Климова' }])
    expect(first.id).toBeLessThan(second.id)
    await readAll(as.owner)
    const next = await buy()
    expect(await newsOf(as.owner)).toMatchObject([
      { title: 'Новый заказ: Термос', read_at: null, url: `/orders?order=${next.id}` },
      { title: '3 новых заказа', read_at: expect.any(String) },
    ])
    expect(await titlesOf(as.admin)).toEqual(['4 new orders by Дарья Климова'])
  })

  test('name the newest order that is not cancelled, and count it again if that is undone', async () => {
    const [first, second, third] = [await buy(as.staff, 2), await buy(), await buy()]
    await cancel(third)
    expect(await newsOf(as.admin)).toMatchObject([
      {
        title: '2 новых заказа',
        url: `/orders?order=${second.id}`,
        body: expect.stringContaining(`${second.id}`),
      },
    ])
    await cancel(second)
    expect(await newsOf(as.admin)).toMatchObject([
      {
        title: 'Новый заказ: Термос',
        url: `/orders?order=${first.id}`,
        body: `Дарья Климова, 2 штуки. Заказ № ${first.id}`,
      },
    ])
    expect((await as.admin.post(`/orders/${second.id}/undo`)).statusCode).toBe(200)
    expect(await titlesOf(as.admin)).toEqual(['2 новых заказа'])
    await readAll(as.admin)
    await cancel(first)
    await cancel(second)
    // Notifications that were read stay.
    expect(await titlesOf(as.admin)).toEqual(['2 новых заказа'])
    expect(await titlesOf(as.owner)).toEqual([])
  })

  test('are separate for each buyer', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    await giveCoins(db, colleague, 5)
    await buy()
    await buy(await TestClient.signIn(test_.app, colleague))
    expect(await titlesOf(as.admin)).toEqual(['Новый заказ: Термос', 'Новый заказ: Термос'])
  })

  test('are counted correctly for concurrent orders and concurrent cancellations', async () => {
    const orders = await times(8, () => buy())
    expect(await titlesOf(as.admin)).toEqual(['8 новых заказов'])
    await times(7, (index) => cancel(orders[index] as Order)) // there are eight
    const [left] = orders.slice(7)
    expect(await newsOf(as.admin)).toMatchObject([
      { title: 'Новый заказ: Термос', url: `/orders?order=${left?.id}` },
    ])
  })
})

test('an item that sells out and returns repeatedly creates one notification for its wish', async () => {
  const item = await buildShopItem(db, people.admin, { price: 1, stocked: 1 })
  const buyer = await buildUser(test_.root, db, 'staff')
  await giveCoins(db, buyer, 5)
  const client = await TestClient.signIn(test_.app, buyer)
  const wishing = await TestClient.signIn(test_.app, people.staff)
  for (let cycle = 0; cycle < 5; cycle += 1) {
    const order = (await client.post('/orders/create', { item_id: item, quantity: 1 })).body.order as Order
    await wishing.post(`/shop-items/${item}/wish`, { is_wished: true })
    await client.send('PUT', `/orders/${order.id}`, { status: 'cancelled' })
  }
  expect(await newsOf(as.staff)).toMatchObject([{ kind: 'wish_in_stock' }])
})

describe('comments of a task', () => {
  test('are one notification with a count and the last comment, until it is read', async () => {
    const begun = {
      user_id: people.staff.id,
      started_at: '2026-11-20T06:00:00.000Z',
      status: 'paused',
    } as const
    const [id, other] = [await buildTask(db, people.admin, begun), await buildTask(db, people.admin, begun)]
    const comment = (text: string, task = id) => as.staff.post(`/tasks/${task}/comments`, { text })
    await comment('Коробки кончились')
    const [first] = await newsOf(as.admin)
    expect(first).toMatchObject({ title: `Дарья Климова о задаче ${id}`, body: 'Коробки кончились' })
    await comment('Ленты тоже нет', other)
    await times(30, () => comment('Ау'))
    await comment('Нашлись')
    const news = await newsOf(as.admin)
    expect(news).toMatchObject([
      { title: `32 комментария к задаче ${id}`, body: 'Дарья Климова: Нашлись', url: `/task/${id}` },
      { title: `Дарья Климова о задаче ${other}` },
    ])
    // It is the newest one in the bell again.
    expect(news[0]?.id).toBeGreaterThan(news[1]?.id ?? 0)
    await readAll(as.admin)
    await comment('Ещё вопрос')
    expect((await newsOf(as.admin))[0]).toMatchObject({
      title: `Дарья Климова о задаче ${id}`,
      read_at: null,
    })
  })
})

describe('requests of packers for room in a plan', () => {
  let supply: number
  let boxes: number[]
  beforeEach(async () => {
    supply = await buildSupply(db, { number: '2026-000123' })
    boxes = [await buildBox(db, supply, { number: 1 }), await buildBox(db, supply, { number: 2 })]
  })

  const ask = (barcode: string, place = 0, client = as.staff) =>
    client.post(`/supplies/${supply}/box/${boxes[place]}/ask`, { barcode })
  const countRows = async () =>
    (await db.from('notifications').select('id').where('kind', '=', 'room_asked').execute()).length

  test('are one notification per supply, which counts each box and barcode once', async () => {
    await buildScannable(db, '00012')
    for (let repeat = 0; repeat < 10; repeat += 1) await ask('00012')
    expect(await titlesOf(as.admin)).toEqual(['Дарья Климова: нет места в плане'])
    const colleague = await buildUser(test_.root, db, 'staff')
    await ask('00012', 0, await TestClient.signIn(test_.app, colleague))
    expect(await newsOf(as.admin)).toMatchObject([{ actor: { id: colleague.id } }])
    await ask('777', 1)
    await times(6, () => ask('00012', 1))
    await ask('777', 1)
    for (const client of [as.admin, as.owner])
      expect(await newsOf(client)).toMatchObject([
        {
          title: 'Поставка 2026-000123: 3 просьбы упаковщиков',
          body: 'Дарья Климова: незнакомый штрихкод. 777, короб 2, поставка 2026-000123',
          url: `/supply/${supply}`,
        },
      ])
    await as.admin.post('/app/set_locale', { locale: 'en' })
    expect(await newsOf(as.admin)).toMatchObject([
      {
        title: 'Shipment 2026-000123: 3 requests from packers',
        body: 'Дарья Климова: unknown barcode. 777, box 2, shipment 2026-000123',
      },
    ])
    expect(await countRows()).toBe(2)
    const other = { supply: await buildSupply(db) }
    await as.staff.post(`/supplies/${other.supply}/box/${await buildBox(db, other.supply)}/ask`, {
      barcode: '1',
    })
    expect(await titlesOf(as.owner)).toHaveLength(2)
  })

  test('of any codes add no row, keep a bounded size, and send no copy to a device', async () => {
    await ask('first')
    const full = sql<number[]>`array(select generate_series(1, 1000))`
    await db.update('notifications', { things: full }).where('kind', '=', 'room_asked').execute()
    for (const code of ['a', 'b', '😀'.repeat(50), `x${'\u0001'.repeat(99)}`])
      expect((await ask(code)).statusCode).toBe(200)
    const rows = await db
      .from('notifications')
      .select(['things', 'params', 'has_devices'])
      .where('kind', '=', 'room_asked')
      .execute()
    expect(rows.map(({ things, has_devices }) => [things.length, has_devices])).toEqual([
      [1000, false],
      [1000, false],
    ])
    expect(rows[0]?.params).toMatchObject({ count: 1000, code: `x${'\u0001'.repeat(99)}` })
  })

  test('that were read are kept, and a new one is told again', async () => {
    await ask('777')
    await readAll(as.admin)
    await times(5, () => ask('777'))
    expect((await newsOf(as.admin)).map(({ read_at }) => read_at !== null)).toEqual([false, true])
  })
})

describe('the database', () => {
  const row = { kind: 'task_review', params: {}, url: '/task/1', created_at: '2026-11-20T06:00:00.000Z' }
  const insert = (fields: object) =>
    db.insert('notifications', { ...row, user_id: people.staff.id, topic: '/task/1', ...fields }).execute()

  test('allows one unread notification per person, kind and topic', async () => {
    await insert({})
    await expect(insert({})).rejects.toMatchObject({ code: '23505' })
    await insert({ kind: 'task_comment' })
    await insert({ topic: '/task/2' })
    await insert({ user_id: people.owner.id })
    await insert({ read_at: row.created_at })
    await insert({ topic: null })
    await insert({ topic: null })
  })

  test.each<[string, object]>([
    ['an empty topic', { topic: '' }],
    ['a topic of 301 letters', { topic: 'x'.repeat(301) }],
    ['1001 things', { things: Array.from({ length: 1001 }, (_, index) => index) }],
    ['a thing that is null', { things: sql`array[1, null]::bigint[]` }],
  ])('refuses %s', async (_, wrong) => {
    await expect(insert(wrong)).rejects.toMatchObject({ code: '23514' })
  })

  test('keeps the newest thousand things, each once', async () => {
    const [row] = await db.query(sql<{ things: number[] }>`
      select newest_things(array(select generate_series(1, 1500)) || array[1500, 1499]::bigint[]) as things`)
    expect([row?.things.length, row?.things[0], row?.things.at(-1)]).toEqual([1000, 501, 1500])
  })
})

describe('trimming', () => {
  const kept = 20
  const old = '2020-01-01T00:00:00.000Z'
  type Pile = { kind: string; actor: 'admin' | 'owner'; isRead: boolean; count: number }
  const pile = ({ kind, actor, isRead, count }: Pile) =>
    db.query(sql`insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at, read_at)
      select ${db.companyId}, ${people.staff.id}, ${people[actor].id}, ${kind}, '{"id": 1}', '/task/1', now(),
        ${isRead ? sql`now()` : null}
      from generate_series(1, ${count}::int)`)
  const trim = () => trimNotifications(test_.root, old, kept)
  const left = async (where: Partial<Pile>) => {
    const rows = await db
      .from('notifications')
      .select(['kind', 'actor_id', 'read_at'])
      .where('user_id', '=', people.staff.id)
      .execute()
    return rows.filter(
      ({ kind, actor_id, read_at }) =>
        (where.kind === undefined || where.kind === kind) &&
        (where.actor === undefined || people[where.actor].id === actor_id) &&
        (where.isRead === undefined || where.isRead === (read_at !== null)),
    ).length
  }

  test('removes the largest group before older unread notifications of other kinds and actors', async () => {
    await pile({ kind: 'task_review', actor: 'admin', isRead: false, count: 4 })
    await pile({ kind: 'task_comment', actor: 'owner', isRead: false, count: 3 })
    await pile({ kind: 'task_comment', actor: 'admin', isRead: false, count: 60 })
    await trim()
    expect(await left({})).toBe(kept)
    expect(await left({ kind: 'task_review' })).toBe(4)
    expect(await left({ actor: 'owner' })).toBe(3)
  })

  test('removes read notifications before unread ones', async () => {
    await pile({ kind: 'task_comment', actor: 'admin', isRead: false, count: 18 })
    await pile({ kind: 'task_review', actor: 'admin', isRead: true, count: 60 })
    await trim()
    expect([await left({ isRead: false }), await left({ isRead: true })]).toEqual([18, 2])
  })

  test('keeps the unread notifications of each kind up to its share', async () => {
    const kinds = ['task_comment', 'task_review', 'order_created', 'shift_proposed']
    const anyPile = fc.record({
      kind: fc.constantFrom(...kinds),
      actor: fc.constantFrom('admin' as const, 'owner' as const),
      isRead: fc.boolean(),
      count: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyPile, { minLength: 1, maxLength: 8 }), async (piles) => {
        await db.remove('notifications').execute()
        for (const one of piles) await pile(one)
        const sumOf = (of: (one: Pile) => boolean) =>
          piles.filter(of).reduce((sum, { count }) => sum + count, 0)
        await trim()
        expect(await left({})).toBe(
          Math.min(
            kept,
            sumOf(() => true),
          ),
        )
        const unread = sumOf(({ isRead }) => !isRead)
        expect(await left({ isRead: false })).toBe(Math.min(kept, unread))
        for (const kind of kinds) {
          const count = sumOf((one) => one.kind === kind && !one.isRead)
          const share = kept / kinds.length
          expect(await left({ kind, isRead: false })).toBeGreaterThanOrEqual(Math.min(count, share))
        }
      }),
      { numRuns: 25 },
    )
  })
})
