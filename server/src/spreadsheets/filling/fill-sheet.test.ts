import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetFile } from '../../testing/values/workbook-file.ts'
import { readTexts } from '../reading/testing.ts'
import { type FilledLines, fillSheet, UnfillableError } from './fill-sheet.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

type Form = { isNumbered: boolean; prefix: string; isSpaced: boolean; breaks: string }

/** Writes a sheet of texts in one of the variants that programs use. */
function write(
  rows: readonly (readonly (string | null)[])[],
  { isNumbered, prefix, isSpaced, breaks }: Form,
): string {
  const cell = (text: string | null, row: number, column: number) => {
    const place = isNumbered ? ` r="${String.fromCharCode(65 + column)}${row}"` : ''
    const end = isSpaced ? ' >' : '>'
    if (text === null) return `<${prefix}c${place}/>`
    return `<${prefix}c${place} t="inlineStr"><${prefix}is><${prefix}t>${text}</${prefix}t></${prefix}is></${prefix}c${end}`
  }
  const written = rows.map((cells, index) => {
    const row = index + 1
    const inside = cells.map((text, column) => cell(text, row, column)).join(breaks)
    return `<${prefix}row${isNumbered ? ` r='${row}' spans="1:9"` : ''} note="a>b">${inside}</${prefix}row${isSpaced ? ' >' : '>'}`
  })
  const name = prefix === '' ? 'xmlns' : 'xmlns:x'
  return `<?xml version="1.0"?><${prefix}worksheet ${name}="${main}"><${prefix}dimension ref="A1:C${rows.length}"/><${prefix}sheetData>${written.join(breaks)}</${prefix}sheetData></${prefix}worksheet>`
}

const word = fc.constantFrom('a', 'Ж', '№ 5', '🎁', '618 0474')
const rows = fc.array(fc.array(fc.option(word), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
})
const value = fc.option(fc.constantFrom<string>('00012', '<&>', 'Ж', '_x0041_', ' x '))
const lines = fc.array(fc.tuple(value), { maxLength: 3 })
const form = fc.record({
  isNumbered: fc.boolean(),
  prefix: fc.constantFrom('', 'x:'),
  isSpaced: fc.boolean(),
  breaks: fc.constantFrom('', '\r\n  '),
})

const header = ['Код', 'Баркод', 'Прочее']
const bytesOf = (xml: string) => Buffer.from(xml).toString('latin1')

test('replaces rows of a sheet in any notation, and other rows keep their texts', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.option(lines), { maxLength: 6 }), form, async (some, plan, way) => {
      const filled = new Map<number, FilledLines>()
      for (const [index, one] of plan.slice(0, some.length).entries()) if (one) filled.set(index + 2, one)
      const xml = fillSheet(bytesOf(write([header, ...some], way)), {
        header: 1,
        columns: [{ column: 1, kind: 'text' }],
        rows: filled,
        kinds: [],
        is1904: false,
      }).join('')
      const expected = some.flatMap((cells, index) => {
        const taken = filled.get(index + 2)
        return taken
          ? taken.map(([text]) => [cells[0], text === null ? null : String(text), cells[2]])
          : [cells]
      })
      const whole = Buffer.from(xml, 'latin1')
      const file = sheetFile('', { more: [{ name: 'xl/worksheets/sheet1.xml', content: whole }] })
      const withoutEnd = (cells: readonly (string | null | undefined)[]) => {
        const texts = cells.map((text) => text ?? null)
        return texts.slice(0, texts.findLastIndex((text) => text !== null) + 1)
      }
      const read = (await readTexts(file)).slice(1)
      expect(read).toEqual(expected.map(withoutEnd).filter(({ length }) => length > 0))
      expect(xml).toContain(`ref="A1:C${expected.length + 1}"`)
    }),
    { numRuns: 300 },
  )
})

const fill = (inside: string, after = '') =>
  fillSheet(`<worksheet><sheetData><row r="1"><c r="A1"/></row>${inside}</sheetData>${after}</worksheet>`, {
    header: 1,
    columns: [{ column: 0, kind: 'day' }],
    rows: new Map([[2, [['2027-05-31']]]]),
    is1904: true,
    kinds: ['plain', 'date'],
  }).join('')

test('writes a day as a number of the workbook’s date system if its cell shows dates', () => {
  expect(fill('<row r="2"><c r="A2" s="1"/></row>')).toContain('<c r="A2" s="1"><v>45076</v></c>')
  expect(fill('<row r="2"><c r="A2" s="0"/></row>')).toContain('>31.05.2027<')
  expect(fill('<row r="2" s="1" customFormat="1"/>')).toContain('<c r="A2" s="1"><v>45076</v></c>')
})

test.each([
  ['a formula', '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>', ''],
  ['a comment', '<!-- x --><row r="2"/>', ''],
  ['text that is not escaped', '<row r="2"><c r="A2" t="str"><v><![CDATA[</row>]]></v></c></row>', ''],
  ['merged cells among the rows', '<row r="2"/>', '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'],
])('does not fill a sheet with %s', (_, inside, after) => {
  expect(() => fill(inside, after)).toThrow(UnfillableError)
})

test('keeps merged cells of the header', () => {
  const after = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'
  expect(fill('<row r="2"/>', after)).toContain(after)
})
