import { breakSeconds, breaksWithin, pauseAt } from '@artel/contract/hours/work-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSchedule } from '../../testing/rows/workday.ts'

const schedules = {
  day: makeSchedule({
    working_hours_from: '09:00',
    working_hours_to: '18:00',
    lunch_from: '13:00',
    lunch_to: '14:00',
    second_break_from: '16:00',
    second_break_to: '16:15',
  }),
  /** The first break crosses midnight. */
  night: makeSchedule({
    working_hours_from: '22:00',
    working_hours_to: '06:00',
    first_break_from: '23:50',
    first_break_to: '00:10',
    lunch_from: '02:00',
    lunch_to: '02:30',
  }),
  none: makeSchedule({}),
}
const at = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}:00+03:00`)

test.each([
  ['day', '2026-11-20 12:59', null],
  ['day', '2026-11-20 13:00', ['lunch', '2026-11-20 14:00']],
  ['day', '2026-11-21 13:59', ['lunch', '2026-11-21 14:00']],
  ['day', '2026-11-20 14:00', null],
  ['night', '2026-11-20 23:55', ['first_break', '2026-11-21 00:10']],
  ['night', '2026-11-21 00:05', ['first_break', '2026-11-21 00:10']],
  ['none', '2026-11-20 13:30', null],
] as const)('by the schedule of %s, %s lies in the pause %j', (name, wall, expected) => {
  const found = pauseAt(schedules[name], at(wall))
  expect(found).toEqual(expected && { pause: expected[0], until: at(expected[1]) })
})

test('a moment lies in a pause exactly if its second counts as a break', () => {
  const anyMoment = fc.integer({ min: Date.parse('2026-11-01'), max: Date.parse('2026-11-30') })
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(schedules)), anyMoment, (schedule, moment) => {
      const second = Math.floor(moment / 1000) * 1000
      const isPaused = breakSeconds(breaksWithin(schedule, second, second + 1000)) > 0
      expect(pauseAt(schedule, second) !== null).toBe(isPaused)
    }),
  )
})
