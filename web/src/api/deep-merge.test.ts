import { expect, it } from 'vitest'
import { deepMerge } from './deep-merge.ts'

it.each([
  [{ a: 1, b: { c: 2, d: 3 } }, { b: { c: 4 } }, { a: 1, b: { c: 4, d: 3 } }],
  [{ list: [1, 2] }, { list: [3] }, { list: [3] }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
  [{ a: { b: 1 } }, { a: null }, { a: null }],
  [{}, { a: { b: 1 } }, { a: { b: 1 } }],
])('%j and %j: %j', (base, patch, merged) => expect(deepMerge(base, patch)).toEqual(merged))
