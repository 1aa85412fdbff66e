import { expect, test } from 'vitest'
import { partsOf, switchPart, syncOf } from './exchange-values.ts'

test('stock also turns on warehouses and sets, and is turned off with either of them', () => {
  expect(switchPart(['employee'], 'stock', true)).toEqual(['store', 'product', 'employee', 'stock'])
  expect(switchPart(['store', 'product', 'stock'], 'store', false)).toEqual(['product'])
  expect(switchPart(['store', 'product', 'stock'], 'product', false)).toEqual(['store'])
  expect(switchPart(['store', 'product', 'stock'], 'stock', false)).toEqual(['store', 'product'])
})

test('parts survive the conversion to flags and back', () => {
  for (const parts of [
    [],
    ['store'],
    ['organization', 'product', 'employee'],
    ['store', 'product', 'stock'],
  ] as const)
    expect(partsOf(syncOf(parts))).toEqual(parts)
})

test('parts keep their order, in any order of selection', () => {
  expect(switchPart(['employee', 'product'], 'organization', true)).toEqual([
    'organization',
    'product',
    'employee',
  ])
})
