import type { ShopItem, ShopWorth } from '@artel/contract/shop/shop'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildEntry, buildUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildOrder, buildShopItem, giveCoins } from '../../testing/rows/shop.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const thermos = { name: 'Термос', price: 300, stock: 4, limit_per_user: 2, description: 'Пол-литра' }

const itemOf = ({ body }: Answer) => body.shop_item as ShopItem
const create = (body: object, client: TestClient = as.admin) => client.post('/shop-items/create', body)
const made = async (body: object = thermos) => itemOf(await create(body))
const update = (id: number, body: object, client: TestClient = as.admin) =>
  client.send('PUT', `/shop-items/${id}`, body)
const remove = (id: number, client: TestClient = as.admin) => client.send('DELETE', `/shop-items/${id}`)
const wish = (id: number, is_wished = true, client: TestClient = as.staff) =>
  client.post(`/shop-items/${id}/wish`, { is_wished })
const list = async (
  client: TestClient = as.staff,
  filters: object = {},
  query = '?sort_by=position&direction=asc',
) =>
  (await client.post(`/shop-items${query}`, filters)).body.shop_items as (ShopItem & {
    photo: string | null
  })[]
const names = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ name }) => name)

/** Sends a request that is refused, and checks that it leaves no trace. */
const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)

describe('an item', () => {
  test('is created, shown, updated and deleted', async () => {
    const media = mediaOf(await upload(as.admin, await photo(), { path: 'shop' }))
    const answer = await create({ ...thermos, multimedia_ids: [media.id] })
    expect(answer.statusCode).toBe(201)
    const { id } = itemOf(answer)
    expect(itemOf(answer)).toMatchObject({
      ...thermos,
      is_active: true,
      position: 1,
      left_for_me: 2,
      is_wished: false,
      wishes: 0,
      weeks: null,
      version: 1,
      multimedia: [{ id: media.id }],
      can: { edit: true, delete: true, buy: true },
    })
    const seen = itemOf(await as.staff.get(`/shop-items/${id}`))
    expect(seen).toMatchObject({ wishes: null, can: { edit: false, delete: false, buy: true } })
    expect(await list()).toMatchObject([{ id, photo: media.file }])
    expect(itemOf(await update(id, { price: 250, stock: 0 }))).toMatchObject({
      ...thermos,
      price: 250,
      stock: 0,
      version: 2,
      can: { buy: false },
    })
    const audited = await db
      .from('audit')
      .select(['before', 'after'])
      .where('entity', '=', 'shop_item')
      .execute()
    expect(audited.at(-1)).toEqual({ before: { price: 300, stock: 4 }, after: { price: 250, stock: 0 } })
    expect((await remove(id)).statusCode).toBe(200)
    expect((await as.admin.get(`/shop-items/${id}`)).statusCode).toBe(404)
  })

  test('with orders can only be switched off, not deleted, and is then hidden from staff', async () => {
    const id = await buildShopItem(db, people.admin)
    await buildOrder(db, people.staff, { item_id: id })
    expect(codeOf(await refused(() => remove(id)))).toEqual([409, 'in_use'])
    expect((await update(id, { is_active: false })).statusCode).toBe(200)
    expect((await as.staff.get(`/shop-items/${id}`)).statusCode).toBe(404)
    expect(await list()).toEqual([])
    expect(await list(as.admin, { is_active: false })).toMatchObject([{ id, can: { buy: false } }])
  })

  test('is not overwritten by a stale edit of the same field, nor its stock after an order', async () => {
    const { id, version } = await made()
    await update(id, { price: 310, version }, as.owner)
    expect(codeOf(await refused(() => update(id, { price: 320, version })))).toEqual([409, 'stale'])
    expect((await update(id, { name: 'Кружка', version })).statusCode).toBe(200)
    const now = itemOf(await as.admin.get(`/shop-items/${id}`)).version
    await buildOrder(db, people.staff, { item_id: id, price: 310 })
    const late = await refused(() => update(id, { stock: 9, version: now }))
    expect([...codeOf(late), (late.body.current as ShopItem).stock]).toEqual([409, 'stale', 3])
    expect((await update(id, { price: 300, version: now })).statusCode).toBe(200)
  })

  test.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'две\nстроки' }],
    ['price', { price: 0 }],
    ['price', { price: -1 }],
    ['price', { price: 1.5 }],
    ['price', { price: 1_000_000_001 }],
    ['stock', { stock: -1 }],
    ['stock', { stock: 1_000_001 }],
    ['limit_per_user', { limit_per_user: 0 }],
    ['position', { position: 0 }],
    ['multimedia_ids.0', { multimedia_ids: [999_999_999] }],
    ['taken', { taken: 1 }],
  ])('%s is refused at its field (%#)', async (path, fields) => {
    expect(fieldsOf(await refused(() => create({ ...thermos, ...fields })))).toEqual([422, path])
    const { id } = await made()
    expect(fieldsOf(await refused(() => update(id, fields)))).toEqual([422, path])
  })
})

describe('the shop', () => {
  test('keeps its order: a moved item takes its place and shifts the others', async () => {
    const [a, b, c, d] = [
      await made({ name: 'А', price: 1 }),
      await made({ name: 'Б', price: 1 }),
      await made({ name: 'В', price: 1, position: 99 }),
      await made({ name: 'Г', price: 1, position: 2 }),
    ]
    expect(await names()).toEqual(['А', 'Г', 'Б', 'В'])
    expect(itemOf(await update(a.id, { position: 3 }))).toMatchObject({ position: 3 })
    expect(await names()).toEqual(['Г', 'Б', 'А', 'В'])
    await update(c.id, { position: 1 })
    await update(d.id, { position: 99 })
    expect(await names()).toEqual(['В', 'Б', 'А', 'Г'])
    await remove(b.id)
    expect((await list()).map(({ position }) => position)).toEqual([1, 2, 3])
  })

  test('keeps positions without gaps when many items are moved and added concurrently', async () => {
    const ids: number[] = []
    for (let index = 0; index < 6; index += 1) ids.push((await made({ name: `${index}`, price: 1 })).id)
    const answers = await Promise.all([
      ...ids.map((id, index) => update(id, { position: 6 - index })),
      ...[0, 1, 2].map((index) => create({ name: `+${index}`, price: 1, position: 1 + index })),
    ])
    expect(countAnswers(answers)).toEqual({ 200: 6, 201: 3 })
    expect((await list()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('is filtered, sorted and searched', async () => {
    await made({ name: 'Плед', price: 900, stock: 0 })
    const cup = await made({ name: 'Кружка', price: 200, description: 'Белая, с лисой' })
    await made({ name: 'Термос', price: 500, is_active: false })
    await giveCoins(db, people.staff, 300)
    await wish(cup.id)
    expect(await names(as.staff)).toEqual(['Плед', 'Кружка'])
    expect(await names(as.admin, { is_active: false })).toEqual(['Термос'])
    expect(await names(as.staff, { in_stock: true })).toEqual(['Кружка'])
    expect(await names(as.staff, { in_stock: false })).toEqual(['Плед'])
    expect(await names(as.staff, { is_wished: true })).toEqual(['Кружка'])
    expect(await names(as.staff, { is_affordable: true })).toEqual(['Кружка'])
    expect(await names(as.admin, { is_affordable: true })).toEqual([])
    expect(await names(as.staff, { search: 'лис' })).toEqual(['Кружка'])
    expect(await names(as.admin, {}, '?sort_by=price&direction=desc')).toEqual(['Плед', 'Термос', 'Кружка'])
    const { raw } = await as.admin.post('/shop-items?format=csv&sort_by=position&direction=asc')
    expect(raw.body).toContain('Кружка')
    const found = async (client: TestClient, q: string) =>
      (await client.get(`/search?q=${encodeURIComponent(q)}`)).body.results
    expect(await found(as.staff, 'круж')).toEqual([
      { entity: 'shop_item', id: cup.id, title: 'Кружка', subtitle: '' },
    ])
    expect([await found(as.staff, 'термос'), await found(as.admin, 'термос')]).toMatchObject([[], [{}]])
  })
})

describe('a wish', () => {
  test('is set and removed, and repeating does nothing', async () => {
    const { id } = await made()
    expect(itemOf(await wish(id))).toMatchObject({ is_wished: true })
    expect((await refused(() => wish(id))).statusCode).toBe(200)
    expect(itemOf(await as.admin.get(`/shop-items/${id}`))).toMatchObject({ is_wished: false, wishes: 1 })
    expect(countAnswers(await times(8, () => wish(id, true, as.owner)))).toEqual({ 200: 8 })
    expect(itemOf(await wish(id, false))).toMatchObject({ is_wished: false })
    expect((await refused(() => wish(id, false))).statusCode).toBe(200)
  })

  test('notifies the user when the item is in stock again', async () => {
    const { id } = await made({ ...thermos, stock: 0 })
    await wish(id)
    await update(id, { price: 200 })
    expect(await newsOf(as.staff)).toEqual([])
    await update(id, { stock: 3 })
    expect(await newsOf(as.staff)).toMatchObject([
      { kind: 'wish_in_stock', title: 'Снова в магазине: Термос', url: `/shop/item/${id}` },
    ])
    await update(id, { stock: 5 })
    expect(await newsOf(as.staff)).toHaveLength(1)
  })

  test('notifies the user when the order of the last piece is cancelled', async () => {
    const { id } = await made({ ...thermos, stock: 1 })
    const order = await buildOrder(db, people.owner, { item_id: id, price: 300 })
    await wish(id)
    await as.admin.send('PUT', `/orders/${order}`, { status: 'cancelled', comment: 'Брак' })
    expect(await newsOf(as.staff)).toMatchObject([{ kind: 'wish_in_stock' }])
  })
})

describe('prices', () => {
  const earn = async (coins: number, user = people.staff) => {
    const task = { kind: 'reward', source_type: 'reward', key: `reward:${user.id}:${coins}` } as const
    await buildEntry(db, user, { ledger: 'coins', amount: coins, source_id: 1, ...task })
  }

  test('are shown to admins in weeks of median staff earnings', async () => {
    const { id } = await made()
    const weeksFor = async (client: TestClient) => itemOf(await client.get(`/shop-items/${id}`)).weeks
    expect(await weeksFor(as.admin)).toBeNull()
    const others = [await buildUser(test_.root, db, 'staff'), await buildUser(test_.root, db, 'staff')]
    await earn(100)
    await earn(40, others[0])
    await earn(900, others[1])
    // Spent coins count as earned. The earnings of admins do not count.
    await buildOrder(db, people.staff, { price: 1 })
    await earn(5, people.admin)
    await db
      .update('users', { status: 'archived' })
      .where('id', '=', others[1]?.id ?? 0)
      .execute()
    expect(await weeksFor(as.admin)).toBe(4.3) // 300 / 70.5, the median of 101 and 40
    expect(await weeksFor(as.staff)).toBeNull()
    expect((await list(as.admin))[0]?.weeks).toBe(4.3)
  })

  test('and unspent coins are shown to the owner', async () => {
    const [cup, bed] = [await made({ name: 'Кружка', price: 30 }), await made({ name: 'Плед', price: 400 })]
    await made({ name: 'Термос', price: 1, is_active: false })
    await giveCoins(db, people.staff, 370)
    await buildOrder(db, people.owner, { item_id: cup.id, price: 30, quantity: 2 })
    await earn(20)
    const { worth } = (await as.owner.get('/shop/worth')).body as { worth: ShopWorth }
    expect(worth).toEqual({
      coins: 390,
      people: 1,
      waiting: 60,
      weekly: 390,
      items: [
        { id: cup.id, name: 'Кружка', price: 30, stock: null, pieces: 13, bought: 2, weeks: 0.1 },
        { id: bed.id, name: 'Плед', price: 400, stock: null, pieces: 0, bought: 0, weeks: 1 },
      ],
    })
  })
})

describe('access', () => {
  test('guests and staff can neither change items nor read the worth of coins', async () => {
    const { id } = await made()
    const guest = await TestClient.guest(test_.app)
    for (const client of [guest, as.staff]) {
      const expected = client === guest ? 401 : 403
      for (const send of [
        () => create(thermos, client),
        () => update(id, { price: 1 }, client),
        () => remove(id, client),
        () => client.get('/shop/worth'),
      ])
        expect((await refused(send)).statusCode).toBe(expected)
    }
    expect((await refused(() => wish(id, true, guest))).statusCode).toBe(401)
  })

  test('another company has no access', async () => {
    const { id } = await made()
    const stranger = (await buildTeam(test_)).as.owner
    for (const send of [
      () => stranger.get(`/shop-items/${id}`),
      () => update(id, { price: 1 }, stranger),
      () => remove(id, stranger),
      () => wish(id, true, stranger),
    ])
      expect(codeOf(await refused(send))).toEqual([404, 'not_found'])
    expect(await list(stranger)).toEqual([])
  })
})

test('a user with nothing but a wish can be deleted', async () => {
  const { id } = await made()
  const user = await buildUser(test_.root, db, 'staff')
  await db.insert('shop_wishes', { item_id: id, user_id: user.id, created_at: nowIso() }).execute()
  expect((await as.owner.send('DELETE', `/users/${user.id}`)).statusCode).toBe(200)
})
