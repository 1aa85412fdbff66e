import { expect, test } from 'vitest'
import { inChosenOrder, movedTo } from './column-order.ts'

const columns = ['id', 'title', 'status', 'due'].map((key) => ({ key }))
const ordered = (order: string[], from = columns) => inChosenOrder(from, order).map(({ key }) => key)

test('puts columns in the chosen order', () => {
  expect(ordered([])).toEqual(['id', 'title', 'status', 'due'])
  expect(ordered(['due', 'id', 'title', 'status'])).toEqual(['due', 'id', 'title', 'status'])
})

test('keeps a new column beside the one that it follows', () => {
  expect(ordered(['due', 'title', 'id'])).toEqual(['due', 'title', 'status', 'id'])
  expect(ordered(['title', 'due'])).toEqual(['id', 'title', 'status', 'due'])
})

test('ignores columns that are gone or named twice', () => {
  expect(ordered(['gone', 'due', 'due', 'id'])).toEqual(['due', 'id', 'title', 'status'])
})

test('moves a column to the place of another, to either side', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(movedTo(keys, 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(movedTo(keys, 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(movedTo(keys, 'b', 'b')).toEqual(keys)
})
