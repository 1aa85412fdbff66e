import type { Order } from '@artel/contract/orders/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildOrder, buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']
let item: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  item = await buildShopItem(db, people.admin, { price: 100, stocked: 5, limit_per_user: 3 })
  await giveCoins(db, people.staff, 1000)
})
afterEach(() => moveClock(0))

const orderOf = ({ body }: Answer) => body.order as Order
const buy = (draft: object = {}, client: TestClient = as.staff) =>
  client.post('/orders/create', { item_id: item, ...draft })
const bought = async (draft: object = {}, client?: TestClient) => orderOf(await buy(draft, client))
const put = (id: number, body: object, client: TestClient = as.admin) =>
  client.send('PUT', `/orders/${id}`, body)
const move = (id: number, status: string, comment = '') => put(id, { status, ...(comment && { comment }) })
const undo = (id: number, client: TestClient = as.admin) => client.post(`/orders/${id}/undo`)
/** The person's coins, the stock of the item, and how many the person may still buy. */
async function look() {
  const { balance } = await db
    .from('accounts')
    .select('balance')
    .where('ledger', '=', 'coins')
    .where('user_id', '=', people.staff.id)
    .executeTakeFirstOrThrow()
  const { shop_item } = (await as.staff.get(`/shop-items/${item}`)).body as {
    shop_item: { stock: number | null; left_for_me: number | null }
  }
  return { coins: balance, stock: shop_item.stock, left: shop_item.left_for_me }
}
const entriesOf = (id: number) =>
  db
    .from('ledger_entries')
    .select(['kind', 'amount', 'key'])
    .where('source_type', '=', 'order')
    .where('source_id', '=', id)
    .orderBy('id')
    .execute()

/** Sends a request that is refused, and checks that it leaves no trace. */
const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)
const refusal = async (send: () => Promise<Answer>) => codeOf(await refused(send))

describe('buying', () => {
  test('takes coins, stock and limit, keeps the name and price, and notifies admins', async () => {
    const answer = await buy({ quantity: 2, comment: 'Размер L', price: 100 })
    expect(answer.statusCode).toBe(201)
    const order = orderOf(answer)
    expect(order).toMatchObject({
      user_id: people.staff.id,
      item_id: item,
      name: 'Термос',
      price: 100,
      quantity: 2,
      total: 200,
      status: 'pending',
      comment: 'Размер L',
      undo_until: null,
      multimedia: [],
      photo: null,
      history: [{ kind: 'create', from: null, to: 'pending', comment: 'Размер L' }],
      can: { move_to: ['cancelled'], needs_reason: false, edit: false, undo: false },
    })
    expect(await look()).toEqual({ coins: 800, stock: 3, left: 1 })
    expect(await entriesOf(order.id)).toEqual([
      { kind: 'purchase', amount: -200, key: `order:${order.id}:purchase` },
    ])
    expect(await newsOf(as.admin)).toMatchObject([
      {
        kind: 'order_created',
        title: 'Новый заказ: Термос',
        url: `/orders?order=${order.id}`,
        body: expect.stringContaining('2 штуки'),
      },
    ])
    await as.admin.send('PUT', `/shop-items/${item}`, { name: 'Кружка', price: 900 })
    const { body } = await as.staff.get(`/orders/${order.id}`)
    expect(body.order).toMatchObject({ name: 'Термос', price: 100, total: 200 })
    const [entry] = (await as.staff.post('/listing/coins')).body.coins as object[]
    expect(entry).toMatchObject({ source: { type: 'order', id: order.id, title: 'Термос' } })
  })

  test('is done once for one idempotency key', async () => {
    const options = { headers: { 'idempotency-key': 'buy-1' } }
    const send = () => as.staff.send('POST', '/orders/create', { item_id: item }, options)
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect(await look()).toEqual({ coins: 900, stock: 4, left: 2 })
  })

  test('is refused beyond the limit, the stock and the coins, in that order', async () => {
    expect(await refusal(() => buy({ quantity: 4 }))).toEqual([409, 'limit_reached'])
    const few = await buildShopItem(db, people.admin, { price: 600, stocked: 1 })
    expect(await refusal(() => buy({ item_id: few, quantity: 2 }))).toEqual([409, 'out_of_stock'])
    const dear = await buildShopItem(db, people.admin, { price: 1001 })
    expect(await refusal(() => buy({ item_id: dear }))).toEqual([409, 'insufficient_coins'])
    const hidden = await buildShopItem(db, people.admin, { is_active: false })
    expect(await refusal(() => buy({ item_id: hidden }))).toEqual([409, 'wrong_state'])
  })

  test('counts the limit by calendar months in the company’s time zone', async () => {
    // The company is three hours ahead of UTC, so its next month has already begun.
    const end = Date.parse('2027-01-31T20:30:00Z')
    moveClock(end - Date.now())
    as = await signInTeam(test_.app, people)
    await bought({ quantity: 3 })
    expect((await look()).left).toBe(0)
    expect(await refusal(() => buy())).toEqual([409, 'limit_reached'])
    moveClock(end + 3_600_000 - Date.now())
    expect((await look()).left).toBe(3)
    expect((await buy()).statusCode).toBe(201)
  })

  test('is refused if the price is not the one that the buyer has seen', async () => {
    const answer = await refused(() => buy({ price: 90 }))
    expect(fieldsOf(answer)).toEqual([422, 'price'])
    expect(answer.body.errors?.price).toEqual(['Теперь он стоит 100 монет. Посмотрите, хотите ли вы его ещё'])
  })

  test.each<[string, object]>([
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: -1 }],
    ['quantity', { quantity: 1.5 }],
    ['quantity', { quantity: 1_000_000_000 }],
    ['item_id', { item_id: 999_999_999_999 }],
    ['item_id', { item_id: null }],
    ['comment', { comment: 'х'.repeat(1001) }],
    ['total', { total: 1 }],
    ['user_id', { user_id: 1 }],
  ])('with an invalid %s is refused (%#)', async (path, draft) => {
    expect(fieldsOf(await refused(() => buy(draft)))).toEqual([422, path])
  })
})

describe('a step', () => {
  test('follows the order of statuses and notifies the buyer', async () => {
    const { id } = await bought()
    expect(await refusal(() => move(id, 'delivered'))).toEqual([409, 'wrong_state'])
    const processing = orderOf(await move(id, 'processing'))
    expect(processing).toMatchObject({ status: 'processing', can: { move_to: ['delivered', 'cancelled'] } })
    expect((await newsOf(as.staff)).map(({ title }) => title)).toEqual([`Заказ № ${id} готовят`])
    const media = mediaOf(await upload(as.admin, await photo(), { path: 'shop' })).id
    const handed = await put(id, { status: 'delivered', comment: 'На смене', multimedia_ids: [media] })
    const order = orderOf(handed)
    expect(order).toMatchObject({ status: 'delivered', comment: 'На смене', multimedia: [{ id: media }] })
    expect(order.history).toMatchObject([
      { kind: 'step', from: 'processing', to: 'delivered', comment: 'На смене' },
      { kind: 'step', from: 'pending', to: 'processing', comment: '' },
      { kind: 'create', to: 'pending' },
    ])
    expect(order.history[0]?.user.id).toBe(people.admin.id)
    for (const status of ['pending', 'processing', 'cancelled'])
      expect(await refusal(() => move(id, status, 'Так'))).toEqual([409, 'wrong_state'])
    const told = await newsOf(as.staff)
    // The notification replaces the unread one of the order.
    expect(told.map(({ title }) => title)).toEqual([`Заказ № ${id} выдан`])
    expect(told[0]).toMatchObject({ body: 'Термос. На смене', url: `/orders?order=${id}` })
    expect(await look()).toEqual({ coins: 900, stock: 4, left: 2 })
  })

  test('to the current status changes nothing', async () => {
    const { id } = await bought()
    await move(id, 'processing')
    const again = await refused(() => move(id, 'processing', 'Ещё раз'))
    expect([again.statusCode, orderOf(again).status]).toEqual([200, 'processing'])
  })

  test('that cancels returns coins, stock and limit once, by the buyer or an admin', async () => {
    const mine = await bought({ quantity: 2 })
    const own = await put(mine.id, { status: 'cancelled' }, as.staff)
    expect(orderOf(own)).toMatchObject({ status: 'cancelled', can: { move_to: [] } })
    expect(await look()).toEqual({ coins: 1000, stock: 5, left: 3 })
    expect((await refused(() => put(mine.id, { status: 'cancelled' }, as.staff))).statusCode).toBe(200)
    expect(await entriesOf(mine.id)).toMatchObject([
      { kind: 'purchase' },
      { kind: 'refund', amount: 200, key: `order:${mine.id}:refund` },
    ])
    const { id } = await bought({ quantity: 2 })
    expect(fieldsOf(await refused(() => move(id, 'cancelled')))).toEqual([422, 'comment'])
    expect((await move(id, 'cancelled', 'Брак')).statusCode).toBe(200)
    expect(await look()).toEqual({ coins: 1000, stock: 5, left: 3 })
    expect((await newsOf(as.staff))[0]).toMatchObject({ body: 'Термос. Брак' })
    const { audit } = (await as.owner.post('/listing/audit', { entity: 'order' })).body
    const [last, first] = audit as { before: object; after: object }[]
    const after = { status: 'cancelled', coins: 200 }
    expect(first).toMatchObject({ action: 'update', before: { status: 'pending' } })
    expect([first?.after, last?.after]).toEqual([after, { ...after, comment: 'Брак' }])
  })

  test('that cancels returns what the order took, also if price, limit or stock have changed', async () => {
    const { id } = await bought({ quantity: 2 })
    await as.admin.send('PUT', `/shop-items/${item}`, { price: 1, stock: 0, limit_per_user: 1 })
    await move(id, 'cancelled', 'Брак')
    expect(await look()).toEqual({ coins: 1000, stock: 2, left: 1 })
  })

  test('that cancels returns no coins that the owner has already reversed by hand', async () => {
    const { id } = await bought()
    const entry = await db
      .from('ledger_entries')
      .select('id')
      .where('source_type', '=', 'order')
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()
    await as.owner.post(`/coins/${entry.id}/reverse`, { comment: 'Ошибка' })
    expect((await move(id, 'cancelled', 'Брак')).statusCode).toBe(200)
    expect(await look()).toEqual({ coins: 1000, stock: 5, left: 3 })
  })

  test('may be a comment only, which is added to the history and notifies the buyer', async () => {
    const { id } = await bought()
    const order = orderOf(await put(id, { comment: 'Будет в пятницу' }))
    expect(order).toMatchObject({ status: 'pending', comment: 'Будет в пятницу', version: 2 })
    expect(order.history[0]).toMatchObject({ kind: 'comment', from: 'pending', to: 'pending' })
    expect((await newsOf(as.staff))[0]).toMatchObject({ body: 'Термос. Будет в пятницу' })
  })

  test('with photos is stale if the photos have changed since', async () => {
    const { id, version } = await bought()
    const [one, other] = [
      mediaOf(await upload(as.admin, await photo(), { path: 'shop' })).id,
      mediaOf(await upload(as.admin, await photo(), { path: 'shop' })).id,
    ]
    await put(id, { multimedia_ids: [one] })
    const late = await refused(() => put(id, { multimedia_ids: [other], version }))
    expect(codeOf(late)).toEqual([409, 'stale'])
    expect(late.body.current).toMatchObject({ id, multimedia: [{ id: one }] })
  })

  test.each<[string, object]>([
    ['status', { status: 'paid' }],
    ['comment', { comment: 'х'.repeat(1001) }],
    ['multimedia_ids.0', { multimedia_ids: [999_999_999] }],
    ['price', { price: 1 }],
    ['quantity', { quantity: 1 }],
  ])('with an invalid %s is refused (%#)', async (path, patch) => {
    const { id } = await bought()
    expect(fieldsOf(await refused(() => put(id, patch)))).toEqual([422, path])
  })
})

describe('undoing', () => {
  test('reverses the last step once, within ten minutes', async () => {
    const { id } = await bought()
    await move(id, 'processing')
    const { undo_until, can } = orderOf(await move(id, 'delivered'))
    expect([can.undo, Date.parse(undo_until ?? '') > Date.now()]).toEqual([true, true])
    expect(orderOf(await undo(id))).toMatchObject({ status: 'processing', undo_until: null })
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
    expect(orderOf(await move(id, 'delivered')).status).toBe('delivered')
    moveClock(601_000)
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
    const { body } = await as.admin.get(`/orders/${id}`)
    expect(body.order).toMatchObject({ undo_until: null, can: { undo: false } })
  })

  test('a cancellation takes everything again, and the order can be cancelled again', async () => {
    const { id } = await bought({ quantity: 2 })
    await move(id, 'processing')
    await move(id, 'cancelled', 'Брак')
    const order = orderOf(await undo(id))
    expect(order).toMatchObject({
      status: 'processing',
      history: [{ kind: 'undo', from: 'cancelled' }, {}, {}, {}],
    })
    expect(await look()).toEqual({ coins: 800, stock: 3, left: 1 })
    await move(id, 'cancelled', 'Всё-таки брак')
    expect(await look()).toEqual({ coins: 1000, stock: 5, left: 3 })
    expect((await entriesOf(id)).map(({ key }) => key)).toEqual([
      `order:${id}:purchase`,
      `order:${id}:refund`,
      `order:${id}:purchase:2`,
      `order:${id}:refund:2`,
    ])
  })

  test('a cancellation is refused if its coins, stock or limit are no longer available', async () => {
    const { id } = await bought()
    await move(id, 'cancelled', 'Брак')
    const spent = await as.admin.post('/coins', {
      user_id: people.staff.id,
      amount: 950,
      kind: 'fine',
      comment: 'Потрачено',
    })
    expect(spent.statusCode).toBe(201)
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
    await giveCoins(db, people.staff, 950)
    await bought({ quantity: 3 })
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
    await as.admin.send('PUT', `/shop-items/${item}`, { stock: 0, limit_per_user: null })
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
    await as.admin.send('PUT', `/shop-items/${item}`, { stock: null })
    expect((await undo(id)).statusCode).toBe(200)
  })

  test('is refused before the first step', async () => {
    const { id } = await bought()
    expect(await refusal(() => undo(id))).toEqual([409, 'wrong_state'])
  })
})

describe('access', () => {
  test('a guest gets 401', async () => {
    const { id } = await bought()
    const guest = await TestClient.guest(test_.app)
    for (const send of [
      () => buy({}, guest),
      () => put(id, { status: 'cancelled' }, guest),
      () => undo(id, guest),
      () => guest.get(`/orders/${id}`),
      () => guest.post('/listing/orders'),
    ])
      expect((await refused(send)).statusCode).toBe(401)
  })

  test('staff may cancel their own new order, and nothing else', async () => {
    const { id } = await bought()
    const other = await buildOrder(db, await buildUser(test_.root, db, 'staff'))
    const own = (body: object) => refusal(() => put(id, body, as.staff))
    for (const status of ['processing', 'delivered', 'pending'])
      expect(await own({ status })).toEqual([403, 'forbidden'])
    expect(await own({ comment: 'Где он?' })).toEqual([403, 'forbidden'])
    expect(await own({ status: 'cancelled', multimedia_ids: [] })).toEqual([403, 'forbidden'])
    expect(await refusal(() => put(other, { status: 'cancelled' }, as.staff))).toEqual([404, 'not_found'])
    expect((await as.staff.get(`/orders/${other}`)).statusCode).toBe(404)
    await move(id, 'processing')
    expect(await own({ status: 'cancelled' })).toEqual([409, 'wrong_state'])
    expect(await refusal(() => undo(id, as.staff))).toEqual([403, 'forbidden'])
  })

  test('an admin leads their own order only while nobody else has', async () => {
    for (const buyer of [people.admin, people.owner]) await giveCoins(db, buyer, 1000)
    const { id } = await bought({}, as.admin)
    expect(orderOf(await put(id, { status: 'processing' }, as.owner)).can.undo).toBe(true)
    const handover = mediaOf(await upload(as.owner, await photo(), { path: 'shop' })).id
    await put(id, { multimedia_ids: [handover] }, as.owner)
    const own = (body: object) => refusal(() => put(id, body, as.admin))
    const rights = { move_to: [], edit: false, undo: false }
    expect((await as.admin.get(`/orders/${id}`)).body.order).toMatchObject({ can: rights })
    for (const body of [{ status: 'delivered' }, { multimedia_ids: [] }, { comment: 'Взял' }])
      expect(await own(body)).toEqual([403, 'forbidden'])
    expect(await own({ status: 'cancelled' })).toEqual([409, 'wrong_state'])
    await put(id, { status: 'delivered' }, as.owner)
    expect(await refusal(() => undo(id, as.admin))).toEqual([403, 'forbidden'])
    expect(await own({ status: 'cancelled' })).toEqual([409, 'wrong_state'])
    expect(orderOf(await undo(id, as.owner))).toMatchObject({ status: 'processing' })

    const alone = await bought({}, as.admin)
    expect(orderOf(await put(alone.id, { status: 'processing' }, as.admin))).toMatchObject({
      can: { undo: true },
    })
    expect(orderOf(await undo(alone.id, as.admin))).toMatchObject({ status: 'pending' })
    const owned = await bought({}, as.owner)
    await put(owned.id, { status: 'processing' }, as.admin)
    expect(orderOf(await undo(owned.id, as.owner))).toMatchObject({ status: 'pending' })
  })

  test('a change of the photos of a handover is in the audit log', async () => {
    const { id } = await bought()
    const media = mediaOf(await upload(as.admin, await photo(), { path: 'shop' })).id
    await put(id, { multimedia_ids: [media] })
    await put(id, { multimedia_ids: [] })
    const { audit } = (await as.owner.post('/listing/audit', { entity: 'order' })).body
    expect(audit).toMatchObject([
      { before: { multimedia_ids: [media] }, after: { multimedia_ids: [] } },
      { before: { multimedia_ids: [] }, after: { multimedia_ids: [media] } },
    ])
  })

  test('people of another company cannot buy, see, change or undo anything', async () => {
    const { id } = await bought()
    const stranger = (await buildTeam(test_)).as.owner
    expect(await refusal(() => put(id, { status: 'cancelled' }, stranger))).toEqual([404, 'not_found'])
    expect(await refusal(() => undo(id, stranger))).toEqual([404, 'not_found'])
    expect(fieldsOf(await refused(() => buy({}, stranger)))).toEqual([422, 'item_id'])
    expect((await stranger.post('/listing/orders')).body.orders).toEqual([])
  })
})
