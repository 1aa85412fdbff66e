import { jsonbLength } from '@artel/contract/json-length'
import { expect, test } from 'vitest'
import { findColumns, sheetNames } from './imports.columns.ts'

test.each(['"', '\u0001', '😀'])('titles and sheet names with nothing but %j are shortened', (sign) => {
  const long = (index: number) => `x${index}${sign.repeat(4000)}`
  const cells = Array.from({ length: 100 }, (_, index) => ({ text: long(index) }))
  const columns = findColumns([], { row: 1, cells } as never) // only the texts of the header's cells are read
  const sheets = sheetNames(Array.from({ length: 1000 }, (_, index) => long(index)))
  expect(jsonbLength({ sheet: 0, sheets, columns })).toBeLessThan(262_144)
})
