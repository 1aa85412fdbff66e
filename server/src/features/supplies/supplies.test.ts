import type { UserType } from '@artel/contract/access'
import type { Supply } from '@artel/contract/supplies/supplies'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import { buildLegalEntity, buildProduct, buildWarehouse, type TestUser } from '../../testing/rows/build.ts'
import { buildBox, buildItem } from '../../testing/rows/supplies.ts'
import { buildTeam, signInTeam } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let warehouse_id: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  warehouse_id = await buildWarehouse(db)
  return () => stopClockAt(null)
})

const create = (body: object = {}, client = as.admin) =>
  client.post('/supplies/create', { warehouse_id, ...body })
const shown = ({ body }: Answer) => body.supply as Supply
const make = async (body: object = {}) => shown(await create(body)).id
const update = (id: number, body: object) => as.admin.send('PUT', `/supplies/${id}`, body)
const move = (id: number, status: string) => as.admin.send('PUT', `/supplies/${id}/status`, { status })
const remove = (id: number) => as.admin.send('DELETE', `/supplies/${id}`)
const restore = (id: number) => as.admin.send('PUT', `/supplies/${id}/restore`)
const get = async (id: number, client = as.admin) => shown(await client.get(`/supplies/${id}`))
const list = (filters: object = {}, query = '') => as.admin.post(`/supplies${query}`, filters)
const numbers = ({ body }: Answer) => (body.supplies as Supply[]).map(({ number }) => number)
/** A box with `quantity` pieces of a product. */
const fill = async (supply: number, quantity: number, product_id?: number) => {
  const box = await buildBox(db, supply)
  await buildItem(db, supply, box, { quantity, ...(product_id && { product_id }) })
  return box
}

describe('a supply', () => {
  test('is created, read and updated; an update changes only the sent fields', async () => {
    const [legal_entity_id, one, other] = [
      await buildLegalEntity(db, { name: 'ИП Климова' }),
      await buildProduct(db),
      await buildProduct(db),
    ]
    const plan = [
      { product_id: other, quantity: 40 },
      { product_id: one, quantity: 12 },
    ]
    const fields = { destination: 'Коледино', planned_on: '2026-12-01', comment: 'Паллета 1' }
    const made = await create({ number: 'WB-77', legal_entity_id, ...fields, plan })
    expect(made.statusCode).toBe(201)
    const { id } = shown(made)
    expect(shown(made)).toMatchObject({
      number: 'WB-77',
      status: 'draft',
      warehouse_id,
      ...fields,
      marketplace: 'wildberries',
      plan,
      legal_entity: { id: legal_entity_id, name: 'ИП Климова' },
      planned_count: 52,
      units_count: 0,
      boxes: [],
      boxes_count: 0,
      deleted_at: null,
      version: 1,
      creator: { id: people.admin.id },
      products: [
        { product_id: other, planned: 40, packed: 0, product: { id: other } },
        { product_id: one, planned: 12, packed: 0 },
      ],
      can: { edit: true, delete: true, restore: false, pack: true, move_to: ['packing', 'cancelled'] },
    })
    expect(shown(await update(id, { destination: null, plan: plan.slice(1) }))).toMatchObject({
      number: 'WB-77',
      destination: null,
      comment: 'Паллета 1',
      plan: plan.slice(1),
      version: 2,
    })
    expect(shown(await update(id, { destination: null }))).toMatchObject({ version: 2 })
    expect((await get(id, as.staff)).can).toMatchObject({ edit: false, pack: false, move_to: [] })
  })

  test('gets consecutive numbers in concurrent requests, skipping those typed by hand', async () => {
    stopClockAt('2026-12-31T20:59:59.000Z')
    as = await signInTeam(test_.app, people)
    await create({ number: '2026-000003' })
    const made = await times(6, () => create())
    expect(made.map((answer) => shown(answer).number).sort()).toEqual(
      ['01', '02', '04', '05', '06', '07'].map((end) => `2026-0000${end}`),
    )
    // The year is that of the company's calendar, at UTC+3.
    stopClockAt('2026-12-31T21:00:00.000Z')
    expect(shown(await create()).number).toBe('2027-000001')
  })

  test('changes status forward and, until shipped, back; a repeated step does nothing', async () => {
    const id = await make()
    expect(codeOf(await move(id, 'packed'))).toEqual([409, 'wrong_state'])
    expect(shown(await move(id, 'packing')).status).toBe('packing')
    const { version } = shown(await move(id, 'packing'))
    expect(version).toBe(2)
    expect(codeOf(await move(id, 'packed'))).toEqual([409, 'empty'])
    const box = await fill(id, 3)
    await buildBox(db, id)
    expect(codeOf(await move(id, 'packed'))).toEqual([409, 'empty'])
    await as.admin.send('DELETE', `/supplies/${id}/box/${(await get(id)).boxes.at(-1)?.id}`)
    expect(shown(await move(id, 'packed'))).toMatchObject({ status: 'packed', boxes: [{ id: box }] })
    for (const status of ['packing', 'draft', 'packing', 'packed', 'shipped'])
      expect([status, (await move(id, status)).statusCode]).toEqual([status, 200])
    for (const status of ['packed', 'cancelled', 'draft'])
      expect(codeOf(await move(id, status))).toEqual([409, 'wrong_state'])
    expect(shown(await move(id, 'accepted')).can.move_to).toEqual([])
    const cancelled = await make()
    await move(cancelled, 'cancelled')
    expect(codeOf(await move(cancelled, 'draft'))).toEqual([409, 'wrong_state'])
  })

  test('is deleted and restored with its boxes, except boxes deleted before', async () => {
    const id = await make()
    const [kept, gone] = [await fill(id, 2), await fill(id, 5)]
    await as.admin.send('DELETE', `/supplies/${id}/box/${gone}`)
    expect((await remove(id)).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(200)
    expect(numbers(await list())).toEqual([])
    expect(codeOf(await as.staff.get(`/supplies/${id}`))).toEqual([404, 'not_found'])
    expect(codeOf(await move(id, 'packing'))).toEqual([409, 'wrong_state'])
    expect(codeOf(await update(id, { comment: 'x' }))).toEqual([409, 'wrong_state'])
    expect(codeOf(await as.admin.post(`/supplies/${id}/boxes`, { count: 1 }))).toEqual([404, 'not_found'])
    expect((await list({ deleted: 'only' })).body).toMatchObject({
      supplies: [{ id, deleted_at: expect.any(String), boxes_count: 1, can: { restore: true } }],
    })
    expect(shown(await restore(id))).toMatchObject({
      deleted_at: null,
      boxes: [{ id: kept }],
      units_count: 2,
    })
    expect((await restore(id)).statusCode).toBe(200)
    const actions = await db
      .from('audit')
      .select(['entity', 'action'])
      .where('entity', 'in', ['supply', 'box'])
      .orderBy('id')
      .execute()
    expect(actions.map(({ entity, action }) => `${entity} ${action}`)).toEqual(
      expect.arrayContaining(['supply create', 'box delete', 'supply delete', 'supply restore']),
    )
  })

  test('is not restored while another supply has its number', async () => {
    const id = await make({ number: 'WB-1' })
    await remove(id)
    const other = await make({ number: 'wb-1' })
    const before = (await list({ deleted: 'with' })).body
    expect(codeOf(await restore(id))).toEqual([409, 'number_taken'])
    expect((await list({ deleted: 'with' })).body).toEqual(before)
    await update(other, { number: 'WB-2' })
    expect((await restore(id)).statusCode).toBe(200)
  })

  test('once shipped cannot be deleted, and only its comment can change', async () => {
    const id = await make()
    await fill(id, 1)
    for (const status of ['packing', 'packed', 'shipped']) await move(id, status)
    expect(codeOf(await remove(id))).toEqual([409, 'wrong_state'])
    expect(codeOf(await update(id, { destination: 'Тула' }))).toEqual([409, 'wrong_state'])
    expect(shown(await update(id, { comment: 'Недостача 1' })).comment).toBe('Недостача 1')
  })

  test('is listed with filters, sums, trash, and search by number, destination and box barcode', async () => {
    const product_id = await buildProduct(db)
    const legal_entity_id = await buildLegalEntity(db)
    const one = await make({
      number: 'WB-1',
      destination: 'Коледино',
      planned_on: '2026-12-01',
      legal_entity_id,
    })
    const two = await make({ number: 'OZ-2', marketplace: 'ozon', planned_on: '2026-12-05' })
    await move(two, 'packing')
    await fill(one, 4, product_id)
    await fill(one, 3)
    const box = await fill(two, 5)
    await db.update('supply_boxes', { barcode: 'WB_0012345678' }).where('id', '=', box).execute()
    const cases: [object, string[]][] = [
      [{ status: 'draft' }, ['WB-1']],
      [{ status: ['draft', 'packing'] }, ['OZ-2', 'WB-1']],
      [{ marketplace: 'ozon' }, ['OZ-2']],
      [{ legal_entity_id }, ['WB-1']],
      [{ legal_entity_id: null }, ['OZ-2']],
      [{ warehouse_id: warehouse_id + 1000 }, []],
      [{ product_id }, ['WB-1']],
      [{ planned_from: '2026-12-02' }, ['OZ-2']],
      [{ planned_to: '2026-12-01' }, ['WB-1']],
      [{ search: 'колед' }, ['WB-1']],
      [{ search: 'oz-' }, ['OZ-2']],
      [{ search: 'wb_00123' }, ['OZ-2']],
      [{ search: '%' }, []],
    ]
    for (const [filter, found] of cases)
      expect([filter, numbers(await list(filter))]).toEqual([filter, found])
    expect((await list()).body).toMatchObject({
      totals: { boxes: 3, units: 12 },
      pagination: { total: 2, exact: true },
    })
    expect(numbers(await list({}, '?sort_by=number&direction=asc'))).toEqual(['OZ-2', 'WB-1'])
    expect(numbers(await as.staff.post('/supplies', { deleted: 'only' }))).toEqual([])
    const file = await as.admin.post('/supplies?format=csv')
    expect(file.raw.body).toContain('WB-1;Черновик;Wildberries')
    const found = await as.staff.get('/search?q=коледино')
    expect(found.body.results).toMatchObject([
      { entity: 'supply', id: one, title: 'WB-1', subtitle: 'Коледино' },
    ])
  })

  test('is overdue after its day, by the calendar of the company, until it has left', async () => {
    const late = await make({ number: 'WB-1', planned_on: '2026-12-01' })
    await make({ number: 'OZ-2', planned_on: '2026-12-02' })
    await make({ number: 'OZ-3' })
    const overdue = async (value: boolean) => numbers(await list({ overdue: value }))
    // The company is three hours ahead of UTC.
    for (const [at, found] of [
      ['2026-12-01T20:59:00.000Z', []],
      ['2026-12-01T21:00:00.000Z', ['WB-1']],
    ] as const) {
      stopClockAt(at)
      as = await signInTeam(test_.app, people)
      expect([at, await overdue(true)]).toEqual([at, found])
    }
    expect(await overdue(false)).toEqual(['OZ-3', 'OZ-2'])
    await move(late, 'cancelled')
    expect(await overdue(true)).toEqual([])
  })

  test('a stale edit of the same field is refused, and one of another field passes', async () => {
    const id = await make({ destination: 'Тула' })
    await update(id, { destination: 'Казань' })
    expect((await update(id, { version: 1, comment: 'x' })).statusCode).toBe(200)
    const stale = await update(id, { version: 1, destination: 'Коледино' })
    expect(codeOf(stale)).toEqual([409, 'stale'])
    expect(stale.body).toMatchObject({
      current: { destination: 'Казань' },
      changed: { by: { id: people.admin.id } },
    })
  })
})

describe('refuses', () => {
  test('a warehouse, legal entity or product of another company', async () => {
    const other = await buildTeam(test_)
    const [warehouse, entity, product] = [
      await buildWarehouse(other.db),
      await buildLegalEntity(other.db),
      await buildProduct(other.db),
    ]
    expect(fieldsOf(await create({ warehouse_id: warehouse }))).toEqual([422, 'warehouse_id'])
    expect(fieldsOf(await create({ legal_entity_id: entity }))).toEqual([422, 'legal_entity_id'])
    expect(fieldsOf(await create({ plan: [{ product_id: product, quantity: 1 }] }))).toEqual([
      422,
      'plan.0.product_id',
    ])
    expect(numbers(await list({ deleted: 'with' }))).toEqual([])
  })

  test('bad input at its field', async () => {
    const product_id = await buildProduct(db)
    const plan = (...quantities: number[]) => ({
      plan: quantities.map((quantity) => ({ product_id, quantity })),
    })
    const cases: [object, string][] = [
      [{ warehouse_id: null }, 'warehouse_id'],
      [{ number: '' }, 'number'],
      [{ number: 'a\nb' }, 'number'],
      [{ marketplace: 'amazon' }, 'marketplace'],
      [{ planned_on: '2026-02-30' }, 'planned_on'],
      [plan(1, 2), 'plan'],
      [plan(0), 'plan.0.quantity'],
      [{ status: 'packing' }, 'status'],
    ]
    for (const [body, field] of cases) expect(fieldsOf(await create(body))).toEqual([422, field])
  })

  test('a taken number, also in concurrent requests', async () => {
    await create({ number: 'WB-1' })
    expect(fieldsOf(await create({ number: 'wb-1' }))).toEqual([422, 'number'])
    const answers = await times(5, () => create({ number: 'WB-9' }))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
  })

  test('a plan below the packed pieces, or without a packed product', async () => {
    const id = await make()
    const product_id = await buildProduct(db)
    await fill(id, 5, product_id)
    const planOf = (quantity: number) => update(id, { plan: [{ product_id, quantity }] })
    expect(fieldsOf(await planOf(4))).toEqual([422, 'plan.0.quantity'])
    const other = await buildProduct(db)
    expect(fieldsOf(await update(id, { plan: [{ product_id: other, quantity: 1 }] }))).toEqual([422, 'plan'])
    expect(shown(await planOf(5))).toMatchObject({ planned_count: 5, units_count: 5 })
    expect(shown(await update(id, { plan: [] }))).toMatchObject({ planned_count: null, plan: [] })
  })

  test('the deletion of what a supply uses', async () => {
    const [legal_entity_id, product_id] = [await buildLegalEntity(db), await buildProduct(db)]
    const id = await make({ legal_entity_id })
    const box = await fill(id, 1, product_id)
    const drop = (path: string) => as.owner.send('DELETE', path)
    expect(codeOf(await drop(`/warehouses/${warehouse_id}`))).toEqual([409, 'in_use'])
    expect(codeOf(await drop(`/legal_entities/${legal_entity_id}`))).toEqual([409, 'in_use'])
    expect(codeOf(await drop(`/products/${product_id}`))).toEqual([409, 'in_use'])
    await drop(`/supplies/${id}/box/${box}`)
    expect((await drop(`/products/${product_id}`)).statusCode).toBe(200)
  })
})
