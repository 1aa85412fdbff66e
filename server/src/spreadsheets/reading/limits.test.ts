import { describe, expect, test } from 'vitest'
import { sheetFile, sheetPart, wholeSheet } from '../../testing/values/workbook-file.ts'
import { maxCellCharacters, maxColumns, maxRows } from './limits.ts'
import { readTexts, readWhole, refusalOf } from './testing.ts'

const cell = (reference: string, value = 'x') => `<c r="${reference}" t="str"><v>${value}</v></c>`
const header = `<row r="1">${cell('A1', 'Header')}</row>`
const times = (count: number, make: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index + 2)).join('')

describe('a workbook', () => {
  test('may have the maximum number of rows with content and no more', async () => {
    const rows = (count: number) =>
      header + times(count, (row) => `<row r="${row}"><c><v>${row}</v></c></row>`)
    expect((await readWhole(sheetFile(rows(maxRows)))).rows).toHaveLength(maxRows + 1)
    expect(await refusalOf(sheetFile(rows(maxRows + 1)))).toEqual({
      reason: 'table_too_many_rows',
      maximum: maxRows,
    })
  })

  test('may have the maximum number of columns with content and no more', async () => {
    const refused = { reason: 'table_too_many_columns', maximum: maxColumns }
    expect((await readTexts(sheetFile(`<row r="1">${cell('CV1')}</row>`)))[0]).toHaveLength(maxColumns)
    expect(await refusalOf(sheetFile(`<row r="1">${cell('CW1')}</row>`))).toEqual(refused)
    expect(await refusalOf(sheetFile(`${header}<row r="1048576">${cell('XFD1048576')}</row>`))).toEqual(
      refused,
    )
    const blank = '<c r="XFC2" s="1"/><c r="XFD2" t="str"><v> </v></c>'
    expect(await readTexts(sheetFile(`${header}<row r="2">${cell('A2')}${blank}</row>`))).toEqual([
      ['Header'],
      ['x'],
    ])
  })

  test('may have texts of the maximum length, inline or shared, and no longer', async () => {
    const text = 'ж'.repeat(maxCellCharacters)
    const shared = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    const strings = (value: string) => ({ strings: `<si><t>${value}</t></si>` })
    const refused = { reason: 'table_cell_too_long', row: 1, maximum: maxCellCharacters }
    const own = (value: string) => `<row r="1">${cell('A1', value)}</row>`
    expect(await readTexts(sheetFile(own(text)))).toEqual([[text]])
    expect(await readTexts(sheetFile(shared, strings(text)))).toEqual([[text]])
    for (const long of [`${text}x`, 'x'.repeat(2_000_000)]) {
      expect(await refusalOf(sheetFile(own(long)))).toEqual(refused)
      expect(
        await refusalOf(sheetFile(`<row r="1"><c t="inlineStr"><is><t>${long}</t></is></c></row>`)),
      ).toEqual(refused)
      expect(await refusalOf(sheetFile(shared, strings(long)))).toEqual(refused)
      // A text that no cell uses may be too long.
      expect(await readTexts(sheetFile(header, strings(long)))).toEqual([['Header']])
    }
  })

  test('is read if its empty formatted rows reach the end of the grid', async () => {
    const last = 1_048_576
    const ghosts = Array.from(
      { length: last - 2 },
      (_, index) => `<row r="${index + 2}" s="1" customFormat="1"/>`,
    )
    const read = await readWhole(
      sheetFile(`${header}${ghosts.join('')}<row r="${last}">${cell(`A${last}`)}</row>`),
    )
    expect(read.rows.map(({ row }) => row)).toEqual([1, last])
  })

  test('is rejected if it has too many or too long shared texts', async () => {
    const many = { strings: '<si><t>a</t></si>'.repeat(1_500_001) }
    const shared = '<row r="1"><c t="s"><v>0</v></c></row>'
    expect(await refusalOf(sheetFile(shared, many))).toEqual({ reason: 'table_too_large_inside' })
    const long = { strings: `<si><t>${'a'.repeat(9_000)}</t></si>`.repeat(5_700) }
    expect(await refusalOf(sheetFile(shared, long))).toEqual({ reason: 'table_too_large_inside' })
  })

  test('is rejected if too many cells refer to one long text', { timeout: 60_000 }, async () => {
    const strings = `<si><t>${'a'.repeat(9_990)}</t></si>`
    const rows = (count: number) =>
      Array.from(
        { length: count },
        (_, row) => `<row r="${row + 1}">${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`,
      ).join('')
    expect(await refusalOf(sheetFile(rows(80), { strings }))).toEqual({ reason: 'table_too_large_inside' })
    expect((await readTexts(sheetFile(rows(10), { strings }))).length).toBe(10)
  })

  test('is rejected if its declared or actual unpacked size is too large', async () => {
    const rows = `${header}${'<row/>'.repeat(4_000_000)}`
    expect(await refusalOf(sheetFile(rows))).toEqual({ reason: 'table_too_large_inside' })
    const lying = { name: sheetPart, content: wholeSheet(rows), size: 1_000_000 }
    expect(await refusalOf(sheetFile('', { more: [lying] }))).toEqual({ reason: 'table_broken' })
    const eight = Array.from({ length: 8 }, (_, index) => ({
      name: `xl/media/${index}.bin`,
      content: 'x',
      size: 40 * 1_048_576,
      packed: Buffer.alloc(1_048_576),
    }))
    expect(await refusalOf(sheetFile(header, { more: eight }))).toEqual({ reason: 'table_too_large_inside' })
  })
})
