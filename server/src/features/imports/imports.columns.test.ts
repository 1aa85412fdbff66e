import { jsonbLength } from '@artel/contract/shapes/json-length'
import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { findColumns, sheetNames } from './imports.columns.ts'

test.each(['"', '\u0001', '😀'])('titles and sheet names with nothing but %j are shortened', (sign) => {
  const long = (index: number) => `x${index}${sign.repeat(4000)}`
  const cells = Array.from({ length: 100 }, (_, index) => ({ text: long(index) }))
  const columns = findColumns([], { row: 1, cells } as never) // only the texts of the header's cells are read
  const sheets = sheetNames(Array.from({ length: 1000 }, (_, index) => long(index)))
  expect(jsonbLength({ sheet: 0, sheets, columns })).toBeLessThan(262_144)
})

describe('the columns of a wide file', () => {
  const count = 100
  const fields = ['article', 'name'].map((name) => ({
    name,
    title: { ru: name, en: name },
    kind: 'text' as const,
  }))
  const header = (title: (index: number) => string) =>
    ({ row: 1, cells: Array.from({ length: count }, (_, index) => ({ text: title(index) })) }) as never // only the texts are read
  const long = (index: number) => `${'ё '.repeat(140)}${index}`

  test('are found within 50 ms, with the longest mapping of unknown names', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `${'Ё '.repeat(140)}z${index}`)
    const mapping = Object.fromEntries(names.map((name) => [name, null]))
    const wide = header(long)
    expect(() => findColumns(fields, wide, mapping)).toThrow(
      expect.objectContaining({
        issues: names.map((name) => ({ path: `mapping.${name}`, key: 'column_unknown' })),
      }),
    )
    expect(await leastOf(50, () => cpuMsOf(() => findColumns(fields, wide, mapping)))).toBeLessThan(50)
  })

  test('are mapped by titles in any case, the first of equal titles, or by letters', () => {
    const title = (index: number) => (index === 3 ? '' : long(Math.min(index, 50)))
    const mapping = { [long(7).toUpperCase()]: 'name', [long(50)]: 'article', '': null, CV: null }
    const columns = findColumns(fields, header(title), mapping)
    const mapped = columns.flatMap(({ field }, index) => (field === null ? [] : [[index, field]]))
    expect(mapped).toEqual([
      [7, 'name'],
      [50, 'article'],
    ])
    expect(() => findColumns(fields, header(title), { CW: null })).toThrow()
  })
})
