import { expect, test } from 'vitest'
import { remainingSeconds, stretchOf } from './run-words.ts'

const part = (total: number | null, read: number, written = 0) =>
  ({ part: 'product', total, read, written }) as const

test('a part is first ahead, then read, then written, then done', () => {
  expect(stretchOf(part(null, 0), true)).toEqual({ at: 'ahead', share: 0 })
  expect(stretchOf(part(null, 100), true)).toEqual({ at: 'reading', share: 0 })
  expect(stretchOf(part(400, 100), true)).toEqual({ at: 'reading', share: 0.25 })
  expect(stretchOf(part(400, 400, 100), true)).toEqual({ at: 'writing', share: 0.25 })
  expect(stretchOf(part(400, 400, 400), true)).toEqual({ at: 'done', share: 1 })
})

test('a part that is only read is done after reading, and an empty part is done at once', () => {
  expect(stretchOf(part(400, 400), false)).toEqual({ at: 'done', share: 1 })
  expect(stretchOf(part(0, 0), true)).toEqual({ at: 'done', share: 1 })
})

test('estimates the remaining time from the progress, once there is enough of it', () => {
  expect(remainingSeconds([part(100, 50), part(100, 0)], false, 10_000)).toBe(30)
  expect(remainingSeconds([part(100, 100, 50)], true, 30_000)).toBe(10)
  expect(remainingSeconds([part(100, 1)], false, 10_000)).toBeNull()
  expect(remainingSeconds([part(100, 50), part(null, 0)], false, 10_000)).toBeNull()
  expect(remainingSeconds([part(100, 50)], false, 1000)).toBeNull()
})
