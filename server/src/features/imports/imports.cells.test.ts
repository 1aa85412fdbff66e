import { maxBarcodes } from '@artel/contract/products'
import { expect, test } from 'vitest'
import { readCell } from './imports.cells.ts'

const cellOf = (count: number) => ({
  text: `${Array.from({ length: count }, (_, at) => `W${at}`).join(', ')},\n`,
  isNumber: false,
  isError: false,
})

test('a cell has at most as many barcodes as a set may have', () => {
  expect(readCell('barcodes', cellOf(maxBarcodes))).toHaveProperty('value.length', maxBarcodes)
  for (const count of [maxBarcodes + 1, 2000]) {
    const fault = { key: 'too_many', values: { maximum: maxBarcodes } }
    expect(readCell('barcodes', cellOf(count))).toEqual({ fault })
  }
})
