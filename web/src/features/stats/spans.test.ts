import { expect, test } from 'vitest'
import { begunOf, groupOf } from './spans.ts'

test.each([
  ['2026-11-23', '2026-11-23', 'hour'],
  ['2026-11-01', '2026-11-30', 'day'],
  ['2026-01-01', '2026-06-30', 'week'],
  ['2024-01-01', '2026-06-30', 'month'],
])('groups %s to %s by the %s', (from, to, group) => {
  expect(groupOf({ from, to })).toBe(group)
})

test('does not draw the future', () => {
  const day = (date: string) => ({ date_from: date, date_to: date, hour: null })
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map(day)
  expect(begunOf(days, '2026-11-23', 9)).toBe(3)
  expect(begunOf(days, '2026-12-01', 9)).toBe(4)
  const hours = [8, 9, 10].map((hour) => ({ ...day('2026-11-23'), hour }))
  expect(begunOf(hours, '2026-11-23', 9)).toBe(2)
})
