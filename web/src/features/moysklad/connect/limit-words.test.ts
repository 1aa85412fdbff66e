import { expect, test } from 'vitest'
import { limitWords } from './limit-words.ts'

const before = Date.parse('2026-11-23T12:00:00Z')
const after = Date.parse('2026-12-01T09:00:00Z')

test('an employee’s request costs several units, and the number of requests is rounded down', () => {
  const limit = { units: 45, window_ms: 3000, cost: 4 }
  expect(limitWords(limit, after)).toEqual({ requests: 11, seconds: 3, cost: 4, growsSoon: false })
  expect(limitWords({ ...limit, cost: 3 }, before)).toMatchObject({ requests: 15, growsSoon: true })
})

test('there is at least one request and one second for any limit', () => {
  expect(limitWords({ units: 1, window_ms: 200, cost: 5 }, before)).toMatchObject({ requests: 1, seconds: 1 })
})
