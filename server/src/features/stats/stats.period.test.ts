import { expect, test } from 'vitest'
import { periodOf } from './stats.rules.ts'

const now = new Date('2026-11-28T09:30:00.000Z')
const of = (first: string, last: string, today = '2026-11-28') => {
  const { previous_from, previous_to, cut_at } = periodOf(first, last, today, now)
  return [previous_from, previous_to, cut_at]
}

test.each([
  // One day: the same day of the week before.
  ['2026-11-27', '2026-11-27', '2026-11-20', '2026-11-20'],
  ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  // Ten days: the nearest ten that fall on the same days of the week.
  ['2026-11-10', '2026-11-19', '2026-10-27', '2026-11-05'],
  // The days of February without a leap day are whole weeks, and a whole month.
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-28'],
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-09-01', '2026-09-30', '2026-08-01', '2026-08-30'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
  // A quarter, and a year.
  ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
])('compares %s to %s with %s to %s', (first, last, from, to) => {
  expect(of(first, last)).toEqual([from, to, null])
})

test.each([
  ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-28', '2026-10-28T09:30:00.000Z'],
  ['2026-11-23', '2026-11-29', '2026-11-16', '2026-11-21', '2026-11-21T09:30:00.000Z'],
  ['2026-11-28', '2026-11-28', '2026-11-21', '2026-11-21', '2026-11-21T09:30:00.000Z'],
])('compares what is over of %s to %s with the same part', (first, last, from, to, cut) => {
  expect(of(first, last)).toEqual([from, to, cut])
})

test('compares a date that the shorter month lacks with the whole of it', () => {
  expect(periodOf('2026-03-01', '2026-03-31', '2026-03-30', now)).toMatchObject({
    previous_from: '2026-02-01',
    previous_to: '2026-02-28',
    cut_at: null,
  })
})
