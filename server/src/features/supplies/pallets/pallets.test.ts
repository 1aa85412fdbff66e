import type { UserType } from '@artel/contract/access'
import type { Box, Pallet, PalletBox } from '@artel/contract/supplies/supplies'
import { maxPallets } from '@artel/contract/supplies/supplies.line'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { print, scan } from '../../../labels/testing.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import {
  buildBox,
  buildItem,
  buildPallet,
  buildSealedBox,
  buildSupply,
} from '../../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { Random } from '../../../testing/values/random.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let people: Team['people']
let supply: number

beforeEach(async () => {
  ;({ db, as, people } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7', destination: 'Коледино' })
})

const at = (pallet: number | null = null, end = '') =>
  `/supplies/${supply}/${pallet === null ? 'pallets' : `pallet/${pallet}`}${end}`
const create = async (client = as.staff) =>
  (await client.post(`/supplies/${supply}/pallet`)).body.pallet as Pallet
const put = (pallet: number, barcode: string, more: object = {}, client = as.staff) =>
  client.post(at(pallet, '/box'), { barcode, ...more })
const list = async () => (await as.staff.get(at())).body as { pallets: Pallet[]; loose_count: number }
const sealed = (barcode: string, fields = {}) =>
  buildSealedBox(db, people.staff, supply, { barcode, ...fields })
const entries = () =>
  db
    .from('audit')
    .select(['action', 'title', 'before', 'after'])
    .where('entity', '=', 'pallet')
    .orderBy('id')
    .execute()
const setPrefix = (gs1_prefix: string | null) =>
  as.owner.send('PUT', '/settings', { parent: 'company', settings: { supplies: { gs1_prefix } } })

test('a pallet is numbered, gets a code of ours and holds closed boxes', async () => {
  const [first, second] = [await create(), await create(as.admin)]
  expect([first, second]).toMatchObject([
    { number: 1, boxes_count: 0, units_count: 0, closed_at: null, can: { load: true, close: false } },
    { number: 2 },
  ])
  expect(first.barcode).toMatch(/^PL\d{10}$/)
  const box = await sealed('BOX-1', { number: 5 })
  await sealed('BOX-2', { number: 6 })
  const { body } = await put(first.id, 'BOX-1')
  expect(body).toMatchObject({
    pallet: { id: first.id, boxes_count: 1, units_count: 1, can: { close: true } },
    box: { id: box, number: 5, is_sealed: true, pallet_id: first.id },
  })
  expect(await list()).toMatchObject({ pallets: [{ boxes_count: 1 }, { boxes_count: 0 }], loose_count: 1 })
  const { body: one } = await as.staff.get(`/supplies/${supply}/box/${box}`)
  expect(one.box).toMatchObject({ pallet: { id: first.id, number: 1 }, can: { unseal: false } })
  const { body: loose } = await as.staff.post(`/listing/boxes/${supply}`, { pallet_id: null })
  expect(loose.boxes).toMatchObject([{ number: 6, pallet: null }])
  const { body: standing } = await as.staff.post(`/listing/boxes/${supply}`, { pallet_id: [first.id] })
  expect((standing.boxes as Box[]).map(({ number }) => number)).toEqual([5])
  expect((await as.staff.get(at(null, '/boxes'))).body).toMatchObject({
    is_whole: true,
    boxes: [{ number: 5, pallet_id: first.id } as PalletBox, { number: 6, pallet_id: null } as PalletBox],
  })
})

test('the same scan again changes nothing', async () => {
  const { id } = await create()
  await sealed('BOX-1', { number: 1 })
  const step = { id: 'step-1', age_ms: 5000 }
  const first = await put(id, 'BOX-1', { step })
  const before = await entries()
  expect(await put(id, 'BOX-1', { step })).toMatchObject({ body: first.body })
  expect(await put(id, 'BOX-1')).toMatchObject({ body: first.body })
  expect(await entries()).toEqual(before)
  const { id: other } = await create()
  expect(codeOf(await put(other, 'BOX-1', { step }))).toEqual([409, 'idempotency_conflict'])
})

test('refuses an open box, an unknown one, one of another pallet, and a closed pallet', async () => {
  const [one, other] = [await create(), await create()]
  const open = await buildBox(db, supply, { barcode: 'OPEN', number: 3 })
  await buildItem(db, supply, open)
  expect(codeOf(await put(one.id, 'OPEN'))).toEqual([409, 'box_open'])
  await buildSealedBox(db, people.staff, await buildSupply(db), { barcode: 'ELSEWHERE' })
  expect(fieldsOf(await put(one.id, 'ELSEWHERE'))).toEqual([422, 'barcode'])
  await sealed('BOX-1', { number: 4 })
  await put(one.id, 'BOX-1')
  const refused = await put(other.id, 'BOX-1')
  expect(codeOf(refused)).toEqual([409, 'on_other_pallet'])
  expect(refused.body.message).toContain('4')
  expect(refused.body.message).toContain('1')
  expect(codeOf(await put(other.id, 'BOX-1', { from_pallet_id: other.id }))).toEqual([409, 'on_other_pallet'])
  expect((await put(other.id, 'BOX-1', { from_pallet_id: one.id })).statusCode).toBe(200)
  expect((await list()).pallets.map(({ boxes_count }) => boxes_count)).toEqual([0, 1])
  await as.staff.send('PUT', at(other.id, '/close'))
  expect(codeOf(await put(one.id, 'BOX-1', { from_pallet_id: other.id }))).toEqual([409, 'pallet_closed'])
  await sealed('BOX-2')
  expect(codeOf(await put(other.id, 'BOX-2'))).toEqual([409, 'pallet_closed'])
  expect(codeOf(await put(other.id + 99, 'BOX-2'))).toEqual([404, 'not_found'])
})

test('a box on a pallet stays closed until it is taken off', async () => {
  const { id } = await create()
  const box = await sealed('BOX-1', { number: 1 })
  await put(id, 'BOX-1')
  const unseal = () => as.staff.send('PUT', `/supplies/${supply}/box/${box}/unseal`)
  expect(codeOf(await unseal())).toEqual([409, 'on_pallet'])
  expect((await as.staff.send('PUT', at(id, '/takeoff'), { box_ids: [box] })).body.pallet).toMatchObject({
    boxes_count: 0,
  })
  expect((await unseal()).statusCode).toBe(200)
})

test('the number of a deleted pallet is given again if it was the last', async () => {
  const [first, last] = [await create(), await create()]
  await as.staff.send('DELETE', at(last.id))
  expect(await create()).toMatchObject({ number: 2 })
  await as.staff.send('DELETE', at(first.id))
  expect(await create()).toMatchObject({ number: 3 })
})

test('closes, reopens and deletes pallets', async () => {
  const { id } = await create()
  expect(codeOf(await as.staff.send('PUT', at(id, '/close')))).toEqual([409, 'pallet_empty'])
  const box = await sealed('BOX-1', { number: 7 })
  await as.staff.send('PUT', at(id, '/boxes'), { box_ids: [box, box] })
  for (let again = 0; again < 2; again += 1)
    expect((await as.staff.send('PUT', at(id, '/close'))).body.pallet).toMatchObject({
      can: { load: false, close: false, reopen: true, delete: false },
    })
  expect(codeOf(await as.staff.send('DELETE', at(id)))).toEqual([409, 'pallet_closed'])
  expect(codeOf(await as.staff.send('PUT', at(id, '/takeoff'), { box_ids: [box] }))).toEqual([
    409,
    'pallet_closed',
  ])
  expect((await as.staff.send('PUT', at(id, '/reopen'))).statusCode).toBe(200)
  expect((await as.staff.send('DELETE', at(id))).statusCode).toBe(200)
  expect(await list()).toEqual({ status: true, pallets: [], loose_count: 1 })
  expect(await entries()).toEqual([
    { action: 'create', title: 'WB-7 / 1', before: {}, after: {} },
    { action: 'update', title: 'WB-7 / 1', before: {}, after: { boxes: '7' } },
    { action: 'seal', title: 'WB-7 / 1', before: {}, after: {} },
    { action: 'unseal', title: 'WB-7 / 1', before: {}, after: {} },
    { action: 'delete', title: 'WB-7 / 1', before: { boxes: '7' }, after: {} },
  ])
})

test('puts many boxes on a pallet, all or none', async () => {
  const { id } = await create()
  const [first, second] = [await sealed('A'), await sealed('B')]
  const open = await buildBox(db, supply)
  const send = (box_ids: number[]) => as.admin.send('PUT', at(id, '/boxes'), { box_ids })
  expect(codeOf(await send([first, open]))).toEqual([409, 'box_open'])
  expect(fieldsOf(await send([first, second + 99]))).toEqual([422, 'box_ids.1'])
  expect((await list()).loose_count).toBe(3)
  expect((await send([second, first])).body.pallet).toMatchObject({ boxes_count: 2, units_count: 2 })
})

test('shipping closes open pallets and removes empty ones; afterwards nothing moves', async () => {
  const [full, , other] = [await create(), await create(), await create()]
  await sealed('BOX-1')
  await sealed('BOX-2')
  await put(full.id, 'BOX-1')
  await put(other.id, 'BOX-2')
  await as.staff.send('PUT', at(other.id, '/close'))
  const move = (status: string) => as.admin.send('PUT', `/supplies/${supply}/status`, { status })
  await move('packed')
  expect((await move('shipped')).statusCode).toBe(200)
  expect((await list()).pallets).toMatchObject([
    { number: 1, closed_at: expect.any(String), can: { load: false, reopen: false, delete: false } },
    { number: 3, closed_at: expect.any(String) },
  ])
  expect(codeOf(await as.admin.send('PUT', at(full.id, '/reopen')))).toEqual([409, 'wrong_state'])
  expect(codeOf(await put(full.id, 'BOX-2', {}, as.admin))).toEqual([409, 'wrong_state'])
})

test('with a GS1 prefix pallets get SSCCs with rising serials, which never come again', async () => {
  expect(codeOf(await setPrefix('123'))).toEqual([422, 'invalid'])
  expect((await setPrefix('4600001')).statusCode).toBe(200)
  const codes = [await create(), await create()]
  expect(codes.map(({ barcode }) => barcode)).toEqual(['046000010000000014', '046000010000000021'])
  await as.staff.send('DELETE', at(codes[1]?.id ?? 0))
  expect((await create()).barcode).toBe('046000010000000038')
  await setPrefix(null)
  expect((await create()).barcode).toMatch(/^PL/)
})

test('skips codes that a longer prefix has given before', async () => {
  await setPrefix('460000100000')
  const [first, second] = [await create(), await create()]
  await setPrefix('46000010000')
  const [one, two] = [await create(), await create()]
  expect(new Set([first, second, one, two].map(({ barcode }) => barcode)).size).toBe(4)
})

test('refuses a pallet when the prefix has no serial left', async () => {
  await setPrefix('460000100000')
  await db.query(sql`
    insert into pallet_serials (company_id, prefix, last) values (${db.companyId}, '460000100000', 99998)`)
  expect((await create()).barcode).toBe('946000010000099998')
  const refused = await as.staff.post(`/supplies/${supply}/pallet`)
  expect(codeOf(refused)).toEqual([409, 'sscc_used_up'])
})

test('limits the pallets of a supply', async () => {
  await db.query(sql`insert into supply_pallets (company_id, supply_id, number, created_at)
    select ${db.companyId}, ${supply}, n, now() from generate_series(1, ${maxPallets}) n`)
  expect(fieldsOf(await as.staff.post(`/supplies/${supply}/pallet`))).toEqual([422, 'number'])
})

test('prints labels of all pallets or of one', async () => {
  expect(codeOf(await as.staff.get(at(null, '/labels')))).toEqual([409, 'no_pallets'])
  await setPrefix('4600001')
  const [first, second] = [await create(), await create()]
  await sealed('BOX-1')
  await put(first.id, 'BOX-1')
  const { raw } = await as.staff.get(at(null, '/labels?size=75x120'))
  expect(raw.headers['content-disposition']).toContain(encodeURIComponent('Этикетки паллет WB-7.pdf'))
  const pages = await print('75x120', raw.rawPayload)
  expect(await Promise.all(pages.map(scan))).toEqual(
    ['046000010000000014', '046000010000000021'].map((code) => [`Code128 (00)${code}`, `QRCode 00${code}`]),
  )
  const [full = '', empty = ''] = pages.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(full).toContain('(00) 046000010000000014')
  expect(full).toContain('Паллета 1 из 2')
  expect(full).toContain('1 короб, 1 шт.')
  expect(empty).not.toContain('короб')
  const { raw: one } = await as.staff.get(at(null, `/labels?pallet_id=${second.id}`))
  const [page, ...others] = await print('58x40', one.rawPayload)
  expect(others).toEqual([])
  expect(page?.text).toContain('(00) 046000010000000021')
  expect(codeOf(await as.staff.get(at(null, '/labels?pallet_id=1')))).toEqual([404, 'not_found'])
})

test('one of two people who scan a box onto two pallets wins, the other is told where it stands', async () => {
  const pallets = [await create(), await create()]
  await sealed('BOX-1')
  const answers = await Promise.all([
    put(pallets[0]?.id ?? 0, 'BOX-1'),
    put(pallets[1]?.id ?? 0, 'BOX-1', {}, as.admin),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await list()).pallets.map(({ boxes_count }) => boxes_count).sort()).toEqual([0, 1])
})

const moves = ['create', 'delete', 'put', 'move', 'many', 'off', 'close', 'reopen', 'seal', 'unseal'] as const

test.each([1, 2, 3])('random moves at once: counts are those of the boxes (seed %i)', async (seed) => {
  const random = new Random(seed)
  const boxes = await Promise.all([1, 2, 3, 4, 5].map((number) => sealed(`BOX-${number}`, { number })))
  const pallets = [(await create()).id, (await create()).id]
  const step = async () => {
    const client = random.pick([as.staff, as.admin])
    const [pallet, box, barcode] = [random.pick(pallets), random.pick(boxes), `BOX-${random.between(1, 5)}`]
    const [from_pallet_id, box_ids] = [random.pick(pallets), [box, random.pick(boxes)]]
    const move = random.pick([...moves, 'put', 'put', 'many'] as const)
    const send: Record<(typeof moves)[number], () => Promise<{ statusCode: number; body: object }>> = {
      create: () => client.post(`/supplies/${supply}/pallet`),
      delete: () => client.send('DELETE', at(pallet)),
      put: () => put(pallet, barcode, {}, client),
      move: () => put(pallet, barcode, { from_pallet_id }, client),
      many: () => client.send('PUT', at(pallet, '/boxes'), { box_ids }),
      off: () => client.send('PUT', at(pallet, '/takeoff'), { box_ids }),
      close: () => client.send('PUT', at(pallet, '/close')),
      reopen: () => client.send('PUT', at(pallet, '/reopen')),
      seal: () => client.send('PUT', `/supplies/${supply}/box/${box}/seal`),
      unseal: () => client.send('PUT', `/supplies/${supply}/box/${box}/unseal`),
    }
    const { statusCode, body } = await send[move]()
    expect([move, statusCode]).toEqual([move, expect.toSatisfy((code: number) => code < 500)])
    if (move === 'create' && statusCode === 201) pallets.push((body as { pallet: Pallet }).pallet.id)
  }
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([step(), step(), step(), step()])
    const shown = await list()
    const rows = await db
      .from('supply_boxes')
      .select(['pallet_id', 'units_count', 'sealed_at'])
      .where('supply_id', '=', supply)
      .execute()
    for (const { id, boxes_count, units_count } of shown.pallets) {
      const own = rows.filter(({ pallet_id }) => pallet_id === id)
      expect([boxes_count, units_count]).toEqual([
        own.length,
        own.reduce((sum, { units_count: units }) => sum + units, 0),
      ])
      expect(own.every(({ sealed_at }) => sealed_at !== null)).toBe(true)
    }
    const standing = shown.pallets.reduce((sum, { boxes_count }) => sum + boxes_count, 0)
    expect(standing + shown.loose_count).toBe(boxes.length)
  }
})

const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow()

test('the database refuses what breaks the rules of pallets', async () => {
  const box = await sealed('BOX-1')
  const [pallet, empty] = [await buildPallet(db, supply), await buildPallet(db, supply)]
  const elsewhere = await buildPallet(db, await buildSupply(db))
  const place = (pallet_id: number | null, id = box) =>
    db.update('supply_boxes', { pallet_id }).where('id', '=', id).execute()
  const set = (id: number, fields: object) =>
    db.update('supply_pallets', fields).where('id', '=', id).execute()
  const closed = { closed_at: nowIso(), closed_by: people.staff.id }
  await refused(place(elsewhere))
  await refused(place(pallet, await buildBox(db, supply)))
  await place(pallet)
  await refused(
    db.update('supply_boxes', { sealed_at: null, sealed_by: null }).where('id', '=', box).execute(),
  )
  await refused(set(pallet, { deleted_at: nowIso() }))
  await refused(set(pallet, { barcode: 'PL0000000000' }))
  await refused(set(pallet, { supply_id: supply + 1 }))
  await refused(set(empty, closed))
  await refused(db.remove('supply_pallets').where('id', '=', empty).execute())
  await refused(buildPallet(db, supply, { barcode: '046000010000000015' }))
  await refused(buildPallet(db, supply, { barcode: 'BX0000000001' }))
  const { barcode } = await db
    .from('supply_pallets')
    .select('barcode')
    .where('id', '=', pallet)
    .executeTakeFirstOrThrow()
  await refused(buildPallet(db, await buildSupply(db), { barcode }))
  await refused(db.update('supplies', { status: 'shipped' }).where('id', '=', supply).execute())
  await set(pallet, closed)
  await refused(place(empty))
  await refused(place(null))
  await refused(set(pallet, { deleted_at: nowIso() }))
  await set(empty, { deleted_at: nowIso() })
  await refused(set(empty, { deleted_at: null }))
  await refused(place(empty, await sealed('BOX-2')))
  for (const status of ['packed', 'shipped'] as const)
    await db.update('supplies', { status }).where('id', '=', supply).execute()
  await refused(set(pallet, { closed_at: null, closed_by: null }))
  await refused(buildPallet(db, supply))
})

test('the database never gives a serial again', async () => {
  const set = (last: number) =>
    db.query(sql`update pallet_serials set last = ${last} where company_id = ${db.companyId}`)
  await db.query(
    sql`insert into pallet_serials (company_id, prefix, last) values (${db.companyId}, '4600001', 5)`,
  )
  await refused(set(4))
  await refused(set(10 ** 10))
  await refused(db.query(sql`delete from pallet_serials where company_id = ${db.companyId}`))
  await refused(db.query(sql`update companies set settings = '{"supplies":{"gs1_prefix":"12"}}'`))
  await set(6)
})
