import { buffer } from 'node:stream/consumers'
import type { FileFormat } from '@artel/contract/shapes/list'
import type { Locale } from '@artel/contract/shapes/primitives'
import { maxSum } from '@artel/contract/shapes/sums'
import { describe, expect, test } from 'vitest'
import { readWhole } from './reading/testing.ts'
import { type Column, writeTable } from './spreadsheets.ts'

const columnsOf = (value: number): Column<null>[] => [
  { kind: 'number', title: { ru: 'Число', en: 'Number' }, read: () => value },
  { kind: 'money', title: { ru: 'Деньги', en: 'Money' }, read: () => value },
  { kind: 'duration', title: { ru: 'Время', en: 'Time' }, read: () => value },
]

async function cellsOf(format: FileFormat, language: Locale, value: number) {
  async function* batches() {
    yield [null]
  }
  const table = { title: 'Sums', language, timezone: 3, columns: columnsOf(value) }
  const { rows } = await readWhole(await buffer(writeTable(format, table, batches())))
  return rows[1]?.cells.map((cell) => cell?.text)
}

describe.each(['xlsx', 'csv'] as const)('a number in %s', (format) => {
  test.each([
    [999_999_999_999_999, '999999999999999', /^9999999999999[.,]99$/, '277777777777:46:39'],
    [1_234_567_890_123_456, '1234567890123456', /^12345678901234[.,]56$/, '342935525034:17:36'],
    [maxSum, '> 9007199254740991', /^> 90071992547409[.,]91$/, '> 2501999792983:36:31'],
    [maxSum * 1e9, '> 9007199254740991', /^> 90071992547409[.,]91$/, '> 2501999792983:36:31'],
    [-maxSum, '< −9007199254740991', /^< −90071992547409[.,]91$/, '< −2501999792983:36:31'],
  ])(
    'keeps each digit of %d, and marks a number beyond the limit',
    async (value, number, money, duration) => {
      const cells = await cellsOf(format, 'ru', value)
      expect(cells).toEqual([number, expect.stringMatching(money), duration])
    },
  )
})
