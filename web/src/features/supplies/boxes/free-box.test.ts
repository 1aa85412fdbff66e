import { expect, test } from 'vitest'
import { freeBox } from './free-box.ts'

const me = 7
const box = (number: number, units_count = 0, packed_by: number | null = null, isSealed = false) => ({
  id: number * 10,
  number,
  units_count,
  packed_by,
  sealed_at: isSealed ? '2026-11-22T10:00:00.000Z' : null,
})

test.each([
  ['an empty one', [box(1, 5, 8), box(2)], 0, 2],
  ['my own before an empty one', [box(1), box(2, 3, me)], 0, 2],
  ['the first after the one before', [box(1), box(2), box(3)], 2, 3],
  ['from the beginning again', [box(1), box(2, 4, me, true)], 2, 1],
])('%s', (_, boxes, after, number) => {
  expect(freeBox(boxes, me, after)?.number).toBe(number)
})

test('finds none if all are sealed or begun by others', () => {
  expect(freeBox([box(1, 5, 8), box(2, 5, me, true)], me)).toBeUndefined()
})
