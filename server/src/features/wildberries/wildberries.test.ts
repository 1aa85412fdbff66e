import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildLegalEntity, buildUser } from '../../testing/rows/build.ts'
import { connectTo } from '../../testing/wildberries/connect.ts'
import type { Card } from '../../testing/wildberries/content.ts'
import {
  addRoutes,
  cardOf,
  fileOf,
  filePathOf,
  photoOf,
  productOf,
} from '../../testing/wildberries/simulator.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'

const { wb, pass } = await useWildberries()
const test_ = useTestApp({ wildberries: wb.settings })

const nm = 146_972_802

async function stage(tokens: { cards?: Card[]; kind?: 'content' | 'prices' | 'expired' }[] = []) {
  const db = await buildCompany(test_.root)
  const admin = await buildUser(test_.root, db, 'admin')
  const entities: number[] = []
  for (const { kind = 'content', cards = [] } of tokens) {
    const id = await buildLegalEntity(db, { is_default: entities.length === 0 })
    const token = await connectTo(wb, db, id, cards)
    wb.content.tokens.set(token, { kind, cards })
    entities.push(id)
  }
  const client = await TestClient.signIn(test_.app, admin)
  const show = (id: number | string = nm) => client.get(`/products/wildberries/item/${id}`)
  return { db, client, show, entities }
}

/** Publishes all public data of a product. */
function publish(id = nm, card = {}, file = {}) {
  wb.card.products.set(id, productOf(id, card))
  wb.files.files.set(filePathOf(id), fileOf(id, file))
}

describe('with a token', () => {
  test('returns the card as its seller keeps it', async () => {
    const { show } = await stage([{ cards: [cardOf(nm)] }])
    const { statusCode, body } = await show()
    expect(statusCode).toBe(200)
    expect(body.item).toEqual({
      id: nm,
      name: 'Набор полотенец «Уют»',
      brand: 'Зотова Дом',
      category: 'Полотенца банные',
      article: `UY-${nm}`,
      description: 'Три махровых полотенца, 70 × 140 см.',
      photos: [photoOf(nm, 1), photoOf(nm, 2)],
      price: null,
      barcodes: ['4600000000015'],
      rating: null,
    })
    expect(wb.card.asked).toEqual([])
  })

  test('finds a card without photos, but no card that only mentions the number', async () => {
    const mentions = [cardOf(1, { vendorCode: `k${nm}` }), cardOf(nm * 10)]
    const { show } = await stage([{ cards: [...mentions, cardOf(nm, { photos: [] })] }])
    expect((await show()).body.item).toMatchObject({ id: nm, photos: [] })
    const other = await stage([{ cards: mentions }])
    expect((await other.show()).statusCode).toBe(404)
  })

  test('asks with the default legal entity first, then with the others', async () => {
    const mine = [cardOf(nm, { title: 'Мой' })]
    const { show } = await stage([{ cards: [] }, { cards: mine }, { cards: [cardOf(nm)] }])
    expect((await show()).body.item).toMatchObject({ name: 'Мой' })
    expect(wb.content.asked).toHaveLength(2)
  })

  test('a refused token does not stop the others, and is not sent again soon', async () => {
    const { show, client } = await stage([{ kind: 'expired' }, { kind: 'prices' }, { cards: [cardOf(nm)] }])
    expect((await show()).statusCode).toBe(200)
    expect(wb.content.asked).toHaveLength(3)
    publish(nm + 1)
    expect((await client.get(`/products/wildberries/item/${nm + 1}`)).statusCode).toBe(200)
    expect(wb.content.asked).toHaveLength(4)
  })

  test('skips a token that cannot be decrypted any more', async () => {
    const { db, show } = await stage([{ cards: [cardOf(nm)] }])
    await db.update('legal_entities', { wildberries_token: 'c2VhbGVk' }).execute()
    publish()
    expect((await show()).body.item).toMatchObject({ rating: 4.8 })
    expect(wb.content.asked).toEqual([])
  })

  test('does not use the token of another company', async () => {
    await stage([{ cards: [cardOf(nm)] }])
    const { show } = await stage()
    expect((await show()).statusCode).toBe(404)
    expect(wb.content.asked).toEqual([])
  })
})

describe('without a token', () => {
  test('returns the public card, with the data of the file beside its photos', async () => {
    publish()
    const { show } = await stage()
    expect((await show()).body.item).toEqual({
      id: nm,
      name: 'Набор полотенец «Уют»',
      brand: 'Зотова Дом',
      category: 'Полотенца банные',
      article: `UY-${nm}`,
      description: 'Три махровых полотенца.',
      photos: [photoOf(nm, 1), photoOf(nm, 2)],
      price: 129_900,
      barcodes: [],
      rating: 4.8,
    })
  })

  test('also looks up publicly what no token knows', async () => {
    publish()
    const { show } = await stage([{ cards: [cardOf(nm + 1)] }])
    expect((await show()).body.item).toMatchObject({ price: 129_900 })
  })

  test('needs only one of the public card and the file', async () => {
    const { show } = await stage()
    wb.card.products.set(nm, productOf(nm, { sizes: [{ name: '', price: { basic: 250_000 } }] }))
    expect((await show()).body.item).toMatchObject({ price: 250_000, description: '', article: null })
    const other = await stage()
    wb.card.products.clear()
    wb.card.mood = 'forbidding'
    wb.files.files.set(filePathOf(nm), fileOf(nm))
    expect((await other.show()).body.item).toMatchObject({ price: null, rating: null, article: `UY-${nm}` })
  })

  test('ignores a file and a card of another product', async () => {
    const { show } = await stage()
    wb.files.files.set(filePathOf(nm), fileOf(nm + 1))
    wb.card.products.set(nm, productOf(nm + 1))
    expect((await show()).statusCode).toBe(404)
  })

  test('finds files by the route map of Wildberries, and asks no foreign host', async () => {
    // The route map is cached for a day.
    pass(90_000)
    const [known, foreign] = [1_500_000_000, 1_600_000_000]
    addRoutes(wb, [
      { vol_range_from: 15_000, vol_range_to: 15_999, host: 'basket-51.wbbasket.ru' },
      { vol_range_from: 16_000, vol_range_to: 16_999, host: 'basket-52.wbbasket.ru.evil.example' },
    ])
    wb.files.files.set(filePathOf(known, 'basket-51.wbbasket.ru'), fileOf(known))
    // New hosts are tried after the last known one.
    wb.files.files.set(filePathOf(foreign, 'basket-48.wbbasket.ru'), fileOf(foreign))
    const { show } = await stage()
    expect((await show(known)).body.item).toMatchObject({
      photos: [photoOf(known, 1, 'basket-51.wbbasket.ru'), photoOf(known, 2, 'basket-51.wbbasket.ru')],
    })
    expect((await show(foreign)).body.item).toMatchObject({
      photos: [photoOf(foreign, 1, 'basket-48.wbbasket.ru'), photoOf(foreign, 2, 'basket-48.wbbasket.ru')],
    })
    expect(wb.files.asked.filter(({ path }) => path.includes('evil'))).toEqual([])
  })
})

describe('the found data', () => {
  test('is cleaned: texts are cut, invalid barcodes and foreign photo addresses are dropped', async () => {
    const strange = cardOf(nm, {
      title: ` Набор\0\r\nполотенец ${'я'.repeat(300)}`,
      brand: '\u0007',
      description: `раз\r\nдва\0${'😀'.repeat(3000)}`,
      photos: [
        'http://basket-10.wbbasket.ru/a.webp',
        'https://basket-10.wbbasket.ru.evil.example/a.webp',
        'https://me:secret@basket-10.wbbasket.ru/a.webp',
        'https://basket-10.wbbasket.ru:8443/a.webp',
        'https://127.0.0.1/a.webp',
        'no address',
        'https://basket-10.wbbasket.ru/a.webp?x=1',
      ].map((big) => ({ big })),
      sizes: [
        { techSize: '', skus: ['4600000000015', '4600000000016', ' UY 1', '12345Ejf5', 7, '4600000000015'] },
      ],
    })
    const { show, client } = await stage([{ cards: [strange] }])
    const item = (await show()).body.item as Record<'name' | 'description', string> & { barcodes: string[] }
    expect(item).toMatchObject({
      name: `Набор полотенец ${'я'.repeat(184)}`,
      brand: null,
      photos: ['https://basket-10.wbbasket.ru/a.webp'],
      barcodes: ['4600000000015', '12345Ejf5'],
    })
    expect(item.description.length).toBeLessThanOrEqual(5000)
    expect(item.description).toMatch(/^раз\nдва😀/)
    const { name, description, barcodes } = item
    const draft = { name, description, barcodes, article: randomUUID() }
    expect((await client.post('/products/create', draft)).statusCode).toBe(201)
  })

  test('is empty except for the number if all other fields are malformed', async () => {
    const { show } = await stage()
    wb.card.products.set(nm, { id: nm, name: 5, pics: 'two', sizes: {}, reviewRating: 'high' })
    expect((await show()).body.item).toMatchObject({ name: '', photos: [], price: null, rating: null })
  })
})

describe('a look-up', () => {
  test.each(['1%2F..%2Fx', '-1', '1e30', 'abc', '0', '1.5'])('of %s sends no request', async (id) => {
    const { show } = await stage([{ cards: [cardOf(1)] }])
    expect([404, 422]).toContain((await show(id)).statusCode)
    expect([wb.content.asked, wb.card.asked, wb.files.asked]).toEqual([[], [], []])
  })

  test('does not forward the query of the caller', async () => {
    const { show } = await stage([{ cards: [cardOf(1)] }])
    expect((await show('1?x=&nm=2')).body.item).toMatchObject({ id: 1 })
    expect(wb.content.asked.map(({ query }) => [...query])).toEqual([[['locale', 'ru']]])
  })

  test('is cached and shared by concurrent requests, unless nothing was found', async () => {
    publish()
    const { show } = await stage()
    expect((await show(nm + 5)).statusCode).toBe(404)
    publish(nm + 5)
    wb.card.asked = []
    const answers = await Promise.all([show(nm + 5), show(nm + 5), show(nm + 5)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await show(nm + 5)).statusCode).toBe(200)
    expect(wb.card.asked).toHaveLength(1)
    pass(601)
    expect((await show(nm + 5)).statusCode).toBe(200)
    expect(wb.card.asked).toHaveLength(2)
  })

  test('is refused to staff and guests', async () => {
    const { db } = await stage()
    const staff = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const guest = await TestClient.guest(test_.app)
    expect((await staff.get(`/products/wildberries/item/${nm}`)).statusCode).toBe(403)
    expect((await guest.get(`/products/wildberries/item/${nm}`)).statusCode).toBe(401)
  })
})
