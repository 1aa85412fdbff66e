import type { UserType } from '@artel/contract/access'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildProduct } from '../../testing/build.ts'
import { codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import { multipart } from '../../testing/form.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../testing/supplies.ts'
import { buildTeam } from '../../testing/team.ts'
import { sheetFile } from '../../testing/workbook-file.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let supply: number

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7' })
})

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const rowOf = (...cells: string[]) => `<row>${cells.join('')}</row>`
const codes = ['WB_0000000001', 'WB_0000000002', 'WB_0000000003']
const printed = (code: string) => `$WBMP:1:${code}`
/** As Wildberries gives it: box codes and nothing in them. */
const template = () =>
  sheetFile(
    [
      rowOf(
        ...['Баркод товара', 'Кол-во товаров', 'ШК короба', 'Срок годности'].map(text),
        text('ШК короба для печати в стороннем сервисе'),
      ),
      ...codes.map((code) => rowOf('<c/>', '<c><v>0</v></c>', text(code), '<c/>', text(printed(code)))),
    ].join(''),
  )
const send = (path: string, file: Buffer, fields: Record<string, string> = {}) =>
  as.admin.send(
    'POST',
    path,
    undefined,
    multipart([...Object.entries(fields), ['file', { name: 'Шаблон.xlsx', content: file }]]),
  )
const fill = (file = template()) => send(`/supplies/${supply}/fill`, file)
const take = (file: Buffer, fields: Record<string, string> = {}) =>
  send('/supplies/import', file, { supply_id: String(supply), ...fields })
const pack = async () => {
  await take(template())
  const boxes = await db.from('supply_boxes').select('id').orderBy('number').execute()
  const [one, two] = [await buildScannable(db, '00012'), await buildScannable(db, '4607086560143')]
  await buildItem(db, supply, boxes[1]?.id ?? 0, { product_id: one, quantity: 4, expires_on: '2027-05-31' })
  await buildItem(db, supply, boxes[1]?.id ?? 0, { product_id: two, quantity: 2 })
  await buildItem(db, supply, boxes[0]?.id ?? 0, { product_id: one, quantity: 7 })
}

test('the file of Wildberries brings its boxes, and comes back filled in its own columns', async () => {
  expect((await take(template())).body).toMatchObject({ created: 3, errors: [] })
  await pack()
  const answer = await fill()
  expect(answer.statusCode).toBe(200)
  const again = await fill()
  expect(again.raw.rawPayload.equals(answer.raw.rawPayload)).toBe(true)
  const look = await send('/imports/look', answer.raw.rawPayload, { kind: 'supplies' })
  expect(look.body.layout).toMatchObject({
    sheets: ['Sheet1'],
    columns: [
      { title: 'Баркод товара', field: 'barcode' },
      { title: 'Кол-во товаров', field: 'quantity' },
      { title: 'ШК короба', field: 'box' },
      { title: 'Срок годности', field: 'expires_on' },
      { title: 'ШК короба для печати в стороннем сервисе', field: null },
    ],
  })
  // What has nothing in it is left out.
  expect(look.body.sample).toEqual([
    ['00012', '7', codes[0], null, printed(codes[0] ?? '')],
    ['00012', '4', codes[1], '2027-05-31', printed(codes[1] ?? '')],
    ['4607086560143', '2', codes[1], null, printed(codes[1] ?? '')],
  ])
  // Barcodes would be refused as numbers, quantities would pass as texts: both are as in the file that came.
  expect((await take(answer.raw.rawPayload, { dry_run: '1', overwrite: '1' })).body).toMatchObject({
    ...{ created: 0, updated: 0, skipped: 3, errors: [] },
  })
})

test('half a file is none: a box or a set that it cannot have is named', async () => {
  await pack()
  const strange = await buildBox(db, supply, { barcode: 'OWN-1', number: 9 })
  expect((await fill()).statusCode).toBe(200)
  const item = await buildItem(db, supply, strange)
  const refused = await fill()
  expect(fieldsOf(refused)).toEqual([422, 'file'])
  expect(refused.body.errors?.file?.[0]).toContain('OWN-1')
  await db.remove('supply_box_items').where('id', '=', item).execute()
  const box = await db
    .from('supply_boxes')
    .select('id')
    .where('barcode', '=', codes[2] ?? '')
    .executeTakeFirst()
  await buildItem(db, supply, box?.id ?? 0, { product_id: await buildProduct(db, { article: 'BARE-1' }) })
  expect((await fill()).body.errors?.file?.[0]).toContain('BARE-1')
})

test('refuses what is no such file, and no such supply', async () => {
  expect(fieldsOf(await fill(Buffer.from('x')))).toEqual([422, 'file'])
  expect(fieldsOf(await fill(sheetFile(rowOf(text('ШК короба')) + rowOf(text('WB_1')))))).toEqual([
    422,
    'file',
  ])
  const other = await buildTeam(test_)
  const foreign = await buildSupply(other.db)
  expect(codeOf(await send(`/supplies/${foreign}/fill`, template()))).toEqual([404, 'not_found'])
})
