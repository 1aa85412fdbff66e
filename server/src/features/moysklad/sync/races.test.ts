import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { ownership, readEmployee, readProduct } from '../../../testing/moysklad/moysklad-items.ts'
import { buildProduct, buildUser } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { times } from '../../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']
let exchange: MoySkladExchange

beforeEach(async () => {
  const team = await buildTeam(test_)
  ;({ db, as } = team)
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
})

test('three concurrent writes write each item once', async () => {
  const items = Array.from({ length: 120 }, (_, i) => readProduct({ article: `A-${i}`, barcodes: [`B${i}`] }))
  await exchange.read(...items)
  const counts = await times(3, () => exchange.write(ownership('moysklad'), 20))
  expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(120)
  expect(await db.from('products').select('id').execute()).toHaveLength(120)
  expect((await exchange.log()).filter(({ action }) => action === 'create')).toHaveLength(120)
})

test('a product created in Artel while it is written from MoySklad ends as one linked product', async () => {
  for (let round = 0; round < 6; round++) {
    const article = randomUUID()
    const items = Array.from({ length: 10 }, (_, i) =>
      readProduct({ article: i === 5 ? article : `${article}-${i}` }),
    )
    await exchange.read(...items)
    const [made] = await Promise.all([
      as.admin.post('/products/create', { name: 'Своя', article }),
      exchange.write(),
    ])
    expect([201, 422]).toContain(made.statusCode)
    for (const item of items) expect(await exchange.planOf(item)).toBe('same')
    expect(await db.from('products').select('moy_sklad_id').where('article', '=', article).execute()).toEqual(
      [{ moy_sklad_id: items[5]?.moy_sklad_id }],
    )
  }
})

test('a decision made during a write is kept', async () => {
  for (let round = 0; round < 6; round++) {
    const items = Array.from({ length: 10 }, (_, i) => readProduct({ article: `R${round}-${i}` }))
    await exchange.read(...items)
    const last = items.at(-1) ?? readProduct()
    const { id } = await exchange.item(last)
    const [decided] = await Promise.all([
      as.owner.send('PUT', `/company/moi_sklad/items/${id}`, { decision: 'ignore' }),
      exchange.write(ownership('moysklad'), 3),
    ])
    expect(decided.statusCode).toBe(200)
    await exchange.write()
    expect(await exchange.item(last)).toMatchObject({ decision: 'ignore', plan: 'ignore', is_waiting: false })
    expect(await exchange.product(last)).toBeUndefined()
  }
})

test('only one of two concurrent decisions links an item to the same product', async () => {
  const id = await buildProduct(db, { article: 'Своя' })
  const items = [readProduct({ article: 'A-1' }), readProduct({ article: 'A-2' })]
  await exchange.read(...items)
  const answers = await Promise.all(
    items.map(async (item) =>
      as.owner.send('PUT', `/company/moi_sklad/items/${(await exchange.item(item)).id}`, {
        decision: 'tie',
        tie_id: id,
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
})

test('only one of four concurrent requests links a person to the same employee', async () => {
  const anna = readEmployee()
  await exchange.read(anna)
  const users = await times(4, () => buildUser(test_.root, db, 'staff'))
  const answers = await Promise.all(
    users.map(({ id }) =>
      as.owner.send('PUT', `/company/moi_sklad/users/${id}`, { moy_sklad_id: anna.moy_sklad_id }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
})

test('an edit of a product and a concurrent write both keep their fields', async () => {
  const plate = readProduct({ article: 'A-1', name: 'Тарелка 0' })
  await exchange.read(plate)
  await exchange.write()
  const id = (await exchange.product(plate))?.id ?? 0
  for (let round = 1; round <= 8; round++) {
    const name = `Тарелка ${round}`
    await exchange.read({ ...plate, title: name, data: { ...plate.data, name } })
    const [edited] = await Promise.all([
      as.admin.send('PUT', `/products/${id}`, { money: round }),
      exchange.write(),
    ])
    expect(edited.statusCode).toBe(200)
    expect(await exchange.product(plate)).toMatchObject({ name, money: round, version: 1 + round * 2 })
  }
})
