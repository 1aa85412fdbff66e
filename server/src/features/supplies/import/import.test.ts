import type { UserType } from '@artel/contract/access'
import type { ImportDetail, ImportEntry } from '@artel/contract/imports/imports'
import type { Supply } from '@artel/contract/supplies/supplies'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { buildProduct, type TestUser } from '../../../testing/rows/build.ts'
import { followImport } from '../../../testing/rows/imports.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { times } from '../../../testing/together.ts'
import { type FormPart, multipart } from '../../../testing/values/form.ts'

type Report = { errors: { row: number; field: string; message: string }[]; import: ImportDetail }

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let one: number
let two: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7' })
  one = await buildScannable(db, '00012')
  two = await buildScannable(db, '4607086560143')
})

const sendFile = async (content: Buffer | string, fields: Record<string, string> = {}, client = as.admin) => {
  const all = { supply_id: String(supply), ...fields }
  const parts: FormPart[] = [
    ...Object.entries(all),
    ['file', { name: 'Короба.csv', content: Buffer.from(content as string) }],
  ]
  return followImport(client, await client.send('POST', '/supplies/import', undefined, multipart(parts)))
}
const header = 'Баркод товара;Кол-во товаров;ШК короба;Срок годности\n'
const send = (rows: string, fields: Record<string, string> = {}) => sendFile(header + rows, fields)
const counts = ({ body }: Answer) => [body.created, body.updated, body.skipped, body.refused]
const report = ({ body }: Answer) => body as unknown as Report
const faults = (answer: Answer) => report(answer).errors.map(({ row, field }) => [row, field])
const undo = (answer: Answer) => as.admin.post(`/imports/${report(answer).import.id}/undo`)
const read = async () => (await as.admin.get(`/supplies/${supply}`)).body.supply as Supply
/** Boxes as `barcode: quantity/plan of each product`. */
const boxes = async () =>
  (await read()).boxes.map(({ number, barcode, items }) => [
    number,
    barcode,
    ...items
      .toSorted((a, b) => a.product_id - b.product_id)
      .map(({ product_id, quantity, planned, expires_on }) =>
        [product_id === one ? 'one' : 'two', quantity, planned, expires_on].filter(Boolean).join(' '),
      ),
  ])
const exportFile = (format = 'csv', filters: object = { ids: [supply] }) =>
  as.admin.post('/supplies/export', { ...filters, format })
const look = () => fingerprint(test_.root, [db.companyId])

const good = '00012;5;WB_1;31.05.2027\n4607086560143;2;WB_1;\n00012;3;WB_2;2027-06-01\n;0;WB_3;\n'
const goodBoxes = [
  [1, 'WB_1', 'one 5 2027-05-31', 'two 2'],
  [2, 'WB_2', 'one 3 2027-06-01'],
  [3, 'WB_3'],
]

describe('an import', () => {
  test('creates boxes with their lines in the order of the file, and reports them', async () => {
    const answer = await send(good)
    expect(answer.statusCode).toBe(200)
    expect(counts(answer)).toEqual([4, 0, 0, 0])
    expect(report(answer).import).toMatchObject({ kind: 'supplies', supply_id: supply, can: { undo: true } })
    expect(await boxes()).toEqual(goodBoxes)
    expect(await read()).toMatchObject({ boxes_count: 3, units_count: 10 })
  })

  test('is found by the supply that it was made for', async () => {
    await send(good)
    const other = await buildSupply(db)
    await send(good, { supply_id: String(other) })
    await send(good, { dry_run: '1' })
    const found = async (supply_id: unknown) =>
      ((await as.admin.post('/listing/imports', { supply_id })).body.imports as ImportEntry[]).map(
        (entry) => entry.supply_id,
      )
    expect(await found(supply)).toEqual([supply])
    expect(await found([supply, other])).toEqual([other, supply])
    expect(await found(other + 1)).toEqual([])
    expect(fieldsOf(await as.admin.post('/listing/imports', { supply_id: 'x' }))).toEqual([422, 'supply_id'])
  })

  test('without overwrite adds to what the boxes hold', async () => {
    await send(good)
    const answer = await send('00012;5;WB_1;\n4607086560143;1;WB_2;\n;;WB_3;\n00012;1;WB_4;\n')
    expect(counts(answer)).toEqual([2, 1, 1, 0])
    expect(await boxes()).toEqual([
      [1, 'WB_1', 'one 10 2027-05-31', 'two 2'],
      [2, 'WB_2', 'one 3 2027-06-01', 'two 1'],
      [3, 'WB_3'],
      [4, 'WB_4', 'one 1'],
    ])
    expect(faults(await send('00012;5;WB_1;2028-01-01\n'))).toEqual([[2, 'expires_on']])
  })

  test('with overwrite replaces all boxes of the supply', async () => {
    await send(good)
    const answer = await send('00012;4;WB_1;\n4607086560143;7;WB_9;\n', { overwrite: '1' })
    expect(counts(answer)).toEqual([1, 1, 0, 0])
    expect(await boxes()).toEqual([
      [1, 'WB_1', 'one 4 2027-05-31'],
      [4, 'WB_9', 'two 7'],
    ])
    expect(await read()).toMatchObject({ boxes_count: 2, units_count: 11 })
  })

  test('of an export changes nothing, in either format, with sealed boxes and plans', async () => {
    await send(good)
    const [first, second] = (await read()).boxes
    await as.admin.send('PUT', `/supplies/${supply}/box/${first?.id}/seal`)
    await as.admin.send('PUT', `/supplies/${supply}`, {
      plan: [
        { product_id: one, quantity: 8 },
        { product_id: two, quantity: 2 },
      ],
    })
    const items = [{ product_id: one, quantity: 3, planned: 4, expires_on: '2027-06-01' }]
    await as.admin.send('PUT', `/supplies/${supply}/box/${second?.id}`, { items })
    const before = JSON.stringify(await read())
    for (const format of ['csv', 'xlsx']) {
      const file = await exportFile(format)
      expect(file.statusCode).toBe(200)
      const answer = await sendFile(file.raw.rawPayload, { overwrite: '1' })
      expect([format, counts(answer), faults(answer)]).toEqual([format, [0, 0, 4, 0], []])
      expect(JSON.stringify(await read())).toBe(before)
    }
  })

  test('of an export finds products without a barcode by article; barcodes take precedence', async () => {
    const bare = await buildProduct(db, { article: 'Плед, 2 шт.' })
    const box = await buildBox(db, supply, { barcode: 'WB_1' })
    await buildItem(db, supply, box, { product_id: bare, quantity: 3 })
    await buildItem(db, supply, box, { product_id: one, quantity: 2 })
    const before = JSON.stringify(await read())
    for (const format of ['csv', 'xlsx']) {
      const answer = await sendFile((await exportFile(format)).raw.rawPayload, { overwrite: '1' })
      expect([format, counts(answer), faults(answer)]).toEqual([format, [0, 0, 2, 0], []])
      expect(JSON.stringify(await read())).toBe(before)
    }
    // An article finds no product that has a barcode, and no product if it is the barcode of another one.
    await buildProduct(db, { article: 'CODED', barcodes: ['4600000000015'] })
    expect(faults(await send('CODED;1;WB_1;\n'))).toEqual([[2, 'barcode']])
    await db.update('products', { article: '00012' }).where('id', '=', bare).execute()
    const refused = await exportFile()
    expect(fieldsOf(refused)).toEqual([422, 'ids'])
    expect(refused.body.errors?.ids?.[0]).toContain('00012')
    expect(counts(await send('00012;5;WB_2;\n'))).toEqual([1, 0, 0, 0])
    expect(await boxes()).toContainEqual([expect.any(Number), 'WB_2', 'one 5'])
  })

  test('as a plan sets what belongs into the boxes and keeps what is packed', async () => {
    const box = await buildBox(db, supply, { number: 1, barcode: 'WB_1' })
    await buildItem(db, supply, box, { product_id: one, quantity: 2 })
    const plan = '00012;5;WB_1;\n4607086560143;3;WB_2;\n'
    expect(counts(await send(plan, { as_plan: '1' }))).toEqual([1, 1, 0, 0])
    expect(await boxes()).toEqual([
      [1, 'WB_1', 'one 2 5'],
      [2, 'WB_2', 'two 3'],
    ])
    expect(await read()).toMatchObject({ units_count: 2 })
    expect(counts(await send(plan, { as_plan: '1', overwrite: '1' }))).toEqual([0, 0, 2, 0])
    expect(faults(await send('00012;1;WB_1;\n', { as_plan: '1', overwrite: '1' }))).toEqual([[2, 'quantity']])
    const scan = (barcode: string) => as.staff.post(`/supplies/${supply}/box/${box}/scan`, { barcode })
    expect(codeOf(await scan('4607086560143'))).toEqual([409, 'plan_exceeded'])
    await send('4607086560143;3;WB_2;\n', { as_plan: '1', overwrite: '1' })
    expect(await boxes()).toEqual([
      [1, 'WB_1', 'one 2'],
      [2, 'WB_2', 'two 3'],
    ])
  })

  test('reports all errors at once and imports the valid rows', async () => {
    const answer = await send(
      ['00013;1;WB_1;', '00012;;WB_1;', '00012;0;WB_1;', '00012;1;;', ';3;WB_1;', '00012;x;WB_1;']
        .concat([
          '00012;1;WB_1;31.02.2027',
          '00012;-1;WB_1;',
          '00012;2;Короб;',
          '00012;4;WB_5;',
          '00012;5;WB_5;',
        ])
        .join('\n'),
    )
    expect(counts(answer)).toEqual([1, 0, 0, 10])
    expect(faults(answer)).toEqual([
      [2, 'barcode'],
      [3, 'quantity'],
      [4, 'quantity'],
      [5, 'box'],
      [6, 'barcode'],
      [7, 'quantity'],
      [8, 'expires_on'],
      [9, 'quantity'],
      [10, 'box'],
      [12, 'barcode'],
    ])
    expect(await boxes()).toEqual([[1, 'WB_5', 'one 4']])
  })

  test('is limited by the plan; with overwrite, replaced pieces do not count', async () => {
    await send('00012;6;WB_1;\n')
    await as.admin.send('PUT', `/supplies/${supply}`, { plan: [{ product_id: one, quantity: 8 }] })
    expect(faults(await send('00012;3;WB_2;\n4607086560143;1;WB_2;\n'))).toEqual([
      [2, 'quantity'],
      [3, 'quantity'],
    ])
    const answer = await send('00012;5;WB_2;\n00012;3;WB_3;\n00012;1;WB_4;\n', { overwrite: '1' })
    expect([counts(answer), faults(answer)]).toEqual([[2, 0, 0, 1], [[4, 'quantity']]])
    expect(await read()).toMatchObject({ units_count: 8, planned_count: 8, plan: [{ quantity: 8 }] })
  })

  test('with overwrite keeps the boxes of invalid rows', async () => {
    await send(good)
    const answer = await send('00012;9;WB_1;x\n00013;1;WB_3;\n00012;3;WB_2;\n', { overwrite: '1' })
    expect([counts(answer), faults(answer)]).toEqual([
      [0, 0, 1, 2],
      [
        [2, 'expires_on'],
        [3, 'barcode'],
      ],
    ])
    expect(await boxes()).toEqual([[1, 'WB_1', 'one 5 2027-05-31'], ...goodBoxes.slice(1)])
  })

  test('refuses to change sealed boxes, and refuses an overwrite without them', async () => {
    await send(good)
    const { id } = (await read()).boxes[0] ?? {}
    await as.admin.send('PUT', `/supplies/${supply}/box/${id}/seal`)
    expect(faults(await send('00012;1;WB_1;\n'))).toEqual([[2, 'box']])
    const before = await boxes()
    const left = await send('00012;3;WB_2;\n', { overwrite: '1' })
    expect(fieldsOf(left)).toEqual([422, 'overwrite'])
    expect(await boxes()).toEqual(before)
  })

  test('as a dry run changes nothing and reports the same', async () => {
    await send(good)
    const next = '00012;4;WB_1;\n00013;7;WB_9;\n4607086560143;7;WB_9;\n'
    const before = await read()
    const dry = await send(next, { overwrite: '1', dry_run: '1' })
    expect(await read()).toEqual(before)
    const real = await send(next, { overwrite: '1' })
    expect([counts(dry), report(dry).errors]).toEqual([counts(real), report(real).errors])
    expect(counts(real)).toEqual([1, 1, 0, 1])
  })

  test('and concurrent scans lose no pieces', async () => {
    const box = await buildBox(db, supply, { number: 1, barcode: 'WB_1' })
    const scan = () => as.staff.post(`/supplies/${supply}/box/${box}/scan`, { barcode: '00012' })
    const importing = send('00012;5;WB_1;\n4607086560143;2;WB_2;\n')
    const scanned = await times(12, scan)
    expect([await importing, ...scanned].map(({ statusCode }) => statusCode)).toEqual(Array(13).fill(200))
    expect(await read()).toMatchObject({ units_count: 19, boxes_count: 2 })
  })

  test('is refused for a supply of another company and for a packed one', async () => {
    const other = await buildTeam(test_)
    const foreign = String(await buildSupply(other.db))
    const packed = String(await buildSupply(db, { status: 'packed' }))
    const before = await look()
    expect(fieldsOf(await send(good, { supply_id: foreign }))).toEqual([422, 'supply_id'])
    expect(codeOf(await send(good, { supply_id: packed }))).toEqual([409, 'wrong_state'])
    expect(await look()).toEqual(before)
  })
})

describe('undoing an import', () => {
  test('restores everything, including what the import removed', async () => {
    await send(good)
    const before = await boxes()
    const answer = await send('00012;4;WB_1;\n4607086560143;7;WB_9;\n;0;WB_10;\n', { overwrite: '1' })
    expect((await undo(answer)).body).toMatchObject({ import: { state: 'undone', kept: 0 } })
    expect(await boxes()).toEqual(before)
    expect(await read()).toMatchObject({ boxes_count: 3, units_count: 10 })
  })

  test('keeps boxes that were scanned into or sealed since', async () => {
    const answer = await send(good)
    const [first, second] = (await read()).boxes
    await as.staff.post(`/supplies/${supply}/box/${first?.id}/scan`, { barcode: '00012' })
    await as.staff.send('PUT', `/supplies/${supply}/box/${second?.id}/seal`)
    expect((await undo(answer)).body).toMatchObject({ import: { state: 'undone', kept: 2 } })
    expect(await boxes()).toEqual([
      [1, 'WB_1', 'one 6 2027-05-31'],
      [2, 'WB_2', 'one 3 2027-06-01'],
    ])
  })

  test('is refused once the supply is packed, until packing is reopened', async () => {
    const answer = await send('00012;1;WB_1;\n')
    await as.admin.send('PUT', `/supplies/${supply}/status`, { status: 'packed' })
    expect(codeOf(await undo(answer))).toEqual([409, 'wrong_state'])
    expect(await boxes()).toEqual([[1, 'WB_1', 'one 1']])
    await as.admin.send('PUT', `/supplies/${supply}/status`, { status: 'packing' })
    expect((await undo(answer)).statusCode).toBe(200)
    expect(await boxes()).toEqual([])
  })
})

describe('an export', () => {
  test('has the lines of the selected or found supplies, box by box, and of no other company', async () => {
    await send(good)
    const other = await buildTeam(test_)
    const foreign = await buildSupply(other.db)
    await buildBox(other.db, foreign, { barcode: 'FOREIGN' })
    const text = async (filters: object) =>
      (await exportFile('csv', filters)).raw.body.replace('\ufeff', '').trim()
    const own = await text({ ids: [supply, foreign] })
    expect(own.split(/\r?\n/)).toEqual([
      'Баркод товара;Кол-во товаров;ШК короба;Срок годности',
      '00012;5;WB_1;31.05.2027',
      '4607086560143;2;WB_1;',
      '00012;3;WB_2;01.06.2027',
      ';0;WB_3;',
    ])
    expect(await text({ search: 'wb-7' })).toBe(own)
    expect(await text({ status: 'draft' })).toBe(own.split(/\r?\n/)[0])
    const template = await as.admin.get('/supplies/import/template?format=csv')
    expect(template.raw.body).toContain('Баркод товара;Кол-во товаров;ШК короба;Срок годности')
    expect(people.admin.companyId).not.toBe(other.db.companyId)
  })
})
