import type { UserType } from '@artel/contract/access'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { openZip, unpack } from '../../../spreadsheets/reading/xlsx/zip.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { buildProduct } from '../../../testing/rows/build.ts'
import { followImport } from '../../../testing/rows/imports.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { multipart } from '../../../testing/values/form.ts'
import {
  sheetFile,
  sheetPart,
  type WorkbookParts,
  workbookFile,
} from '../../../testing/values/workbook-file.ts'

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
/** A file as Wildberries gives it: codes of empty boxes. */
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
const take = async (file: Buffer, fields: Record<string, string> = {}) =>
  followImport(as.admin, await send('/supplies/import', file, { supply_id: String(supply), ...fields }))
const pack = async () => {
  await take(template())
  const boxes = await db.from('supply_boxes').select('id').orderBy('number').execute()
  const [one, two] = [await buildScannable(db, '00012'), await buildScannable(db, '4607086560143')]
  await buildItem(db, supply, boxes[1]?.id ?? 0, { product_id: one, quantity: 4, expires_on: '2027-05-31' })
  await buildItem(db, supply, boxes[1]?.id ?? 0, { product_id: two, quantity: 2 })
  await buildItem(db, supply, boxes[0]?.id ?? 0, { product_id: one, quantity: 7 })
}

test('imports the boxes of a Wildberries file and fills its own columns', async () => {
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
  // Empty boxes are left out.
  expect(look.body.sample).toEqual([
    ['00012', '7', codes[0], null, printed(codes[0] ?? '')],
    // The style of this cell is no date format, so the day is written as text.
    ['00012', '4', codes[1], '31.05.2027', printed(codes[1] ?? '')],
    ['4607086560143', '2', codes[1], null, printed(codes[1] ?? '')],
  ])
  // Barcodes are texts, because numbers would be refused. Quantities are numbers, as in the received file.
  expect((await take(answer.raw.rawPayload, { dry_run: '1', overwrite: '1' })).body).toMatchObject({
    created: 0,
    updated: 0,
    skipped: 3,
    errors: [],
  })
})

/** A file of Wildberries as Excel saves it: with styles, widths, a second sheet, and rows without a box. */
const styled = (more: Partial<WorkbookParts> = {}) => {
  const cell = (reference: string, style: number, inner = '', type = '') =>
    `<c r="${reference}" s="${style}"${type}>${inner}</c>`
  const inline = (reference: string, style: number, value: string) =>
    cell(reference, style, `<is><t>${value}</t></is>`, ' t="inlineStr"')
  const titles = [
    'шк единицы товара',
    'кол-во товаров',
    'если товар с кизом, заполните – да',
    'шк короба',
    'срок годности',
    'QR короба',
  ]
  const box = (row: number, code: string) =>
    `<row r="${row}" spans="1:6" ht="21" customHeight="1">${cell(`A${row}`, 2)}${cell(`B${row}`, 3)}${inline(`C${row}`, 1, 'да')}${inline(`D${row}`, 4, code)}${cell(`E${row}`, 5)}${inline(`F${row}`, 1, `$Ts;${row};TAS &amp; Ж`)}</row>`
  const rows = [
    `<row r="1" ht="40" customHeight="1">${titles.map((title, index) => inline(`${'ABCDEF'[index]}1`, 1, title)).join('')}</row>`,
    ...['618 0474', '618 0475', '618 0476'].map((code, index) => box(index + 2, code)),
    `<row r="6">${inline('C6', 1, 'Итого')}</row>`,
  ]
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const sheet = `${head}\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:F6"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="31.5" customWidth="1"/></cols><sheetData>${rows.join('\n')}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`
  return workbookFile({
    sheets: [
      { name: 'Короба', xml: sheet },
      { name: 'Справка', xml: rowOf(text('Не удалять')) },
    ],
    styles:
      '<fills count="1"><fill><patternFill patternType="solid"><fgColor rgb="FFCB11AB"/></patternFill></fill></fills><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="0" fillId="1"/><xf numFmtId="49"/><xf numFmtId="1"/><xf numFmtId="49"/><xf numFmtId="14"/></cellXfs>',
    more: [{ name: 'xl/theme/theme1.xml', content: '<theme цвет="да"/>', isStored: true }],
    ...more,
  })
}

const partsOf = async (file: Buffer) => {
  const parts = new Map<string, string>()
  for (const [name, part] of openZip(file)) {
    const pieces: Buffer[] = []
    for await (const piece of unpack(part)) pieces.push(piece)
    parts.set(name, Buffer.concat(pieces).toString())
  }
  return parts
}

const fillStyled = async (file = styled()) => {
  expect((await take(file)).body).toMatchObject({ created: 3, errors: [expect.objectContaining({ row: 6 })] })
  const boxes = await db.from('supply_boxes').select(['id', 'barcode']).orderBy('number').execute()
  expect(boxes.map(({ barcode }) => barcode)).toEqual(['618 0474', '618 0475', '618 0476'])
  const [one, two] = [await buildScannable(db, '00012'), await buildScannable(db, '4607086560143')]
  await buildItem(db, supply, boxes[2]?.id ?? 0, { product_id: two, quantity: 9 })
  await buildItem(db, supply, boxes[0]?.id ?? 0, { product_id: one, quantity: 4, expires_on: '2027-05-31' })
  await buildItem(db, supply, boxes[0]?.id ?? 0, { product_id: two, quantity: 2 })
  return (await fill(file)).raw.rawPayload
}

test('fills a six-column file with spaced codes in its own styles, and keeps all other bytes', async () => {
  const filled = await fillStyled()
  const [before, after] = [await partsOf(styled()), await partsOf(filled)]
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, content] of before) if (name !== sheetPart) expect(after.get(name), name).toBe(content)
  const [old = '', now = ''] = [before.get(sheetPart), after.get(sheetPart)]
  const [head = '', tail = ''] = [
    old.slice(0, old.indexOf('<row r="2"')),
    old.slice(old.indexOf('</sheetData>')),
  ]
  expect(now.startsWith(head)).toBe(true)
  expect(now.endsWith(tail)).toBe(true)
  const row = (number: number, values: [string, number, number | null, string, number]) => {
    const [barcode, quantity, day, code, from] = values
    const inline = (inner: string) => `t="inlineStr"><is>${inner}</is></c>`
    return [
      `<row r="${number}" ht="21" customHeight="1"><c r="A${number}" s="2" ${inline(`<t xml:space="preserve">${barcode}</t>`)}`,
      `<c r="B${number}" s="3"><v>${quantity}</v></c><c r="C${number}" s="1" ${inline('<t>да</t>')}`,
      `<c r="D${number}" s="4" ${inline(`<t>${code}</t>`)}`,
      day === null ? `<c r="E${number}" s="5"/>` : `<c r="E${number}" s="5"><v>${day}</v></c>`,
      `<c r="F${number}" s="1" ${inline(`<t>$Ts;${from};TAS &amp; Ж</t>`)}</row>`,
    ].join('')
  }
  const body = now.slice(head.length, now.length - tail.length).split('\n')
  expect(body).toEqual([
    row(2, ['00012', 4, 46_538, '618 0474', 2]) + row(3, ['4607086560143', 2, null, '618 0474', 2]),
    '',
    row(4, ['4607086560143', 9, null, '618 0476', 4]),
    `<row r="6"><c r="C6" s="1" t="inlineStr"><is><t>Итого</t></is></c></row>`,
  ])
  expect(filled.equals((await fill(styled())).raw.rawPayload)).toBe(true)
  expect((await take(filled, { dry_run: '1', overwrite: '1' })).body).toMatchObject({
    created: 0,
    updated: 0,
    skipped: 3,
  })
  // Filling a filled file again replaces its rows and repeats none.
  const refilled = await partsOf((await fill(filled)).raw.rawPayload)
  expect(refilled.get(sheetPart)).toBe(now)
})

test('fills all rows of a file that has formulas in its rows', async () => {
  const formulas = sheetFile(
    rowOf(...['Баркод товара', 'Кол-во товаров', 'ШК короба'].map(text)) +
      codes.map((code) => rowOf('<c/>', '<c><f>1-1</f><v>0</v></c>', text(code))).join(''),
  )
  await pack()
  const look = await send('/imports/look', (await fill(formulas)).raw.rawPayload, { kind: 'supplies' })
  expect(look.body.sample).toEqual([
    ['00012', '7', codes[0]],
    ['00012', '4', codes[1]],
    ['4607086560143', '2', codes[1]],
  ])
})

test('fills several files at the same time, or answers 429', async () => {
  await pack()
  const answers = await Promise.all([fill(), fill(), fill()])
  expect(
    answers.map(({ statusCode }) => statusCode).filter((status) => status === 200).length,
  ).toBeGreaterThan(0)
  for (const { statusCode } of answers) expect([200, 429]).toContain(statusCode)
})

test('refuses to fill only a part, and names the box or set that the file cannot hold', async () => {
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

test('rejects an invalid file and a supply of another company', async () => {
  expect(fieldsOf(await fill(Buffer.from('x')))).toEqual([422, 'file'])
  expect(fieldsOf(await fill(sheetFile(rowOf(text('ШК короба')) + rowOf(text('WB_1')))))).toEqual([
    422,
    'file',
  ])
  const other = await buildTeam(test_)
  const foreign = await buildSupply(other.db)
  expect(codeOf(await send(`/supplies/${foreign}/fill`, template()))).toEqual([404, 'not_found'])
})
