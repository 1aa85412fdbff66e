import { describe, expect, test } from 'vitest'
import { readShiftClock } from './shift-clock.ts'

const days = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }
const company = {
  timezone: 3,
  working_days: { ...days, saturday: false, sunday: false },
  working_hours_from: '09:00',
  working_hours_to: '18:00',
  lunch_from: '13:00',
  lunch_to: '14:00',
  first_break_from: null,
  first_break_to: null,
  second_break_from: null,
  second_break_to: null,
  before_workday_end: 15,
  settings: {},
}
const at = (time: string) => Date.parse(`2026-11-20T${time}:00+03:00`)
const iso = (time: string) => new Date(at(time)).toISOString()
const shift = { started_at: iso('09:00'), planned_ended_at: iso('18:00') }
const read = (
  time: string,
  settings: (typeof company)['settings'] | { hours: { grace_minutes: number } } = {},
) => readShiftClock({ ...company, settings }, shift, at(time))

describe('the clock of a shift', () => {
  test('counts time without the pauses, and stops during a pause', () => {
    expect(read('12:30').worked).toBe(3.5 * 3600)
    expect(read('13:20')).toMatchObject({ worked: 4 * 3600, pause: { pause: 'lunch', until: at('14:00') } })
    expect(read('15:00')).toMatchObject({ worked: 5 * 3600, pause: null })
    expect(read('08:59').worked).toBe(0)
  })

  test('says when the day is about to end and when it has ended', () => {
    expect(read('17:44').ending).toBe('far')
    expect(read('17:45')).toMatchObject({ ending: 'near', left: 900 })
    expect(read('18:00')).toMatchObject({ ending: 'over', left: 0, share: 1, closesAt: at('19:00') })
    expect(read('18:30', { hours: { grace_minutes: 30 } }).closesAt).toBe(at('18:30'))
    expect(read('13:30').share).toBe(0.5)
  })
})
