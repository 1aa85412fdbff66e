import type { UserType } from '@artel/contract/access'
import type { Box, Packing, Scan } from '@artel/contract/supplies/supplies'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../../testing/client.ts'
import { buildUser, type TestUser } from '../../../testing/rows/build.ts'
import {
  buildBox,
  buildItem,
  buildScan,
  buildScannable,
  buildSupply,
} from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { countAnswers, times } from '../../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let box: number
let product: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db)
  box = await buildBox(db, supply)
  product = await buildScannable(db, '00012')
})

const scan = (body: object = {}, to = box, client = as.staff) =>
  client.post(`/supplies/${supply}/box/${to}/scan`, { barcode: '00012', ...body })
const takeBack = (scanId: string, of = box, client = as.staff) =>
  client.send('DELETE', `/supplies/${supply}/box/${of}/scan/${scanId}`)
const packing = async () => (await as.staff.get(`/supplies/${supply}/packing`)).body.packing as Packing
const readBox = async (id = box) => (await as.staff.get(`/supplies/${supply}/box/${id}`)).body.box as Box
const scanOf = ({ body }: Answer) => body.scan as Scan
const planSupply = (quantity: number) =>
  as.admin.send('PUT', `/supplies/${supply}`, { plan: [{ product_id: product, quantity }] })
/** Removes the barcode from its product. If `isTaken`, gives it to another product. */
async function moveBarcode(isTaken: boolean): Promise<void> {
  await as.admin.send('PUT', `/products/${product}`, { barcodes: [] })
  if (isTaken) await buildScannable(db, '00012')
}
const pieces = (count: number) => ({ product_id: product, planned: null, packed: count })

describe('a scan', () => {
  test('puts a piece into the box, and returns all that the screen needs', async () => {
    const answer = await scan({ scan_id: 'a-1' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatchObject({
      box: { id: box, units_count: 1, packer: { id: people.staff.id }, items: [{ product_id: product }] },
      item: { product_id: product, quantity: 1, planned: null, product: { barcodes: ['00012'] } },
      scan: { scan_id: 'a-1', quantity: 1, user: { id: people.staff.id }, taken_back_at: null },
      product: pieces(1),
    })
    expect((await scan({ quantity: 4 })).body).toMatchObject({ item: { quantity: 5 }, product: pieces(5) })
    expect(await packing()).toMatchObject({
      units_count: 5,
      products: [pieces(5)],
      packers: [{ user: { id: people.staff.id }, units: 5, box: { id: box, units_count: 5 } }],
      scans: [{ quantity: 4 }, { scan_id: 'a-1' }],
    })
  })

  test('that was made earlier counts at its own time, at most a day back', async () => {
    const created_at = new Date(Date.now() - 72 * 3_600_000).toISOString()
    const old = await buildBox(db, supply, { created_at })
    const ages = [0, 90 * 60_000, 40 * 3_600_000]
    const made: number[] = []
    for (const age_ms of ages) made.push(Date.parse(scanOf(await scan({ age_ms }, old)).created_at))
    const [now = 0, earlier = 0, oldest = 0] = made
    expect(Math.abs(now - earlier - 90 * 60_000)).toBeLessThan(60_000)
    expect(Math.abs(now - oldest - 24 * 3_600_000)).toBeLessThan(60_000)
  })

  test('beyond the maximum of a line is rejected at quantity and not counted', async () => {
    await buildItem(db, supply, box, { product_id: product, quantity: 999_999 })
    expect((await scan()).statusCode).toBe(200)
    expect(fieldsOf(await scan())).toEqual([422, 'quantity'])
    expect((await readBox()).units_count).toBe(1_000_000)
    const other = await buildBox(db, supply)
    await scan({}, other)
    const move = { product_id: product, quantity: 1, to_box_id: box }
    const moved = await as.admin.post(`/supplies/${supply}/box/${other}/move`, move)
    expect(fieldsOf(moved)).toEqual([422, 'quantity'])
  })

  test('sent again gets the same answer and counts once; another box or quantity conflicts', async () => {
    const other = await buildBox(db, supply)
    const first = await scan({ scan_id: 'a-1' })
    expect((await scan({ scan_id: 'a-1' })).body).toEqual(first.body)
    expect(codeOf(await scan({ scan_id: 'a-1', quantity: 2 }))).toEqual([409, 'idempotency_conflict'])
    expect(codeOf(await scan({ scan_id: 'a-1' }, other))).toEqual([409, 'idempotency_conflict'])
    expect(await readBox()).toMatchObject({ units_count: 1 })
    // The scan waits on a phone without a connection while the supply is packed.
    await as.admin.send('PUT', `/supplies/${supply}/box/${box}/seal`)
    await as.admin.send('DELETE', `/supplies/${supply}/box/${other}`)
    await as.admin.send('PUT', `/supplies/${supply}/status`, { status: 'packed' })
    const late = await scan({ scan_id: 'a-1' })
    expect([late.statusCode, scanOf(late)]).toEqual([200, scanOf(first)])
    expect(codeOf(await scan({ scan_id: 'a-2' }))).toEqual([409, 'wrong_state'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its barcode has moved to another product', () => moveBarcode(true)],
    ['its barcode was taken off', () => moveBarcode(false)],
    ['its box was deleted', () => as.admin.send('DELETE', `/supplies/${supply}/box/${box}`)],
    ['its supply was deleted', () => as.admin.send('DELETE', `/supplies/${supply}`)],
  ])('sent again is answered as before after %s', async (_, change) => {
    const first = await scan({ scan_id: 'a-1' })
    await change()
    const again = await scan({ scan_id: 'a-1' })
    expect([again.statusCode, scanOf(again)]).toEqual([200, scanOf(first)])
    expect(codeOf(await scan({ scan_id: 'a-1', barcode: '00013' }))).toEqual([409, 'idempotency_conflict'])
    expect(codeOf(await scan({ scan_id: 'a-1', quantity: 2 }))).toEqual([409, 'idempotency_conflict'])
    const sent = await db.from('supply_scans').select('scan_id').where('supply_id', '=', supply).execute()
    expect(sent).toEqual([{ scan_id: 'a-1' }])
  })

  test('in a deleted box or supply is not found, and the answer to a retry permits nothing', async () => {
    const other = await buildBox(db, supply)
    await scan({ scan_id: 'a-1' })
    await scan({ scan_id: 'b-1' }, other)
    await as.admin.send('DELETE', `/supplies/${supply}/box/${box}`)
    expect(codeOf(await scan({ scan_id: 'a-2' }))).toEqual([404, 'not_found'])
    expect(codeOf(await takeBack('a-1'))).toEqual([404, 'not_found'])
    const { can } = (await scan({ scan_id: 'a-1' })).body.box as Box
    expect(Object.values(can)).not.toContain(true)
    await as.admin.send('DELETE', `/supplies/${supply}`)
    expect(codeOf(await scan({ scan_id: 'b-2' }, other))).toEqual([404, 'not_found'])
    expect(codeOf(await takeBack('b-1', other))).toEqual([404, 'not_found'])
  })

  test('stored before barcodes were kept is matched on retry by its box and quantity', async () => {
    const line = { supply_id: supply, box_id: box, product_id: product }
    await buildScan(db, people.staff, { ...line, scan_id: 'a-1' })
    await moveBarcode(true)
    expect((await scan({ scan_id: 'a-1' })).statusCode).toBe(200)
    expect(codeOf(await scan({ scan_id: 'a-1', quantity: 2 }))).toEqual([409, 'idempotency_conflict'])
  })

  test('sent many times concurrently counts once', async () => {
    const answers = await times(8, () => scan({ scan_id: 'once' }))
    expect(countAnswers(answers)).toEqual({ 200: 8 })
    const other = await buildBox(db, supply)
    const torn = await times(6, (index) => scan({ scan_id: 'torn' }, index % 2 ? box : other))
    expect(countAnswers(torn)).toEqual({ 200: 3, '409 idempotency_conflict': 3 })
    expect(await packing()).toMatchObject({ units_count: 2, products: [pieces(2)] })
  })

  test('without an id counts each time', async () => {
    await times(5, () => scan())
    expect(await readBox()).toMatchObject({ units_count: 5 })
  })

  test('is refused with its reason and stores nothing', async () => {
    const before = await packing()
    const unknown = await scan({ barcode: '00013' })
    expect([...codeOf(unknown), ...fieldsOf(unknown)]).toEqual([422, 'barcode_unknown', 422, 'barcode'])
    await buildItem(db, supply, box, { product_id: product, quantity: 2 })
    await as.staff.send('PUT', `/supplies/${supply}/box/${box}/seal`)
    expect(codeOf(await scan())).toEqual([409, 'box_sealed'])
    expect((await packing()).scans).toEqual(before.scans)
    for (const body of [
      { barcode: '' },
      ...['', '.', '..', 'a.b', 'a/b', 'a%2Fb', 'a b', 'ё', 'x'.repeat(65)].map((scan_id) => ({ scan_id })),
      { quantity: 0 },
      { quantity: 1.5 },
    ])
      expect([body, (await scan(body)).statusCode]).toEqual([body, 422])
    expect(codeOf(await scan({}, box + 1000))).toEqual([404, 'not_found'])
    const foreign = await buildSupply(db)
    expect(codeOf(await scan({}, await buildBox(db, foreign)))).toEqual([404, 'not_found'])
  })

  test('follows the plan of the box, which admits no other product', async () => {
    await buildItem(db, supply, box, { product_id: product, quantity: 0, planned: 2 })
    await buildScannable(db, 'OTHER-1')
    expect((await scan({ quantity: 2 })).body).toMatchObject({ item: { quantity: 2, planned: 2 } })
    expect(codeOf(await scan())).toEqual([409, 'plan_exceeded'])
    expect(codeOf(await scan({ barcode: 'OTHER-1' }, box, as.admin))).toEqual([409, 'plan_exceeded'])
    expect(await readBox()).toMatchObject({ units_count: 2, planned_count: 2, items: [{ quantity: 2 }] })
  })

  test('follows the plan of the supply, which admits no other product', async () => {
    await buildScannable(db, 'OTHER-1')
    await planSupply(3)
    const other = await buildBox(db, supply)
    expect((await scan({ quantity: 2 })).body).toMatchObject({ product: { planned: 3, packed: 2 } })
    expect(codeOf(await scan({ quantity: 2 }, other))).toEqual([409, 'plan_exceeded'])
    expect((await scan({}, other)).statusCode).toBe(200)
    expect(codeOf(await scan({ barcode: 'OTHER-1' }))).toEqual([409, 'plan_exceeded'])
    expect(await packing()).toMatchObject({ units_count: 3, planned_count: 3 })
  })
})

describe('many packers', () => {
  const crew = (count: number) =>
    times(count, async () => TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff')))

  test('compete for the last planned piece, and one gets it', async () => {
    await planSupply(1)
    const other = await buildBox(db, supply)
    const answers = await times(10, (index) => scan({}, index % 2 ? box : other))
    expect(countAnswers(answers)).toEqual({ 200: 1, '409 plan_exceeded': 9 })
    expect(await packing()).toMatchObject({ units_count: 1, products: [{ planned: 1, packed: 1 }] })
  })

  test('pack exactly the planned pieces, and the counts by packer and by box add up', async () => {
    await planSupply(25)
    const packers = await crew(4)
    const boxes = await times(4, () => buildBox(db, supply))
    const answers = await times(40, (index) => scan({}, boxes[index % 4], packers[index % 4]))
    expect(countAnswers(answers)).toEqual({ 200: 25, '409 plan_exceeded': 15 })
    const { packers: seen, units_count } = await packing()
    expect(units_count).toBe(25)
    expect(seen.reduce((sum, { units }) => sum + units, 0)).toBe(25)
    const counts = await times(4, async (index) => (await readBox(boxes[index])).units_count)
    expect(counts.reduce((sum, units) => sum + units, 0)).toBe(25)
  })

  test('scan, take back and seal concurrently, and every count stays correct', async () => {
    const packers = await crew(3)
    const boxes = await times(3, () => buildBox(db, supply))
    const work = times(60, async (index) => {
      const [client, to] = [packers[index % 3], boxes[(index * 7) % 3] ?? 0]
      if (index % 10 === 9) return as.admin.send('PUT', `/supplies/${supply}/box/${to}/seal`)
      const done = await scan({ scan_id: `s-${index}` }, to, client)
      if (index % 4 === 0 && done.statusCode === 200) await takeBack(`s-${index}`, to, client)
      return done
    })
    const answers = await work
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true)
    const live = await db
      .from('supply_scans')
      .select(({ fn }) => fn.sum<number>('quantity').as('units'))
      .where('taken_back_at', 'is', null)
      .executeTakeFirstOrThrow()
    const { units_count, products, packers: seen, sealed_count } = await packing()
    expect(units_count).toBe(Number(live.units))
    expect(products[0]?.packed).toBe(units_count)
    expect(seen.reduce((sum, { units }) => sum + units, 0)).toBe(units_count)
    const rows = await times(3, (index) => readBox(boxes[index]))
    expect(rows.reduce((sum, row) => sum + row.units_count, 0)).toBe(units_count)
    expect(rows.filter(({ sealed_at }) => sealed_at !== null)).toHaveLength(sealed_count)
  })

  test('get an event about a scan at once', async () => {
    const heard: number[] = []
    const stop = test_.events.subscribe(({ companyId, event, audience }) => {
      if (companyId === db.companyId && event.entity === 'supply' && audience === 'everyone')
        heard.push(event.id)
    })
    await scan()
    await expect.poll(() => heard).toEqual([supply])
    stop()
  })
})

test('scans are listed by the days of the company, from its midnight on', async () => {
  // Three hours ahead of UTC.
  const midnight = '2026-11-19T21:00:00.000Z'
  const line = { supply_id: supply, box_id: box, product_id: product, quantity: 1 }
  for (const [scan_id, created_at] of [
    ['before', '2026-11-19T20:59:59.999Z'],
    ['first', midnight],
    ['after', '2026-11-20T21:00:00.000Z'],
  ] as const)
    await buildScan(db, people.staff, { ...line, scan_id, created_at })
  const day = { date_from: '2026-11-20', date_to: '2026-11-20' }
  const { body } = await as.admin.post(`/listing/scans/${supply}`, day)
  expect((body.scans as Scan[]).map(({ scan_id }) => scan_id)).toEqual(['first'])
})

describe('taking a scan back', () => {
  test('removes its pieces only once', async () => {
    await scan({ scan_id: 'a-1', quantity: 3 })
    await scan({ scan_id: 'a-2' })
    const answer = await takeBack('a-1')
    expect(answer.body).toMatchObject({
      box: { units_count: 1, items: [{ quantity: 1 }] },
      product: pieces(1),
    })
    expect((await takeBack('a-1')).body).toEqual(answer.body)
    expect((await takeBack('a-2')).body).toMatchObject({
      box: { units_count: 0, items: [] },
      product: pieces(0),
    })
    expect((await scan({ scan_id: 'a-1', quantity: 3 })).body).toMatchObject({ item: null })
    expect(await packing()).toMatchObject({ units_count: 0, packers: [{ units: 0 }] })
    const scans = await as.admin.post(`/listing/scans/${supply}`, { is_taken_back: true })
    expect(scans.body).toMatchObject({
      scans: [{ scan_id: 'a-2', taken_back_by: { id: people.staff.id } }, { scan_id: 'a-1' }],
    })
    const file = await as.admin.post(`/listing/scans/${supply}?format=csv`)
    expect(file.raw.body.split('\n')).toHaveLength(4)
  })

  test('keeps the planned line and frees its place in the plan', async () => {
    await planSupply(1)
    await buildItem(db, supply, box, { product_id: product, quantity: 0, planned: 1 })
    await scan({ scan_id: 'a-1' })
    expect((await takeBack('a-1')).body).toMatchObject({ box: { items: [{ quantity: 0, planned: 1 }] } })
    expect((await scan()).statusCode).toBe(200)
  })

  test('is refused to a packer for a colleague’s scan, and allowed to an admin', async () => {
    await scan({ scan_id: 'a-1' })
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    expect(codeOf(await takeBack('a-1', box, colleague))).toEqual([403, 'forbidden'])
    expect((await readBox()).units_count).toBe(1)
    expect((await takeBack('a-1', box, as.admin)).statusCode).toBe(200)
  })

  test('has effect once in concurrent requests', async () => {
    await scan({ scan_id: 'a-1', quantity: 2 })
    await scan({ scan_id: 'a-2', quantity: 5 })
    expect(countAnswers(await times(6, () => takeBack('a-1')))).toEqual({ 200: 6 })
    expect(await readBox()).toMatchObject({ units_count: 5 })
  })

  test('is refused for an unknown scan, another box, moved pieces and a sealed box', async () => {
    const other = await buildBox(db, supply)
    await scan({ scan_id: 'a-1', quantity: 2 })
    expect(codeOf(await takeBack('a-9'))).toEqual([404, 'not_found'])
    expect(codeOf(await takeBack('a-1', other))).toEqual([404, 'not_found'])
    await as.staff.post(`/supplies/${supply}/box/${box}/move`, {
      product_id: product,
      quantity: 1,
      to_box_id: other,
    })
    // One of the two pieces is in another box now.
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'wrong_state'])
    await as.staff.send('PUT', `/supplies/${supply}/box/${box}/seal`)
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'box_sealed'])
  })
})
