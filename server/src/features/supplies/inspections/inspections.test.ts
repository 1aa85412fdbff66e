import type { UserType } from '@artel/contract/access'
import type { Inspection } from '@artel/contract/supplies/supplies'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, TestClient } from '../../../testing/client.ts'
import { buildLink, mediaOf, photo, upload } from '../../../testing/media/media.ts'
import { buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { faultsOf } from '../../../testing/rows/faults.ts'
import { buildPacking } from '../../../testing/rows/packing.ts'
import { buildScannable } from '../../../testing/rows/supplies.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply_id: number
let box: number
let product_id: number
let image: number

beforeEach(async () => {
  ;({ db, people, as, supply_id, box, product_id } = await buildPacking(test_))
  image = mediaOf(await upload(as.admin, await photo())).id
})

const path = () => `/supplies/${supply_id}/box/${box}`
const scan = (scan_id: string, quantity = 1, client = as.staff) =>
  client.post(`${path()}/scan`, { barcode: '00012', scan_id, quantity })
const takeBack = (scanId: string, client = as.staff) => client.send('DELETE', `${path()}/scan/${scanId}`)
const seal = (client = as.staff) => client.send('PUT', `${path()}/seal`)
const readBox = async () =>
  (await as.admin.get(path())).body.box as { version: number; units_count: number; sealed_at: string | null }
const inspect = async (quantity: number, body: object = {}, client = as.admin) =>
  client.post(`${path()}/inspect`, {
    version: (await readBox()).version,
    lines: [{ product_id, quantity }],
    multimedia_ids: [image],
    ...body,
  })
const read = async (id: number) => (await as.admin.get(`/tasks/${id}`)).body.task as TaskDetail
const money = async (id = people.staff.id) => {
  const query = db.from('accounts').select('balance').where('user_id', '=', id)
  return (await query.where('ledger', '=', 'money').executeTakeFirst())?.balance ?? 0
}
const faults = () => faultsOf(test_.root, db.companyId)
async function finishWith(scans: Record<string, number>): Promise<number> {
  const terms = { user_id: people.staff.id, supply_id, product_id, quantity: 10, money: 1000, coins: 0 }
  const id = await buildTask(db, people.admin, terms)
  await as.staff.post(`/tasks/${id}/start`)
  for (const [scanId, quantity] of Object.entries(scans)) await scan(scanId, quantity)
  await as.staff.post(`/tasks/${id}/finish`)
  return id
}
const ship = async () => {
  for (const status of ['packed', 'shipped'] as const)
    await as.admin.send('PUT', `/supplies/${supply_id}/status`, { status })
}

describe('an inspection', () => {
  test('confirms a box without a photo, and settles its scans', async () => {
    const id = await finishWith({ 'a-1': 4, 'a-2': 3 })
    await seal()
    const { statusCode, body } = await inspect(7, { multimedia_ids: [], comment: 'Сошлось' })
    expect([statusCode, body.inspection]).toMatchObject([
      201,
      {
        user: { id: people.admin.id },
        comment: 'Сошлось',
        lines: [{ product: { id: product_id }, packed: 7, found: 7 }],
        people: [{ user: { id: people.staff.id }, pieces: 7, missing: 0 }],
        multimedia: [],
      },
    ])
    expect([await money(), (await readBox()).sealed_at !== null]).toEqual([700, true])
    await as.staff.send('PUT', `${path()}/unseal`)
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'wrong_state'])
    await scan('a-3')
    expect((await takeBack('a-3')).statusCode).toBe(200)
    expect([(await read(id)).quantity_done, await faults()]).toEqual([7, []])
  })

  test('takes missing pieces from the newest scans, from their task and its pay, and opens the box', async () => {
    const id = await finishWith({ 'a-1': 4, 'a-2': 3 })
    await seal()
    for (const multimedia_ids of [[], [await buildLink(db, people.admin)]])
      expect(fieldsOf(await inspect(5, { multimedia_ids }))).toEqual([422, 'multimedia_ids'])
    expect(await money()).toBe(700)
    const { body } = await inspect(5)
    expect(body.inspection).toMatchObject({
      people: [{ pieces: 7, missing: 2 }],
      multimedia: [{ id: image }],
    })
    expect([await money(), await read(id)]).toMatchObject([
      500,
      { status: 'done', quantity_done: 5, scanned: 5 },
    ])
    expect(await readBox()).toMatchObject({ units_count: 5, sealed_at: null })
    const scans = await db.from('supply_scans').select(['scan_id', 'missing']).orderBy('id').execute()
    expect(scans).toEqual([
      { scan_id: 'a-1', missing: 0 },
      { scan_id: 'a-2', missing: 2 },
    ])
    expect((await inspect(5)).statusCode).toBe(201)
    expect([await money(), await faults()]).toEqual([500, []])
    const { body: log } = await as.owner.post('/listing/audit', { action: 'inspect' })
    expect(log.audit).toMatchObject([
      { entity: 'box', after: { pieces_found: 5, pieces_missing: 0 } },
      { entity: 'box', after: { pieces_found: 5, pieces_missing: 2 } },
    ])
  })

  test('lowers the pay after the supply was shipped, and the same piece only once', async () => {
    await finishWith({ 'a-1': 7 })
    await seal()
    await ship()
    for (const [found, left] of [
      [6, 600],
      [6, 600],
      [7, 600],
      [6, 600],
      [4, 400],
    ] as const) {
      expect((await inspect(found)).statusCode).toBe(201)
      expect(await money()).toBe(left)
    }
    expect(await readBox()).toMatchObject({ units_count: 7 })
    const { body } = await as.admin.get(`${path()}/inspections`)
    expect((body.inspections as Inspection[]).map(({ lines }) => lines[0])).toMatchObject([
      { packed: 6, found: 4 },
      { packed: 6, found: 6 },
      { packed: 6, found: 7 },
      { packed: 6, found: 6 },
      { packed: 7, found: 6 },
    ])
    expect(await faults()).toEqual([])
  })

  test('takes pieces that no task counts first, and they are counted no more', async () => {
    await finishWith({ 'a-1': 4 })
    await scan('u-1', 3)
    await inspect(5)
    expect(await money()).toBe(400)
    const terms = { user_id: people.staff.id, supply_id, product_id, quantity: 10, money: 1000 }
    const next = await buildTask(db, people.admin, terms)
    expect((await as.admin.post(`/tasks/${next}/count_scans`)).body.counted).toBe(1)
    await inspect(3)
    expect([await money(), await read(next)]).toMatchObject([300, { quantity_done: 0, scanned: 0 }])
    expect(await faults()).toEqual([])
  })

  test('names each packer of the box with their own pieces', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    const other = await TestClient.signIn(test_.app, colleague)
    const terms = { user_id: colleague.id, supply_id, product_id, quantity: 4, money: 400, coins: 0 }
    const beside = await buildTask(db, people.admin, terms)
    await other.post(`/tasks/${beside}/start`)
    await scan('b-1', 4, other)
    await other.post(`/tasks/${beside}/finish`)
    await finishWith({ 'a-1': 2 })
    const { body } = await inspect(3)
    expect(body.inspection).toMatchObject({
      people: [
        { user: { id: people.staff.id }, pieces: 2, missing: 2 },
        { user: { id: colleague.id }, pieces: 4, missing: 1 },
      ],
    })
    expect([await money(), await money(colleague.id), await faults()]).toEqual([0, 300, []])
    const accuracy = async (filter: object) => {
      const days = { date_from: '2000-01-01', date_to: '2009-12-31', ...filter }
      return (await as.admin.post('/stats/accuracy', days)).body.accuracy
    }
    const today = new Date().toISOString().slice(0, 10)
    const around = { date_from: `${today.slice(0, 8)}01`, date_to: today }
    expect(await accuracy(around)).toEqual([
      { user: expect.objectContaining({ id: people.staff.id }), pieces: 2, missing: 2 },
      { user: expect.objectContaining({ id: colleague.id }), pieces: 4, missing: 1 },
    ])
    expect(await accuracy({})).toEqual([])
    expect(await accuracy({ ...around, product_id: product_id + 1 })).toEqual([])
  })
})

describe('an inspection is refused', () => {
  test('to staff, to whoever has packed in the box, and by the database', async () => {
    await scan('a-1', 2)
    expect(codeOf(await inspect(2, {}, as.staff))).toEqual([403, 'forbidden'])
    await scan('own', 1, as.admin)
    await scan('a-2', 1)
    expect(codeOf(await inspect(4))).toEqual([403, 'forbidden'])
    expect((await inspect(4, {}, as.owner)).statusCode).toBe(201)
    const row = {
      supply_id,
      box_id: box,
      user_id: people.staff.id,
      box_version: 1,
      created_at: '2026-11-20T07:00:00Z',
    }
    await expect(db.insert('box_inspections', row).execute()).rejects.toThrow('own box')
  })

  test('if the box has changed, is empty, or not all of it was counted', async () => {
    const { version } = await readBox()
    expect(codeOf(await inspect(0))).toEqual([409, 'wrong_state'])
    await scan('a-1', 2)
    expect(codeOf(await inspect(2, { version }))).toEqual([409, 'stale'])
    const other = await buildScannable(db, '00029')
    expect(fieldsOf(await inspect(0, { lines: [{ product_id: other, quantity: 1 }] }))).toEqual([
      422,
      'lines',
    ])
    const stranger = [
      { product_id, quantity: 2 },
      { product_id: 999_999_999, quantity: 1 },
    ]
    expect(fieldsOf(await inspect(0, { lines: stranger }))).toEqual([422, 'lines.1.product_id'])
    expect((await as.admin.get(`${path()}/inspections`)).body.inspections).toEqual([])
  })

  test('if coins of missing pieces are spent, and changes nothing', async () => {
    const terms = { user_id: people.staff.id, supply_id, product_id, quantity: 4, money: 0, coins: 40 }
    const id = await buildTask(db, people.admin, terms)
    await as.staff.post(`/tasks/${id}/start`)
    await scan('a-1', 4)
    await as.staff.post(`/tasks/${id}/finish`)
    await as.admin.post('/coins', { kind: 'fine', amount: 35, user_id: people.staff.id, comment: 'x' })
    expect(codeOf(await inspect(3))).toEqual([409, 'insufficient_coins'])
    expect([(await read(id)).quantity_done, (await readBox()).units_count]).toEqual([4, 4])
  })
})

test('an inspection and what it has counted are only added to', async () => {
  await scan('a-1', 2)
  await inspect(1)
  for (const table of ['box_inspections', 'box_inspection_lines', 'box_inspection_people'] as const) {
    const change = sql`delete from ${sql.table(table)} where company_id = ${db.companyId}`
    await expect(change.execute(test_.root)).rejects.toThrow('only added to')
  }
  const back = db.update('supply_scans', { missing: 0 }).where('scan_id', '=', 'a-1').execute()
  await expect(back).rejects.toThrow('only added to')
})

test('scans, scans that are taken back and inspections at the same time agree', async () => {
  const id = await finishWith({ 'a-1': 1, 'a-2': 1, 'a-3': 1, 'a-4': 1 })
  await Promise.all([
    takeBack('a-1'),
    inspect(2),
    inspect(3, {}, as.owner),
    takeBack('a-4'),
    as.admin.post(`/tasks/${id}/count_scans`),
    scan('late'),
  ])
  const { quantity_done } = await read(id)
  expect([await money(), await faults()]).toEqual([quantity_done * 100, []])
})
