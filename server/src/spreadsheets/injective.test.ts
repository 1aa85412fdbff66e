import { buffer } from 'node:stream/consumers'
import { locales } from '@artel/contract/shapes/primitives'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../testing/thread-cpu.ts'
import { guardFormula, unguardFormula } from './formula-guard.ts'
import { readTexts } from './reading/testing.ts'
import { type Column, writeTable } from './spreadsheets.ts'

// Texts that PostgreSQL can store: any Unicode except NUL and lone surrogates.
const storable = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: most }),
      // Mostly characters with a special meaning in a csv or an xlsx.
      fc
        .array(
          fc.constantFrom(
            "'",
            '=',
            '+',
            '-',
            '@',
            '\t',
            '\r',
            '\n',
            '"',
            ',',
            ';',
            ' ',
            '＝',
            '＋',
            '－',
            '＠',
            'sep=',
            '_x000D_',
            '_x005F_',
            '&lt;',
            '<',
            '\u0001',
            '\u0085',
            '\u2028',
            '\ufeff',
            '\ufffe',
            'a',
            '1',
          ),
          { maxLength: 8 },
        )
        .map((parts) => parts.join('')),
    )
    .filter((text) => !text.includes('\0'))

/** Cells of only blanks read as empty, and a header must not be empty. */
const filled = (most: number) => storable(most).filter((text) => text.trim() !== '')

const columnsOf = (titles: readonly string[]): Column<readonly string[]>[] =>
  titles.map((title, index) => ({
    kind: 'text',
    title: { ru: title, en: title },
    read: (row) => row[index] ?? null,
  }))

describe.each(['csv', 'xlsx'] as const)('%s', (format) => {
  test.each(locales)(
    'returns every text and title unchanged in %s',
    { timeout: 120_000 },
    async (language) => {
      const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
        fc.record({
          titles: fc.array(filled(12), { minLength: width, maxLength: width }),
          rows: fc.array(fc.array(filled(30), { minLength: width, maxLength: width }), { maxLength: 6 }),
        }),
      )
      await fc.assert(
        fc.asyncProperty(table, async ({ titles, rows }) => {
          const batches = (async function* () {
            yield rows
          })()
          const file = writeTable(
            format,
            { title: 'Список', language, timezone: 3, columns: columnsOf(titles) },
            batches,
          )
          const written = await buffer(file)
          expect(await readTexts(written)).toEqual([titles, ...rows])
          // A spreadsheet may split a csv at any of these, whatever it was written with.
          const pieces =
            format === 'csv'
              ? written
                  .toString()
                  .slice(1)
                  .split(/[;,\t\r\n]/)
              : []
          for (const piece of pieces) expect(piece).not.toMatch(/^"*[=+\-@＝＋－＠]/)
        }),
        { numRuns: 150 },
      )
    },
  )
})

test('writes different texts differently, and none so that a spreadsheet runs it', () => {
  fc.assert(
    fc.property(storable(20), (text) => {
      expect(unguardFormula(guardFormula(text))).toBe(text)
      expect(guardFormula(text)).not.toMatch(/^[\t\r\n]/)
      for (const piece of guardFormula(text).split(/[;,\t\r\n]/))
        expect(piece).not.toMatch(/^"*[=+\-@＝＋－＠]/)
    }),
  )
})

test.each(["'", '"', "'=", ";'", '\t', '\n-'])(
  'guards and reads a long text of %j in linear time',
  async (part) => {
    const text = part.repeat(100_000)
    expect(unguardFormula(guardFormula(text))).toBe(text)
    const most = 50
    expect(await leastOf(most, () => cpuMsOf(() => unguardFormula(guardFormula(text))))).toBeLessThan(most)
  },
)

test.each([
  ["'=1", "''=1"],
  ["''+7", "'''+7"],
  ["'n Beer", "'n Beer"],
  ['=1', "'=1"],
  ["'", "'"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['size M\n=1,\n-2', "size M\n'=1,\n'-2"],
  ['x;"=1', 'x;"\'=1'],
  ['a, -5 %;\n\n1-2', 'a, -5 %;\n\n1-2'],
])('%s is written as %s', (text, written) => {
  expect(guardFormula(text)).toBe(written)
  expect(unguardFormula(written)).toBe(text)
})
