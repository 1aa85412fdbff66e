import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillCompany } from '../../../testing/moysklad/catalogue.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { readProduct } from '../../../testing/moysklad/moysklad-items.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'
import { maxStored } from '../items/items.ts'

const theirs = await useMoySklad()
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())

let db: Db
let client: TestClient

beforeEach(async () => {
  db = await buildCompany(app.root)
  client = await TestClient.signIn(app.app, await buildUser(app.root, db, 'owner'))
})

const counted = () =>
  db.query(sql<{ part: string; items: number; bytes: number }>`
    select part, items, bytes from moysklad_cursors where company_id = ${db.companyId} and items > 0 order by part`)

/** What the triggers must have counted. */
const stored = () =>
  db.query(sql<{ part: string; items: number; bytes: number }>`
    select kind as part, count(*) as items, sum(octet_length(data::text)) as bytes from moysklad_items
    where company_id = ${db.companyId} group by kind order by kind`)

/** As if the company had stored all but this much. */
const leave = (rest: Partial<typeof maxStored>) => {
  const { items, bytes } = { ...maxStored, ...rest }
  const set = {
    ...(rest.items !== undefined && { items: maxStored.items - items }),
    ...(rest.bytes !== undefined && { bytes: maxStored.bytes - bytes }),
  }
  return db.update('moysklad_cursors', set).where('part', '=', 'stock').execute()
}

async function connect(): Promise<void> {
  const account = theirs.addAccount('uyut')
  fillCompany(account)
  await client.post('/company/moi_sklad', { token: account.addToken() })
  await client.post('/company/moi_sklad/sync', {})
}

const shown = async () => (await client.get('/company/moi_sklad')).body.moi_sklad as MoySkladConnection // its shape

test.each([
  ['rows', { items: 40 }],
  ['bytes', { bytes: 4000 }],
])('a run ends with a clear failure once a company stores as many %s as it may', async (_, rest) => {
  await connect()
  await leave(rest)
  await workFor(app, moySklad, db)
  expect((await shown()).run).toMatchObject({ state: 'failed', failure: 'full' })
  const sums = await stored()
  expect(sums.reduce((all, { items }) => all + items, 0)).toBeLessThan(40)
  expect(sums.reduce((all, { bytes }) => all + bytes, 0)).toBeLessThan(4000 + 40_000)
})

test('a company that disconnects has all room again', async () => {
  await connect()
  await leave({ items: 0 })
  await workFor(app, moySklad, db)
  expect((await shown()).run).toMatchObject({ failure: 'full' })
  expect((await client.send('DELETE', '/company/moi_sklad', {})).statusCode).toBe(200)
  await connect()
  await workFor(app, moySklad, db)
  expect((await shown()).run).toMatchObject({ state: 'done', failure: null })
  expect(await counted()).toEqual(await stored())
})

test('what is stored is counted as it comes, changes, and goes', async () => {
  await connect()
  await workFor(app, moySklad, db)
  const before = await stored()
  expect(before.length).toBeGreaterThan(2)
  expect(await counted()).toEqual(before)
  await db.update('moysklad_items', { data: sql`data || '{"description": "дольше"}'` }).execute()
  expect(await stored()).not.toEqual(before)
  expect(await counted()).toEqual(await stored())
  await db.remove('moysklad_items').where('kind', '=', 'store').execute()
  expect(await counted()).toEqual(await stored())
})

test('an item may still change beyond the limit, unless it grows', async () => {
  const owner = await buildUser(app.root, db, 'owner')
  const exchange = await MoySkladExchange.open(app.root, db, owner)
  const product = readProduct({ name: 'Набор', description: 'длинное описание' })
  await exchange.read(product)
  await leave({ items: 0, bytes: 0 })
  const changed = (description: string) => ({ ...product, data: { ...product.data, description } })
  await exchange.read(changed('короче'))
  await expect(exchange.read(changed('ещё длиннее, чем было раньше'))).rejects.toThrow('full')
  await expect(exchange.read(readProduct({ name: 'Другой' }))).rejects.toThrow('full')
})
