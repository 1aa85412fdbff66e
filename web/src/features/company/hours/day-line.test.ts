import type { ScheduleTimes } from '@artel/contract/hours/schedule'
import { describe, expect, it } from 'vitest'
import {
  hourMarks,
  hourName,
  hoursStretch,
  inWindow,
  isShown,
  moveHandle,
  pauseStretches,
  windowOf,
} from './day-line.ts'

const none: ScheduleTimes = {
  working_hours_from: null,
  working_hours_to: null,
  first_break_from: null,
  first_break_to: null,
  second_break_from: null,
  second_break_to: null,
  lunch_from: null,
  lunch_to: null,
}
const day = (from: string, to: string, lunch?: [string, string]): ScheduleTimes => ({
  ...none,
  working_hours_from: from,
  working_hours_to: to,
  ...(lunch && { lunch_from: lunch[0], lunch_to: lunch[1] }),
})
const h = (hours: number) => hours * 60

describe('the window', () => {
  it.each([
    ['none', none, h(6), h(18)],
    ['a usual day', day('09:00', '18:00'), h(6), h(18)],
    ['an early day', day('05:00', '14:00'), 0, h(24)],
    ['up to midnight', day('15:00', '00:00'), h(6), h(18)],
    ['a night', day('22:00', '06:00'), h(14), h(24)],
    ['almost a whole day over midnight', day('10:00', '09:00'), h(9), h(24)],
  ])('of %s', (_, times, from, length) => {
    const found = windowOf(hoursStretch(times))
    expect(found).toEqual({ from, length })
    const hours = hoursStretch(times)
    if (!hours) return
    expect(hours.from).toBeGreaterThanOrEqual(from)
    expect(hours.from + hours.length).toBeLessThanOrEqual(from + length)
  })

  it('labels its even hours, and midnight at the end of a day as 24', () => {
    expect(hourMarks({ from: h(6), length: h(18) }).map(hourName)).toEqual(
      '06 08 10 12 14 16 18 20 22 24'.split(' '),
    )
    expect(
      hourMarks({ from: h(14), length: h(24) })
        .map(hourName)
        .slice(4, 7),
    ).toEqual(['22', '24', '02'])
  })

  it('contains a time of day once or not at all', () => {
    expect(inWindow(h(3), { from: h(14), length: h(24) })).toBe(h(27))
    expect(inWindow(h(3), { from: h(6), length: h(18) })).toBeNull()
    expect(inWindow(h(23), { from: h(6), length: h(18) })).toBe(h(23))
  })
})

describe('moving a handle', () => {
  const night = day('22:00', '06:00', ['01:30', '02:00'])
  it.each([
    [day('09:00', '18:00'), 'end', h(18.5), { working_hours_to: '18:30' }],
    [day('09:00', '18:00'), 'end', h(25), { working_hours_to: '01:00' }],
    [day('09:00', '18:00'), 'start', h(19), { working_hours_from: '17:45' }],
    [day('09:00', '18:00'), 'end', h(5), { working_hours_to: '09:15' }],
    [day('09:00', '18:00', ['13:00', '14:00']), 'lunch', h(17.5), { lunch_from: '17:00', lunch_to: '18:00' }],
    [day('09:00', '18:00', ['13:00', '14:00']), 'lunch', h(2), { lunch_from: '09:00', lunch_to: '10:00' }],
    [night, 'lunch', h(23.75), { lunch_from: '23:45', lunch_to: '00:15' }],
    [night, 'first_break', h(23), {}],
    [none, 'end', h(18), {}],
  ] as const)('%j %s to minute %i', (times, handle, minute, moved) =>
    expect(moveHandle(times, handle, minute)).toEqual(moved),
  )
})

it('omits a period that is not completely in the window', () => {
  const shown = { from: h(6), length: h(18) }
  expect(isShown({ from: h(23), length: 60 }, shown)).toBe(true)
  expect(isShown({ from: h(23.5), length: 60 }, shown)).toBe(false)
  expect(isShown({ from: h(5.5), length: 60 }, shown)).toBe(false)
})

it('draws a pause across midnight at its place', () => {
  expect(pauseStretches(day('22:00', '06:00', ['23:45', '00:15']), h(22))).toEqual([
    { pause: 'lunch', from: h(23.75), length: 30 },
  ])
})
