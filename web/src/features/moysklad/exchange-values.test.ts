import { expect, test } from 'vitest'
import { partsOf, switchPart, syncOf } from './exchange-values.ts'

test('stock brings warehouses and sets along, and goes with either of them', () => {
  expect(switchPart(['employee'], 'stock', true)).toEqual(['store', 'product', 'employee', 'stock'])
  expect(switchPart(['store', 'product', 'stock'], 'store', false)).toEqual(['product'])
  expect(switchPart(['store', 'product', 'stock'], 'product', false)).toEqual(['store'])
  expect(switchPart(['store', 'product', 'stock'], 'stock', false)).toEqual(['store', 'product'])
})

test('flags and parts say the same', () => {
  for (const parts of [
    [],
    ['store'],
    ['organization', 'product', 'employee'],
    ['store', 'product', 'stock'],
  ] as const)
    expect(partsOf(syncOf(parts))).toEqual(parts)
})

test('parts keep their order, however they were chosen', () => {
  expect(switchPart(['employee', 'product'], 'organization', true)).toEqual([
    'organization',
    'product',
    'employee',
  ])
})
