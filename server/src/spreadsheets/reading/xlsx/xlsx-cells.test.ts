import { describe, expect, test } from 'vitest'
import { sheetFile, wholeSheet, workbookFile } from '../../../testing/values/workbook-file.ts'
import { readTexts, readWhole, refusalOf } from '../testing.ts'

/** The cell A2 below a header as it is read. Null if its row is empty. */
async function cellOf(cell: string, rest: Parameters<typeof sheetFile>[1] = {}) {
  const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Header</t></is></c></row>'
  const { rows } = await readWhole(sheetFile(`${header}<row r="2">${cell}</row>`, rest))
  return rows[1]?.cells[0] ?? null
}

const text = (value: string) => ({ text: value, isNumber: false, isError: false })
const number = (value: string) => ({ text: value, isNumber: true, isError: false })
const mistake = (value: string) => ({ text: value, isNumber: false, isError: true })

describe('numbers', () => {
  test.each([
    ['16.5', '16.5'],
    ['0.10000000000000001', '0.1'],
    ['16.499999999999996', '16.499999999999996'],
    ['4607086560143', '4607086560143'],
    ['4.6070865601430000E12', '4607086560143'],
    ['4.60709E+12', '4607090000000'],
    ['12345678901234567890', '12345678901234567890'],
    ['1E20', '100000000000000000000'],
    ['1e21', '1000000000000000000000'],
    ['1.5E-7', '0.00000015'],
    ['1e300', '1e+300'],
    ['-5', '-5'],
    ['-0', '0'],
    ['-12.345', '-12.345'],
    ['007', '7'],
  ])('%s is read as %s', async (stored, expected) => {
    expect(await cellOf(`<c r="A2"><v>${stored}</v></c>`)).toEqual(number(expected))
  })

  test.each(['abc', '1e999', '0x10', 'Infinity', '1,5'])('%s is not a number', async (stored) => {
    expect(await cellOf(`<c r="A2"><v>${stored}</v></c>`)).toEqual(mistake(stored))
  })
})

describe('texts', () => {
  test.each([
    [
      'of its own',
      '<c r="A2" t="inlineStr"><is><t>007 &lt;b&gt; &#1040;&#x411; &amp;amp;</t></is></c>',
      '007 <b> АБ &amp;',
    ],
    [
      'of several runs',
      '<c r="A2" t="inlineStr"><is><r><rPr><b/></rPr><t>Набор </t></r><r><t>«Уют»</t></r></is></c>',
      'Набор «Уют»',
    ],
    [
      'without its reading aid',
      '<c r="A2" t="inlineStr"><is><t>日本</t><rPh sb="0" eb="2"><t>にほん</t></rPh></is></c>',
      '日本',
    ],
    ['shared with others', '<c r="A2" t="s"><v>1</v></c>', '000123'],
    [
      'with a line break and escapes',
      '<c r="A2" t="inlineStr"><is><t>a_x000D_\nb_x005F_x0041_</t></is></c>',
      'a\r\nb_x0041_',
    ],
    ['as it stands in the file', '<c r="A2" t="inlineStr"><is><t><![CDATA[<&>]]></t></is></c>', '<&>'],
    ['that is a number of lost digits', '<c r="A2" t="str"><v>4.60709E+12</v></c>', '4.60709E+12'],
    [
      'with blanks around it',
      '<c r="A2" t="inlineStr"><is><t xml:space="preserve">  x </t></is></c>',
      '  x ',
    ],
    ['called __proto__', '<c r="A2" t="inlineStr"><is><t>__proto__</t></is></c>', '__proto__'],
    ['in xml that is set out in lines', '<c r="A2" t="s">\n  <v>\n 1 </v>\n</c>', '000123'],
    ['of a tag with a prefix and a > in it', '<x:c r="A2" note="a>b" t="str"><x:v>y</x:v></x:c>', 'y'],
  ])('%s', async (_, cell, expected) => {
    const strings = '<si><t>other</t></si><si><r><t>000</t></r><r><t>123</t></r><rPh><t>x</t></rPh></si>'
    expect(await cellOf(cell, { strings })).toEqual(text(expected))
  })

  test('of only blanks are no content', async () => {
    expect(await cellOf('<c r="A2" t="inlineStr"><is><t>  \n </t></is></c>')).toBeNull()
    expect(await cellOf('<c r="A2" t="s"><v>0</v></c>', { strings: '<si/>' })).toBeNull()
  })

  test('that are missing are rejected', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'
    expect(await refusalOf(sheetFile(rows))).toEqual({ reason: 'table_broken' })
  })
})

describe('formulas', () => {
  test.each([
    ['a number', '<c r="A2"><f>SUM(B1:B9)</f><v>16.5</v></c>', number('16.5')],
    ['a text', '<c r="A2" t="str"><f>B2&amp;C2</f><v>Набор</v></c>', text('Набор')],
    ['the value of another file', '<c r="A2"><f>[1]Sheet1!A1</f><v>7</v></c>', number('7')],
    ['what DDE brought', '<c r="A2" t="str"><f>cmd|\'/c calc\'!A0</f><v>x</v></c>', text('x')],
    ['yes', '<c r="A2" t="b"><f>TRUE()</f><v>1</v></c>', text('1')],
    ['an empty text', '<c r="A2" t="str"><f>""</f><v></v></c>', null],
    ['nothing yet', '<c r="A2"><f>SUM(B1:B9)</f><v></v></c>', mistake('=SUM(B1:B9)')],
    [
      'nothing at all',
      '<c r="A2" t="str"><f>WEBSERVICE("http://x")</f></c>',
      mistake('=WEBSERVICE("http://x")'),
    ],
    ['a mistake', '<c r="A2" t="e"><f>B9</f><v>#REF!</v></c>', mistake('#REF!')],
  ])('result in %s', async (_, cell, expected) => {
    expect(await cellOf(cell)).toEqual(expected)
  })

  test.each([
    ['1', '1'],
    ['0', '0'],
    ['true', '1'],
  ])('a boolean %s is read as %s', async (stored, expected) => {
    expect(await cellOf(`<c r="A2" t="b"><v>${stored}</v></c>`)).toEqual(text(expected))
  })
})

describe('dates', () => {
  const styles = (format: string) =>
    `<numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="46"/></cellXfs>`
  const cell = (value: string, style = 1) => `<c r="A2" s="${style}"><v>${value}</v></c>`

  test.each([
    ['dd.mm.yyyy', '46348', '2026-11-22'],
    ['dd.mm.yyyy hh:mm', '46348.395833333336', '2026-11-22T09:30:00'],
    ['[$-419]d mmm yyyy;@', '46348', '2026-11-22'],
    ['yyyy-mm-dd', '1', '1900-01-01'],
    ['yyyy-mm-dd', '61', '1900-03-01'],
    ['hh:mm', '0.39583333333333331', '9:30:00'],
    ['[h]:mm:ss', '1.5', '36:00:00'],
    ['[hh]:mm', '0.16119212962962963', '3:52:07'],
  ])('%s: %s is read as %s', async (format, stored, expected) => {
    expect(await cellOf(cell(stored), { styles: styles(format) })).toEqual(text(expected))
  })

  test.each([
    ['#,##0.00\\ &quot;дней&quot;', '46348.5'],
    ['0.00E+00', '46348.5'],
    ['[Red]#,##0;[Blue]-#,##0', '46348'],
    ['General', '46348'],
    ['#,##0.00_р_.', '46348'],
    ['yyyy-mm-dd', '-5'],
  ])('%s does not make a date of %s', async (format, stored) => {
    expect(await cellOf(cell(stored), { styles: styles(format) })).toEqual(number(stored))
  })

  test('are read by built-in format, in both date systems, and as ISO text', async () => {
    expect(await cellOf(cell('46348', 2), { styles: styles('0') })).toEqual(text('2026-11-22'))
    expect(await cellOf(cell('0.5', 3), { styles: styles('0') })).toEqual(text('12:00:00'))
    const properties = '<workbookPr date1904="1"/>'
    expect(await cellOf(cell('44886', 2), { styles: styles('0'), properties })).toEqual(text('2026-11-22'))
    expect(await cellOf('<c r="A2" t="d"><v>2026-11-22T09:30:00</v></c>')).toEqual(
      text('2026-11-22T09:30:00'),
    )
  })
})

describe('rows', () => {
  const row = (number: number, inside: string) => `<row r="${number}">${inside}</row>`
  const inline = (reference: string, value: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

  test('keep the numbers that a spreadsheet shows, and empty rows are skipped', async () => {
    const rows =
      row(3, inline('B3', 'Header')) +
      row(4, '<c r="A4" s="1"/>') +
      row(9, inline('C9', 'x')) +
      '<row><c><v>5</v></c></row>'
    const read = await readWhole(sheetFile(rows))
    expect(read.header).toEqual({ row: 3, cells: [null, text('Header')] })
    expect(read.rows.slice(1)).toEqual([
      { row: 9, cells: [null, null, text('x')] },
      { row: 10, cells: [number('5')] },
    ])
  })

  test('are none if there is only a header', async () => {
    const read = await readWhole(sheetFile(row(1, inline('A1', 'Артикул'))))
    expect(read.rows).toHaveLength(1)
  })

  test.each([
    ['back', row(2, inline('A2', 'x')) + row(1, inline('A1', 'y'))],
    ['to itself', row(1, inline('A1', 'x')) + row(1, inline('A1', 'y'))],
    ['past the grid', row(1_048_577, inline('A1048577', 'x'))],
    ['to no number', '<row r="one"/>'],
    ['to zero', '<row r="0"/>'],
  ])('whose numbers go %s are rejected', async (_, rows) => {
    expect(await refusalOf(sheetFile(rows))).toEqual({ reason: 'table_broken' })
  })

  test.each(['ZZZ99999999', 'XFE1', 'AAAA1', 'A2', '1', 'A', 'a1', 'A01', ''])(
    'a cell at %s is rejected',
    async (at) => {
      expect(await refusalOf(sheetFile(row(1, inline(at, 'x'))))).toEqual({ reason: 'table_broken' })
    },
  )

  test('are read despite comments, merges over the whole grid and a wrong extent', async () => {
    const sheet = wholeSheet(`<!-- > -- >-->${row(1, inline('A1', 'Header'))}${row(2, inline('A2', 'x'))}`)
      .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')
      .replace(
        '</sheetData>',
        '</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      )
    expect(await readTexts(sheetFile(sheet))).toEqual([['Header'], ['x']])
  })
})

test('a workbook may lack the parts with texts and styles', async () => {
  const file = sheetFile('<row r="1"><c r="A1" s="3"><v>5</v></c></row>', {
    lacks: ['xl/sharedStrings.xml', 'xl/styles.xml'],
  })
  expect(await readTexts(file)).toEqual([['5']])
})

describe('sheets', () => {
  const row = (value: string) => `<row r="1"><c r="A1" t="str"><v>${value}</v></c></row>`

  test('the first visible sheet with content is read, unless another is chosen', async () => {
    const file = workbookFile({
      sheets: [
        { name: 'Пустой', xml: '<row r="1" s="1"/>' },
        { name: 'Тайный', xml: row('hidden'), state: 'veryHidden' },
        { name: '__proto__', xml: row('first') },
        { name: 'A &amp; B', xml: row('second') },
      ],
      properties: '<definedNames><definedName name="__proto__">1</definedName></definedNames>',
    })
    expect(await readWhole(file)).toMatchObject({
      sheets: ['Пустой', '__proto__', 'A & B'],
      sheet: 1,
      header: { cells: [{ text: 'first' }] },
    })
    expect(await readWhole(file, 2)).toMatchObject({ sheet: 2, header: { cells: [{ text: 'second' }] } })
    expect(await refusalOf(file, 0)).toEqual({ reason: 'table_empty' })
    for (const sheet of [3, -1, 0.5])
      expect(await refusalOf(file, sheet)).toEqual({ reason: 'table_no_such_sheet' })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('are rejected if none has content', async () => {
    expect(await refusalOf(workbookFile({ sheets: ['', '<row r="1"/>'] }))).toEqual({ reason: 'table_empty' })
  })
})
