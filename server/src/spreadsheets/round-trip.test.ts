import { buffer } from 'node:stream/consumers'
import type { FileFormat } from '@artel/contract/shapes/list'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import { writeXlsx as writeHucre } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readTexts, readWhole } from './reading/testing.ts'
import { type Column, writeTable } from './spreadsheets.ts'

type Item = {
  article: string
  money: number
  norm: number
  day: string
  at: string
  isActive: boolean
  weight: number | null
}

const columns: Column<Item>[] = [
  { kind: 'text', title: { ru: 'Артикул', en: 'Article' }, read: ({ article }) => article },
  { kind: 'money', title: { ru: 'Оплата', en: 'Money' }, read: ({ money }) => money },
  { kind: 'duration', title: { ru: 'Норма', en: 'Norm' }, read: ({ norm }) => norm },
  { kind: 'day', title: { ru: 'День', en: 'Day' }, read: ({ day }) => day },
  { kind: 'instant', title: { ru: 'Время', en: 'Time' }, read: ({ at }) => at },
  { kind: 'yesNo', title: { ru: 'Активен', en: 'Active' }, read: ({ isActive }) => isActive },
  { kind: 'number', title: { ru: 'Вес', en: 'Weight' }, read: ({ weight }) => weight },
]

const item = (article: string): Item => ({
  article,
  money: 123_450,
  norm: 13_927,
  day: '2026-11-22',
  at: '2026-11-21T22:30:05.000Z',
  isActive: true,
  weight: null,
})

const articles = [
  '007',
  '4607086560143',
  '00123456789012345678',
  '=1+1',
  '+7 900',
  '-5',
  '@sum',
  '\tx',
  '\ry',
  '＝1',
  'Набор «Уют»; "2 шт"',
  'a,b',
  'line\r\nbreak\nand',
  'one\ntwo',
  'one\rtwo',
  '<b>&amp;</b>',
  '_x0041_',
  "'n Beer",
  '🎁',
  ' x ',
  '1e5',
  '1,5',
  'TRUE',
  '22.11.2026',
  '__proto__',
]

async function written(format: FileFormat, language: Locale, items: Item[]) {
  async function* batches() {
    yield items
  }
  return buffer(writeTable(format, { title: 'Товары', language, timezone: 3, columns }, batches()))
}

describe.each(['xlsx', 'csv'] as const)('a file written as %s', (format) => {
  test.each(locales)('in %s is read back', async (language) => {
    const { rows } = await readWhole(await written(format, language, articles.map(item)))
    expect(rows.map(({ cells }) => cells[0]?.text)).toEqual([columns[0]?.title[language], ...articles])
    const expected = {
      xlsx: ['1234.5', '3:52:07', '2026-11-22', '2026-11-22T01:30:05', language === 'ru' ? 'да' : 'yes'],
      csv:
        language === 'ru'
          ? ['1234,50', '3:52:07', '22.11.2026', '22.11.2026 01:30:05', 'да']
          : ['1234.50', '3:52:07', '2026-11-22', '2026-11-22 01:30:05', 'yes'],
    }
    for (const { cells } of rows.slice(1)) {
      expect(cells.slice(1).map((cell) => cell?.text)).toEqual(expected[format])
      expect(cells[0]?.isNumber).toBe(false)
    }
  })

  test('with only a header is a header', async () => {
    expect(await readTexts(await written(format, 'en', []))).toEqual([columns.map(({ title }) => title.en)])
  })
})

test('a workbook of hucre with shared texts is read back', async () => {
  // hucre itself does not escape a text that looks like an escape.
  const texts = articles.filter((article) => article !== '_x0041_')
  const rows = [['Article', 'Count'], ...texts.map((article, index) => [article, index / 8])]
  const file = await writeHucre({ sheets: [{ name: 'Sheet', rows }] })
  expect(await readTexts(Buffer.from(file))).toEqual(rows.map((row) => row.map(String)))
})
