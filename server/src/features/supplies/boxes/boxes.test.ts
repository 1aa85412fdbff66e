import type { UserType } from '@artel/contract/access'
import type { Box, Supply } from '@artel/contract/supplies/supplies'
import { maxBoxes } from '@artel/contract/supplies/supplies.line'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { buildProduct, type TestUser } from '../../../testing/rows/build.ts'
import { buildBox, buildItem, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { countAnswers, times } from '../../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let product: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db)
  product = await buildProduct(db)
})

const base = () => `/supplies/${supply}`
const create = (body: object = {}, client = as.staff) => client.post(`${base()}/box`, body)
const add = (count: number, client = as.staff) => client.post(`${base()}/boxes`, { count })
const update = (id: number, body: object, client = as.staff) =>
  client.send('PUT', `${base()}/box/${id}`, body)
const remove = (id: number) => as.staff.send('DELETE', `${base()}/box/${id}`)
const copy = (id: number, body: object = {}) => as.staff.post(`${base()}/box/${id}/copy`, body)
const move = (id: number, body: object) => as.staff.post(`${base()}/box/${id}/move`, body)
const seal = (id: number, verb: 'seal' | 'unseal' = 'seal') =>
  as.staff.send('PUT', `${base()}/box/${id}/${verb}`)
const box = ({ body }: Answer) => body.box as Box
const boxes = ({ body }: Answer) => body.boxes as Box[]
const read = async () => (await as.staff.get(base())).body.supply as Supply
const plan = (quantity: number) => as.admin.send('PUT', base(), { plan: [{ product_id: product, quantity }] })
const line = (quantity: number, fields: object = {}) => ({ product_id: product, quantity, ...fields })
const products = (count: number) => times(count, () => buildProduct(db))
/** Adds `count` boxes with one piece of each product. */
const addLines = async (ids: readonly number[], count: number) => {
  for (let made = 0; made < count; made++) {
    const box_id = await buildBox(db, supply)
    const items = ids.map((product_id) => ({ supply_id: supply, box_id, product_id, quantity: 1 }))
    await db.insert('supply_box_items', items).execute()
  }
}
/** A box with `quantity` pieces of the product. */
const filled = async (quantity: number, fields: object = {}) => {
  const id = await buildBox(db, supply)
  await buildItem(db, supply, id, line(quantity, fields))
  return id
}

const stamp = { created_at: nowIso(), updated_at: nowIso() }
const thrice = <T>(one: T): T[] => [one, one, one]

test('a page shows the first lines of boxes that have many, and the number of all lines', async () => {
  const ids = await products(60)
  await addLines(ids, 3)
  const longest = await buildBox(db, supply)
  const more = Array.from({ length: 5010 }, (_, at) => ({
    name: `Набор ${at}`,
    article: `L-${at}`,
    ...stamp,
  }))
  const made = await db.insert('products', more).returning('id').execute()
  const lines = made.map(({ id }) => ({ supply_id: supply, box_id: longest, product_id: id, quantity: 1 }))
  await db.insert('supply_box_items', lines).execute()
  const list = async (limit: number) => boxes(await as.staff.post(`/listing/boxes/${supply}?limit=${limit}`))
  const shown = (found: readonly Box[]) => found.map(({ items, items_count }) => [items.length, items_count])
  expect(shown(await list(200))).toEqual([[25, 5010], ...thrice([25, 60])])
  expect(shown(await list(50))).toEqual([[100, 5010], ...thrice([60, 60])])
  expect(shown(await list(1))).toEqual([[5000, 5010]])
  const [, box60] = await list(200)
  expect(box60?.items.map(({ product_id }) => product_id)).toEqual(ids.slice(0, 25))
  expect(shown([box(await as.staff.get(`${base()}/box/${longest}`))])).toEqual([[5000, 5010]])
  const { boxes: beside } = await read()
  expect(beside.map(({ items, items_count }) => [items.length, items_count])).toEqual(thrice([60, 60]))
})

describe('boxes', () => {
  test('have a number and a barcode; lines in an update replace the old lines', async () => {
    const made = await create({ weight_g: 900, items: [line(3, { expires_on: '2027-05-01' })] })
    expect(made.statusCode).toBe(201)
    expect(box(made)).toMatchObject({
      number: 1,
      barcode: expect.stringMatching(/^BX\d{10}$/),
      weight_g: 900,
      units_count: 3,
      packed_by: people.staff.id,
      sealed_at: null,
      planned_count: null,
      version: 1,
      items: [{ product_id: product, quantity: 3, expires_on: '2027-05-01', product: { id: product } }],
      can: { edit: true, seal: true, unseal: false, delete: true, plan: false },
    })
    const { id } = box(made)
    const other = await buildProduct(db)
    const changed = await update(id, { barcode: 'WB_1', items: [{ product_id: other, quantity: 2 }] })
    expect(box(changed)).toMatchObject({
      barcode: 'WB_1',
      weight_g: 900,
      units_count: 2,
      version: 2,
      items: [{ product_id: other, quantity: 2, expires_on: null }],
    })
    expect(box(await update(id, { barcode: 'WB_1' }))).toMatchObject({ version: 2 })
    expect(await read()).toMatchObject({
      boxes_count: 1,
      units_count: 2,
      products: [{ product_id: other, packed: 2 }],
      boxes: [{ id, items: [{ product_id: other, quantity: 2 }] }],
    })
    expect(box(await create())).toMatchObject({ number: 2, items: [], can: { seal: false } })
  })

  test('get consecutive numbers when concurrent requests add several', async () => {
    const answers = await times(4, () => add(3))
    expect(countAnswers(answers)).toEqual({ 201: 4 })
    const numbers = answers.flatMap((answer) => boxes(answer).map(({ number }) => number))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(await read()).toMatchObject({ boxes_count: 12 })
    expect(fieldsOf(await add(0))).toEqual([422, 'count'])
    expect(fieldsOf(await add(501))).toEqual([422, 'count'])
  })

  test('are copied with their content, as far as the plan allows', async () => {
    const id = await filled(2, { expires_on: '2027-05-01' })
    await plan(8)
    const answer = await copy(id, { times: 3 })
    expect(answer.statusCode).toBe(201)
    expect(boxes(answer)).toHaveLength(3)
    expect(boxes(answer)[2]).toMatchObject({ units_count: 2, items: [line(2, { expires_on: '2027-05-01' })] })
    expect(new Set((await read()).boxes.map(({ barcode }) => barcode)).size).toBe(4)
    expect(codeOf(await copy(id))).toEqual([409, 'plan_exceeded'])
    expect(await read()).toMatchObject({ boxes_count: 4, units_count: 8 })
  })

  test('are copied up to the maximum number of lines a request', async () => {
    const [id, empty] = [await buildBox(db, supply), await buildBox(db, supply)]
    for (const product_id of await products(9)) await buildItem(db, supply, id, { product_id })
    const refused = await copy(id, { times: 223 })
    expect(fieldsOf(refused)).toEqual([422, 'times'])
    expect(JSON.stringify(refused.body.errors)).toContain('222')
    expect(await read()).toMatchObject({ boxes_count: 2 })
    expect((await copy(id, { times: 222 })).statusCode).toBe(201)
    // The maximum of lines does not limit copies of an empty box.
    expect((await copy(empty, { times: 500 })).statusCode).toBe(201)
  })

  test('are returned whole with their supply, by number, up to 5,000 lines in total', async () => {
    const [first = 0, ...rest] = await products(400)
    await addLines([first, ...rest], 11)
    await addLines([first], 2)
    await addLines([first, ...rest], 2)
    const shown = (await read()).boxes
    // 11 boxes of 400 lines, two of one line and one of 400. The next box would exceed 5,000 lines.
    expect(shown.map(({ items }) => items.length)).toEqual([...Array(11).fill(400), 1, 1, 400])
    expect(shown.map(({ number }) => number)).toEqual(
      [...shown.map(({ number }) => number)].sort((a, b) => a - b),
    )
    const { body } = await as.staff.post(`/listing/boxes/${supply}?limit=200`)
    expect(body.boxes).toHaveLength(15)
  })

  test('exchange pieces, even if the plan is full', async () => {
    const [from, to] = [await filled(5, { expires_on: '2027-05-01' }), await buildBox(db, supply)]
    await plan(5)
    const answer = await move(from, { product_id: product, quantity: 2, to_box_id: to })
    expect(answer.statusCode).toBe(201)
    expect(boxes(answer)).toMatchObject([
      { id: from, units_count: 3 },
      { id: to, units_count: 2, items: [{ expires_on: '2027-05-01' }] },
    ])
    const rest = await move(from, { product_id: product, quantity: 3, to_box_id: to })
    expect(boxes(rest)).toMatchObject([{ items: [] }, { items: [{ quantity: 5 }] }])
    expect((await read()).units_count).toBe(5)
  })

  test('pieces moved to a planned line without pieces keep their expiry date', async () => {
    const from = await filled(5, { expires_on: '2027-05-01' })
    const to = await filled(0, { planned: 5, expires_on: '2026-12-01' })
    const answer = await move(from, { product_id: product, quantity: 2, to_box_id: to })
    expect(answer.statusCode).toBe(201)
    expect(boxes(answer)).toMatchObject([
      { id: from, items: [line(3, { expires_on: '2027-05-01' })] },
      { id: to, items: [line(2, { planned: 5, expires_on: '2027-05-01' })] },
    ])
  })

  test('concurrent moves in opposite directions lose no pieces', async () => {
    const [one, two] = [await filled(20), await filled(20)]
    const answers = await times(10, (index) => {
      const [from, to_box_id] = index % 2 ? [one, two] : [two, one]
      return move(from, { product_id: product, quantity: 1, to_box_id })
    })
    expect(countAnswers(answers)).toEqual({ 201: 10 })
    expect((await read()).boxes.map(({ units_count }) => units_count)).toEqual([20, 20])
  })

  test('cannot change while sealed', async () => {
    const [id, other] = [await filled(2), await filled(1)]
    const sealed = box(await seal(id))
    expect(sealed).toMatchObject({
      sealed_at: expect.any(String),
      sealed_by: people.staff.id,
      can: { edit: false, unseal: true, delete: false },
    })
    expect(box(await seal(id))).toEqual(sealed)
    for (const answer of [
      await update(id, { weight_g: 5 }),
      await update(id, { items: [] }),
      await remove(id),
      await move(id, { product_id: product, quantity: 1, to_box_id: other }),
      await move(other, { product_id: product, quantity: 1, to_box_id: id }),
    ])
      expect(codeOf(answer)).toEqual([409, 'box_sealed'])
    expect(await read()).toMatchObject({ sealed_count: 1, units_count: 3 })
    expect(box(await seal(id, 'unseal'))).toMatchObject({ sealed_at: null })
    expect(box(await seal(id, 'unseal'))).toMatchObject({ sealed_at: null })
    expect(await read()).toMatchObject({ sealed_count: 0 })
    expect(codeOf(await seal(await buildBox(db, supply)))).toEqual([409, 'empty'])
  })

  test('are deleted with their lines, and their number is reused', async () => {
    await add(2)
    const { id } = box(await create({ barcode: 'WB_3', items: [line(4)] }))
    expect((await remove(id)).statusCode).toBe(200)
    expect(codeOf(await remove(id))).toEqual([404, 'not_found'])
    expect(await read()).toMatchObject({ boxes_count: 2, units_count: 0, products: [] })
    expect(box(await create({ barcode: 'WB_3' }))).toMatchObject({ number: 3 })
  })

  test('are listed with filters and search, and exported to a file', async () => {
    const [one, two] = [await filled(2), await filled(1)]
    await buildBox(db, supply, { barcode: 'WB_0099' })
    await seal(two)
    const list = async (filters: object) => {
      const { body } = await as.staff.post(`/listing/boxes/${supply}?sort_by=number&direction=asc`, filters)
      return (body.boxes as Box[]).map(({ barcode, id }) => (barcode === 'WB_0099' ? 'empty' : id))
    }
    expect(await list({ is_sealed: true })).toEqual([two])
    expect(await list({ is_empty: true })).toEqual(['empty'])
    expect(await list({ product_id: product })).toEqual([one, two])
    expect(await list({ search: '_009' })).toEqual(['empty'])
    expect(await list({ barcode: 'WB_0099' })).toEqual(['empty'])
    expect(await list({ packed_by: people.staff.id })).toEqual([two])
    const { number } = await db
      .from('supply_boxes')
      .select('number')
      .where('id', '=', two)
      .executeTakeFirstOrThrow()
    expect(await list({ number })).toEqual([two])
    const file = await as.staff.post(`/listing/boxes/${supply}?format=csv`)
    expect(file.raw.body.split('\n')).toHaveLength(5)
    expect(codeOf(await as.staff.post('/listing/boxes/999999'))).toEqual([404, 'not_found'])
  })
})

describe('plans of boxes', () => {
  test('are set only by admins, and stay when a packer takes pieces out', async () => {
    const made = box(await create({ items: [line(0, { planned: 5 })] }, as.admin))
    expect(made).toMatchObject({ units_count: 0, planned_count: 5, items: [{ quantity: 0, planned: 5 }] })
    expect(box(await update(made.id, { items: [line(4)] }))).toMatchObject({
      items: [line(4, { planned: 5 })],
    })
    expect(codeOf(await update(made.id, { items: [line(6)] }))).toEqual([409, 'plan_exceeded'])
    expect(codeOf(await update(made.id, { items: [line(6, { planned: 6 })] }))).toEqual([403, 'forbidden'])
    const other = { product_id: await buildProduct(db), quantity: 1 }
    expect(codeOf(await update(made.id, { items: [line(4), other] }))).toEqual([409, 'plan_exceeded'])
    expect(box(await update(made.id, { items: [] }))).toMatchObject({ items: [line(0, { planned: 5 })] })
    expect(box(await update(made.id, { items: [] }, as.admin))).toMatchObject({
      items: [],
      planned_count: null,
    })
  })
})

describe('refuses', () => {
  test('bad input at its field', async () => {
    const cases: [object, string][] = [
      [{ barcode: 'ШК 1' }, 'barcode'],
      [{ barcode: 'x'.repeat(65) }, 'barcode'],
      [{ weight_g: 0 }, 'weight_g'],
      [{ items: [line(0)] }, 'items.0.quantity'],
      [{ items: [line(1), line(2)] }, 'items'],
      [{ items: [{ product_id: product + 100_000, quantity: 1 }] }, 'items.0.product_id'],
      [{ items: [line(1, { expires_on: '2027-02-30' })] }, 'items.0.expires_on'],
      [{ number: 3 }, 'number'],
    ]
    for (const [body, field] of cases)
      expect([field, fieldsOf(await create(body))]).toEqual([field, [422, field]])
    expect((await read()).boxes_count).toBe(0)
  })

  test('a barcode of another box in the supply, also in concurrent requests', async () => {
    const answers = await times(5, () => create({ barcode: 'WB_1' }))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
    const elsewhere = await buildSupply(db)
    const other = await as.staff.post(`/supplies/${elsewhere}/box`, { barcode: 'WB_1' })
    expect(other.statusCode).toBe(201)
  })

  test('more boxes than a supply may have, whether created, added or copied', async () => {
    const id = await buildBox(db, supply)
    // Sets the count alone, because inserting the rows would slow down other tests.
    await db
      .update('supplies', { boxes_count: maxBoxes - 1 })
      .where('id', '=', supply)
      .execute()
    expect(fieldsOf(await add(2))).toEqual([422, 'count'])
    expect((await add(1)).statusCode).toBe(201)
    expect((await read()).boxes_count).toBe(maxBoxes)
    expect(fieldsOf(await add(1))).toEqual([422, 'count'])
    expect(fieldsOf(await copy(id))).toEqual([422, 'times'])
    const refused = await create()
    expect(refused.statusCode).toBe(422)
    expect(JSON.stringify(refused.body.errors)).toContain(maxBoxes.toLocaleString('ru'))
    expect((await read()).boxes_count).toBe(maxBoxes)
  })

  test('invalid moves, at their field', async () => {
    const [from, to] = [await filled(2), await filled(1, { expires_on: '2027-05-01' })]
    const foreign = await buildBox(db, await buildSupply(db))
    const cases: [object, string][] = [
      [{ to_box_id: from }, 'to_box_id'],
      [{ to_box_id: foreign }, 'to_box_id'],
      [{ to_box_id: to }, 'to_box_id'],
      [{ to_box_id: await buildBox(db, supply), quantity: 3 }, 'quantity'],
      [{ to_box_id: to, product_id: product + 100_000 }, 'product_id'],
    ]
    for (const [body, field] of cases)
      expect(fieldsOf(await move(from, { product_id: product, quantity: 1, ...body }))).toEqual([422, field])
    expect((await read()).boxes.map(({ units_count }) => units_count)).toEqual([2, 1, 0])
  })

  test('changes of boxes by staff once packed, and by everyone once shipped', async () => {
    const id = await filled(1)
    const tryAll = async (client: TestClient) => {
      const answers = [
        await create({}, client),
        await update(id, { weight_g: 5 }, client),
        await add(1, client),
      ]
      return [...new Set(answers.map(({ statusCode, body }) => body.code ?? statusCode))]
    }
    const to = (status: string) => as.admin.send('PUT', `${base()}/status`, { status })
    await to('packed')
    expect(await tryAll(as.staff)).toEqual(['wrong_state'])
    // An admin may change boxes, but may leave no empty box.
    expect(await tryAll(as.admin)).toEqual(['empty', 200])
    expect(codeOf(await update(id, { items: [] }, as.admin))).toEqual([409, 'empty'])
    await to('shipped')
    for (const client of [as.staff, as.admin, as.owner]) expect(await tryAll(client)).toEqual(['wrong_state'])
  })

  test('a stale change of lines, but not of another field', async () => {
    const { id } = box(await create({ items: [line(1)] }))
    await update(id, { items: [line(2)] })
    expect((await update(id, { version: 1, weight_g: 700 })).statusCode).toBe(200)
    expect(codeOf(await update(id, { version: 1, items: [line(5)] }))).toEqual([409, 'stale'])
  })
})
