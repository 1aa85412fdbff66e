import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { idOf } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { askPage, askStock, findAccount } from './ask.ts'
import { MoySkladClient } from './client.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())

const packed = (text: string) => promisify(gzip)(text, { level: 1 })
const pageOf = (rows: readonly unknown[]) => JSON.stringify({ meta: { size: rows.length }, rows })

const products = Array.from({ length: 1000 }, (_, at) => ({
  id: idOf(at + 1),
  name: `Плед «Уют» ${at}`,
  article: `MS-${at}`,
  code: `${at}`,
  meta: { uuidHref: `https://online.moysklad.ru/app/#good/edit?id=${idOf(at + 1)}` },
  updated: '2026-11-20 10:00:00.000',
  archived: false,
  weight: 0.5,
  pathName: 'Дом/Плед',
  description: 'Мягкий, немаркий, тёплый плед.\n'.repeat(130),
  barcodes: Array.from({ length: 20 }, (_, place) => ({ code128: `B${at}-${place}` })),
  attributes: Array.from({ length: 20 }, (_, place) => ({ id: idOf(place), name: 'Цвет', value: 'синий' })),
}))

let db: Db
let client: TestClient
let account: ReturnType<typeof theirs.addAccount>
let token: string

beforeEach(async () => {
  db = await buildCompany(app.root)
  client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
  account = theirs.addAccount('uyut')
  // A test that is retried must not find the answers of its first attempt.
  theirs.faults = []
})

/** Runs all work of the company and measures how long it blocks the event loop at most, ms. */
const longestTurnOfRun = () => longestTurnMs(() => workFor(app, moySklad, db))
const stateOf = () =>
  db
    .from('moysklad_runs')
    .select(['state', 'failure', 'stock'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a page of 1,000 long products and a report of 300,000 cells do not block the event loop', {
  timeout: 120_000,
  // The test retries as a whole, because a repeated run would find another state.
  retry: 2,
}, async () => {
  const stores = ['Подольск', 'Тула', 'Орёл'].map((name) => account.put('store', { name }).id)
  token = await connectAndConfirm(app, moySklad, { client, db }, account)
  await client.post('/company/moi_sklad/sync', { full: true })
  const calm = await longestTurnOfRun()
  const cells = Array.from({ length: 300_000 }, (_, at) => ({
    assortmentId: idOf(1 + Math.floor(at / 3)),
    storeId: stores[at % 3],
    stock: at % 50,
  }))
  theirs.faults = [
    { path: /^\/entity\/product/, packed: await packed(pageOf(products)) },
    { path: /^\/report/, packed: await packed(JSON.stringify(cells)) },
  ]
  // The first run creates everything, the second finds it unchanged.
  for (const stock of [2940, 0]) {
    await client.post('/company/moi_sklad/sync', { full: true })
    expect(await longestTurnOfRun()).toBeLessThan(calm + 50)
    expect(await stateOf()).toEqual({ state: 'done', failure: null, stock })
  }
  expect(await db.from('products').select('id').execute()).toHaveLength(1000)
})

test('rows of stock whose ids cannot be stored are counted, and the others are written', async () => {
  const store = account.put('store', { name: 'Тула' }).id
  const good = account.put('product', { name: 'Плед', article: 'П-1' }).id
  await connectAndConfirm(app, moySklad, { client, db }, account)
  const cells = [
    { assortmentId: `${good.slice(0, -1)}\0`, storeId: store, stock: 1 },
    { assortmentId: good, storeId: '\ud800', stock: 1 },
    { assortmentId: good, storeId: 'x'.repeat(36), stock: 1 },
    { assortmentId: good, storeId: store, stock: 7 },
  ]
  theirs.faults = [{ path: /^\/report/, packed: await packed(JSON.stringify(cells)) }]
  await client.post('/company/moi_sklad/sync', { full: true })
  await workFor(app, moySklad, db)
  expect(await stateOf()).toEqual({ state: 'done', failure: null, stock: 1 })
  const [run] = await db.from('moysklad_runs').select('failed').orderBy('id', 'desc').limit(1).execute()
  expect(run?.failed).toBe(3)
})

const brackets = '['.repeat(38_000_000)
const row = { id: idOf(1), name: 'Плед' }

describe('an oversized or malformed answer', () => {
  beforeEach(async () => {
    token = account.addToken()
  })
  const asking = () => ({
    client: moySklad,
    owner: { companyId: db.companyId, userId: null },
    token,
    signal: AbortSignal.timeout(60_000),
  })
  const page = () => askPage(asking(), 'product', { limit: 1000, offset: 0 })

  test.each([
    ['38 MB of brackets for a page', page, brackets],
    ['20 MB of brackets for a page', page, '['.repeat(20_000_000)],
    ['a page of 250,000 rows', page, pageOf(Array(250_000).fill(row))],
    ['38 MB of brackets for a report', () => askStock(asking(), null), brackets],
    ['a report of very many cells', () => askStock(asking(), null), `[${'0,'.repeat(10_000_000)}0]`],
    ['20 MB of brackets for who we are', () => findAccount(asking()), '['.repeat(20_000_000)],
  ])('is refused and does not block the event loop: %s', async (_, ask, text) => {
    await ask()
    const calm = await longestTurnMs(ask)
    const answer = await packed(text)
    let refused: unknown
    const taken = await leastOf(calm + 50, () => {
      theirs.faults = [{ packed: answer }]
      return longestTurnMs(async () => {
        refused = await ask().catch((error: unknown) => error)
      })
    })
    expect(refused).toMatchObject({ fault: 'broken' })
    expect(taken).toBeLessThan(calm + 50)
  })
})
