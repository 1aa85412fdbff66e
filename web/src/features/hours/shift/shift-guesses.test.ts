import { describe, expect, test } from 'vitest'
import { likelyLock } from '../lock/likely-lock.ts'
import { likelySpan } from './likely-span.ts'
import { plannedSeconds } from './planned-seconds.ts'
import { endReason } from './shift-end.ts'

const week = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }
const schedule = {
  timezone: 3,
  working_days: { ...week, saturday: false, sunday: false },
  working_hours_from: '09:00',
  working_hours_to: '18:00',
  lunch_from: '13:00',
  lunch_to: '14:00',
  first_break_from: null,
  first_break_to: null,
  second_break_from: null,
  second_break_to: null,
}
const unset = {
  ...schedule,
  working_hours_from: null,
  working_hours_to: null,
  lunch_from: null,
  lunch_to: null,
}

describe('suggestions', () => {
  test('a shift entered by hand gets the working hours, but no end in the future', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    expect(likelySpan(schedule, '2026-11-19', now)).toEqual({
      started_at: '2026-11-19T06:00:00.000Z',
      ended_at: '2026-11-19T15:00:00.000Z',
    })
    expect(likelySpan(schedule, '2026-11-20', now)).toEqual({
      started_at: '2026-11-20T06:00:00.000Z',
      ended_at: null,
    })
    expect(likelySpan(unset, '2026-11-19', now)).toEqual({ started_at: null, ended_at: null })
  })

  test('the next lock ends with the last month, else the last week, else yesterday', () => {
    expect(likelyLock('2026-11-21', null)).toBe('2026-10-31')
    expect(likelyLock('2026-11-21', '2026-10-31')).toBe('2026-11-15')
    expect(likelyLock('2026-11-21', '2026-11-15')).toBe('2026-11-20')
    expect(likelyLock('2026-11-21', '2026-11-20')).toBe('2026-11-21')
  })

  test('the plan omits days off, and is null without working hours', () => {
    expect(plannedSeconds(schedule, ['2026-11-20', '2026-11-21'])).toBe(8 * 3600)
    expect(plannedSeconds(unset, ['2026-11-20'])).toBeNull()
  })

  test.each([
    ['2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z', 'planned'],
    ['2026-11-20T16:10:00.000Z', '2026-11-20T15:00:00.000Z', 'step'],
    ['2026-11-20T18:00:00.000Z', '2026-11-20T18:00:00.000Z', 'long'],
  ])('an end at %s, planned for %s, has the reason: %s', (ended_at, planned_ended_at, why) => {
    expect(endReason({ started_at: '2026-11-20T06:00:00.000Z', ended_at, planned_ended_at })).toBe(why)
  })
})
