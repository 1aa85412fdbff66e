import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sheetNameOf } from './sheet-name.ts'
import { type Column, writeTable } from './spreadsheets.ts'

const columns: Column<string>[] = [{ kind: 'text', title: { ru: 'Имя', en: 'Name' }, read: (name) => name }]

async function nameWritten(title: string): Promise<string | undefined> {
  async function* batches() {
    yield ['Дарья']
  }
  const file = await buffer(writeTable('xlsx', { title, language: 'ru', timezone: 3, columns }, batches()))
  return (await readXlsx(new Uint8Array(file))).sheets[0]?.name
}

test.each([
  ['Кто прочёл: Сборка', 'Кто прочёл  Сборка'],
  ['WB/12 [a]*?\\', 'WB 12  a'],
  ["'q'", 'q'],
  ['history', 'Sheet1'],
  ['', 'Sheet1'],
  [' \n\u0001', 'Sheet1'],
  ['Список наборов от поставщика на декабрь 2026', 'Список наборов от поставщика на'],
  [`${'a'.repeat(30)}🎁`, 'a'.repeat(30)],
  [`${'a'.repeat(30)}'b`, 'a'.repeat(30)],
])('the title %j names the sheet %j', async (title, expected) => {
  expect(sheetNameOf(title).replace(/ +/g, ' ')).toBe(expected.replace(/ +/g, ' '))
  expect(await nameWritten(title)).toBe(sheetNameOf(title))
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...":*?/\\[]' \n\u0007\uFFFEhistoryИ🎁"), maxLength: 40 }),
)

test('a workbook can be written under any title', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (title) => {
      // Lone surrogates are rejected before they are stored.
      fc.pre(!/\p{Cs}/u.test(title))
      expect(await nameWritten(title)).toBe(sheetNameOf(title))
    }),
    { numRuns: 300 },
  )
})
