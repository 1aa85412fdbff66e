import { mostBarcodes } from '@artel/contract/products'
import { expect, test } from 'vitest'
import { readCell } from './imports.cells.ts'

const cellOf = (count: number) => ({
  text: `${Array.from({ length: count }, (_, at) => `W${at}`).join(', ')},\n`,
  isNumber: false,
  isError: false,
})

test('a cell has at most as many barcodes as a set may have', () => {
  expect(readCell('barcodes', cellOf(mostBarcodes))).toHaveProperty('value.length', mostBarcodes)
  for (const count of [mostBarcodes + 1, 2000]) {
    const fault = { key: 'too_many', values: { maximum: mostBarcodes } }
    expect(readCell('barcodes', cellOf(count))).toEqual({ fault })
  }
})
