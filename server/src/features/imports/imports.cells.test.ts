import { maxBarcodes } from '@artel/contract/products/products'
import { expect, test } from 'vitest'
import { type CellKind, readCell } from './imports.cells.ts'

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

const numberCell = (text: string) => ({ text, isNumber: true, isError: false })
const fault = (key: string, values?: object) => ({ fault: values ? { key, values } : { key } })

test.each<[CellKind, string, unknown]>([
  // Excel stores 0.3 in this way after a sum.
  ['money', '0.30000000000000004', { value: 30 }],
  ['money', '16.5', { value: 1650 }],
  ['money', '16.505', fault('cell_not_money', { value: '16.505' })],
  ['integer', '3.0000000000000004', { value: 3 }],
  ['integer', '3.5', fault('cell_not_number', { value: '3.5' })],
  ['barcode', '4607086560143', { value: '4607086560143' }],
  ['barcode', '4607086560142', fault('barcode_number')],
  ['barcodes', '4607086560143', { value: ['4607086560143'] }],
  ['barcodes', '4607086560142', fault('barcode_number')],
  ['barcodes', '4.60709E+12', fault('barcode_rounded')],
  ['boxBarcode', '4607086560142', { value: '4607086560142' }],
  ['boxBarcode', '46070865601', fault('barcode_number')],
])('reads as %s the number %s', (kind, text, expected) => {
  expect(readCell(kind, numberCell(text))).toEqual(expected)
})
