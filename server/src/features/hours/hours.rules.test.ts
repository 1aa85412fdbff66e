import { weekdays } from '@artel/contract/company.line'
import { pauses, timeAt } from '@artel/contract/schedule'
import {
  breakSeconds,
  breaksWithin,
  plannedEnd,
  scheduledSeconds,
  secondsBetween,
  type WorkSchedule,
} from '@artel/contract/work-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDay, placeShift } from './hours.rules.ts'

const unset = {
  working_hours_from: null,
  working_hours_to: null,
  first_break_from: null,
  first_break_to: null,
  lunch_from: null,
  lunch_to: null,
  second_break_from: null,
  second_break_to: null,
}
// Monday to Friday.
const week = Object.fromEntries(
  weekdays.map((name, index) => [name, index < 5]),
) as WorkSchedule['working_days'] // all seven

const make = (fields: Partial<WorkSchedule>): WorkSchedule => ({
  ...unset,
  working_days: week,
  timezone: 3,
  ...fields,
})
const hoursOf = (from: string, to: string) => ({ working_hours_from: from, working_hours_to: to })

const schedules = {
  /** Asks for 7:30. */
  day: make({
    ...hoursOf('09:00', '18:00'),
    ...{ first_break_from: '11:00', first_break_to: '11:15', lunch_from: '13:00', lunch_to: '14:00' },
    ...{ second_break_from: '16:00', second_break_to: '16:15' },
  }),
  /** Asks for 9:00. */
  plain: make(hoursOf('09:00', '18:00')),
  /** Asks for 7:10; its first break lies over midnight. */
  night: make({
    ...hoursOf('22:00', '06:00'),
    ...{ first_break_from: '23:50', first_break_to: '00:10', lunch_from: '02:00', lunch_to: '02:30' },
  }),
  /** Asks for 11:00 and ends at midnight. */
  late: make({ ...hoursOf('12:00', '00:00'), lunch_from: '17:00', lunch_to: '18:00' }),
  none: make({}),
}

/** An instant told as the company's clock on the wall: `2026-11-20 09:00`. */
const at = (wall: string, timezone: number) =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) - timezone * 3_600_000).toISOString()

/** `7:30` or `7:29:59` in seconds. */
function seconds(text: string): number {
  const [hours = 0, minutes = 0, rest = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60 + rest
}

const span = (schedule: WorkSchedule, from: string, to: string) => ({
  started_at: at(from, schedule.timezone),
  ended_at: at(to, schedule.timezone),
  confirmed: true,
  schedule,
})

function countOne(schedule: WorkSchedule, from: string, to: string) {
  const part = span(schedule, from, to)
  const { day } = placeShift(schedule, part.started_at)
  const [counted] = countDay(day, [part])
  return {
    day,
    worked: counted?.worked_seconds,
    breaks: counted?.break_seconds,
    late: counted?.late_seconds,
    overtime: counted?.overtime_seconds,
  }
}

type Case = [keyof typeof schedules, from: string, to: string, day: string, ...figures: string[]]

// The 20th of November 2026 is a Friday. Worked, breaks, late and overtime are worked out by hand.
const cases: Case[] = [
  // A day with two breaks and lunch.
  ['day', '2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20', '7:30', '1:30', '0', '0'],
  ['day', '2026-11-20 09:05', '2026-11-20 18:00', '2026-11-20', '7:25', '1:30', '0:05', '0'],
  ['day', '2026-11-20 08:45', '2026-11-20 18:00', '2026-11-20', '7:45', '1:30', '0', '0:15'],
  ['day', '2026-11-20 09:00', '2026-11-20 20:00', '2026-11-20', '9:30', '1:30', '0', '2:00'],
  ['day', '2026-11-20 09:00', '2026-11-20 17:00', '2026-11-20', '6:30', '1:30', '0', '0'],
  ['day', '2026-11-20 06:00', '2026-11-20 12:00', '2026-11-20', '5:45', '0:15', '0', '0'],
  ['day', '2026-11-20 00:00', '2026-11-20 23:59', '2026-11-20', '22:29', '1:30', '0', '14:59'],
  // Inside of pauses, and at their edges.
  ['day', '2026-11-20 13:10', '2026-11-20 13:50', '2026-11-20', '0', '0:40', '4:10', '0'],
  ['day', '2026-11-20 13:00', '2026-11-20 14:00', '2026-11-20', '0', '1:00', '4:00', '0'],
  ['day', '2026-11-20 13:30', '2026-11-20 14:30', '2026-11-20', '0:30', '0:30', '4:30', '0'],
  ['day', '2026-11-20 12:30', '2026-11-20 13:30', '2026-11-20', '0:30', '0:30', '3:30', '0'],
  ['day', '2026-11-20 11:00', '2026-11-20 11:15', '2026-11-20', '0', '0:15', '2:00', '0'],
  ['day', '2026-11-20 11:15', '2026-11-20 13:00', '2026-11-20', '1:45', '0', '2:15', '0'],
  ['day', '2026-11-20 14:00', '2026-11-20 16:00', '2026-11-20', '2:00', '0', '5:00', '0'],
  ['day', '2026-11-20 11:14:59', '2026-11-20 11:15:01', '2026-11-20', '0:00:01', '0:00:01', '2:14:59', '0'],
  // To the second, and nothing of a second.
  ['day', '2026-11-20 09:00:01', '2026-11-20 18:00', '2026-11-20', '7:29:59', '1:30', '0:00:01', '0'],
  ['day', '2026-11-20 09:00:00.999', '2026-11-20 18:00', '2026-11-20', '7:29:59', '1:30', '0', '0'],
  ['day', '2026-11-20 08:59:59.001', '2026-11-20 18:00', '2026-11-20', '7:30', '1:30', '0', '0'],
  ['day', '2026-11-20 09:00', '2026-11-20 09:00', '2026-11-20', '0', '0', '0', '0'],
  // After the day: it belongs to the calendar day, and is late as its first shift.
  ['day', '2026-11-20 19:00', '2026-11-20 23:00', '2026-11-20', '4:00', '0', '10:00', '0'],
  ['day', '2026-11-20 22:00', '2026-11-21 02:00', '2026-11-20', '4:00', '0', '13:00', '0'],
  ['day', '2026-11-20 18:00', '2026-11-20 19:00', '2026-11-20', '1:00', '0', '9:00', '0'],
  // Days off: all of it is overtime, the pauses stay pauses.
  ['day', '2026-11-21 10:00', '2026-11-21 14:00', '2026-11-21', '2:45', '1:15', '0', '2:45'],
  ['day', '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-22', '22:30', '1:30', '0', '22:30'],
  ['day', '2026-11-21 23:00', '2026-11-22 01:00', '2026-11-21', '2:00', '0', '0', '2:00'],
  // From Sunday night into Monday: by the day it began.
  ['day', '2026-11-22 23:00', '2026-11-23 10:00', '2026-11-22', '11:00', '0', '0', '11:00'],
  // Over two days: pauses of both.
  ['day', '2026-11-19 09:00', '2026-11-20 09:00', '2026-11-19', '22:30', '1:30', '0', '15:00'],
  ['day', '2026-11-19 12:00', '2026-11-20 12:00', '2026-11-19', '22:30', '1:30', '3:00', '15:00'],
  ['day', '2026-11-20 09:00', '2026-11-22 09:00', '2026-11-20', '45:00', '3:00', '0', '37:30'],
  // Hours without pauses.
  ['plain', '2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20', '9:00', '0', '0', '0'],
  ['plain', '2026-11-20 09:00', '2026-11-20 18:30', '2026-11-20', '9:30', '0', '0', '0:30'],
  ['plain', '2026-11-20 10:30', '2026-11-20 18:00', '2026-11-20', '7:30', '0', '1:30', '0'],
  ['plain', '2026-11-21 09:00', '2026-11-21 18:00', '2026-11-21', '9:00', '0', '0', '9:00'],
  // Over midnight.
  ['night', '2026-11-19 22:00', '2026-11-20 06:00', '2026-11-19', '7:10', '0:50', '0', '0'],
  ['night', '2026-11-19 22:10', '2026-11-20 06:00', '2026-11-19', '7:00', '0:50', '0:10', '0'],
  ['night', '2026-11-19 21:00', '2026-11-20 06:00', '2026-11-19', '8:10', '0:50', '0', '1:00'],
  ['night', '2026-11-19 22:00', '2026-11-20 07:30', '2026-11-19', '8:40', '0:50', '0', '1:30'],
  ['night', '2026-11-20 00:30', '2026-11-20 06:00', '2026-11-19', '5:00', '0:30', '2:30', '0'],
  ['night', '2026-11-20 05:59', '2026-11-20 08:00', '2026-11-19', '2:01', '0', '7:59', '0'],
  ['night', '2026-11-20 06:00', '2026-11-20 08:00', '2026-11-20', '2:00', '0', '0', '0'],
  ['night', '2026-11-19 23:55', '2026-11-20 00:05', '2026-11-19', '0', '0:10', '1:55', '0'],
  ['night', '2026-11-19 12:00', '2026-11-19 14:00', '2026-11-19', '2:00', '0', '0', '0'],
  ['night', '2026-11-20 22:00', '2026-11-21 06:00', '2026-11-20', '7:10', '0:50', '0', '0'],
  ['night', '2026-11-21 00:30', '2026-11-21 06:00', '2026-11-20', '5:00', '0:30', '2:30', '0'],
  // The night of a day off is no working window, so a start after midnight is of the day that it is.
  ['night', '2026-11-21 23:00', '2026-11-22 03:00', '2026-11-21', '3:10', '0:50', '0', '3:10'],
  ['night', '2026-11-22 00:30', '2026-11-22 03:00', '2026-11-22', '2:00', '0:30', '0', '2:00'],
  ['night', '2026-11-23 00:30', '2026-11-23 03:00', '2026-11-23', '2:00', '0:30', '0', '0'],
  // The end of a month, of a year, and of a February of 29 days.
  ['night', '2026-11-30 22:00', '2026-12-01 06:00', '2026-11-30', '7:10', '0:50', '0', '0'],
  ['night', '2026-12-31 22:00', '2027-01-01 06:00', '2026-12-31', '7:10', '0:50', '0', '0'],
  ['night', '2028-02-29 22:05', '2028-03-01 06:00', '2028-02-29', '7:05', '0:50', '0:05', '0'],
  ['night', '2028-03-01 01:00', '2028-03-01 06:00', '2028-02-29', '4:30', '0:30', '3:00', '0'],
  // Hours that end at midnight.
  ['late', '2026-11-20 12:00', '2026-11-21 00:00', '2026-11-20', '11:00', '1:00', '0', '0'],
  ['late', '2026-11-20 12:00', '2026-11-21 01:00', '2026-11-20', '12:00', '1:00', '0', '1:00'],
  ['late', '2026-11-21 00:00', '2026-11-21 01:00', '2026-11-21', '1:00', '0', '0', '1:00'],
  ['late', '2026-11-20 23:59', '2026-11-21 00:01', '2026-11-20', '0:02', '0', '11:59', '0'],
  // No hours are set: nobody is late, and only a day off has overtime.
  ['none', '2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20', '9:00', '0', '0', '0'],
  ['none', '2026-11-20 23:00', '2026-11-21 01:00', '2026-11-20', '2:00', '0', '0', '0'],
  ['none', '2026-11-21 09:00', '2026-11-21 18:00', '2026-11-21', '9:00', '0', '0', '9:00'],
]

describe('a shift alone', () => {
  test.each(cases)(
    '%s, %s to %s: of %s, worked %s, breaks %s, late %s, overtime %s',
    (name, from, to, day, ...figures) => {
      const [worked, breaks, late, overtime] = figures.map(seconds)
      expect(countOne(schedules[name], from, to)).toEqual({ day, worked, breaks, late, overtime })
    },
  )

  // Wherever the company is, its clocks show the same.
  test.each([-12, -9.75, -3.5, 0, 0.25, 5.75, 12.75, 14])('counts alike at UTC%s', (timezone) => {
    for (const [name, from, to, day, ...figures] of cases) {
      const [worked, breaks, late, overtime] = figures.map(seconds)
      const schedule = { ...schedules[name], timezone }
      expect(countOne(schedule, from, to), `${name}, ${from} to ${to}`).toEqual({
        day,
        worked,
        breaks,
        late,
        overtime,
      })
    }
  })
})

describe('the shifts of a day', () => {
  // Each with what it counts for: worked, late, overtime.
  test.each<[string, [from: string, to: string, worked: string, late: string, overtime: string][]]>([
    [
      'only the first is late',
      [
        ['09:10', '12:00', '2:35', '0:10', '0'],
        ['12:30', '18:00', '4:15', '0', '0'],
      ],
    ],
    [
      'one before the hours is in time for all',
      [
        ['07:00', '08:00', '1:00', '0', '0'],
        ['10:00', '18:00', '6:30', '0', '0'],
      ],
    ],
    [
      'what goes beyond is overtime of those that follow',
      [
        ['09:00', '18:00', '7:30', '0', '0'],
        ['19:00', '20:00', '1:00', '0', '1:00'],
        ['21:00', '21:30', '0:30', '0', '0:30'],
      ],
    ],
    [
      'a part of the one that crosses it',
      [
        ['09:00', '13:00', '3:45', '0', '0'],
        ['14:00', '20:00', '5:45', '0', '2:00'],
      ],
    ],
  ])('%s', (_, shifts) => {
    const day = (time: string) => `2026-11-20 ${time}`
    const counted = countDay(
      '2026-11-20',
      shifts.map(([from, to]) => span(schedules.day, day(from), day(to))),
    )
    expect(counted.map((one) => [one.worked_seconds, one.late_seconds, one.overtime_seconds])).toEqual(
      shifts.map(([, , ...figures]) => figures.map(seconds)),
    )
  })

  test('what is in doubt is worked, but no overtime, nor does it make any', () => {
    const doubtful = { ...span(schedules.day, '2026-11-20 09:00', '2026-11-20 20:00'), confirmed: false }
    const sure = span(schedules.day, '2026-11-20 21:00', '2026-11-20 22:00')
    const counted = countDay('2026-11-20', [doubtful, sure])
    expect(counted.map((one) => [one.worked_seconds, one.overtime_seconds])).toEqual([
      [seconds('9:30'), 0],
      [seconds('1:00'), 0],
    ])
  })

  test('what still runs counts for nothing yet, but is late already', () => {
    const open = { ...span(schedules.day, '2026-11-20 09:20', '2026-11-20 09:20'), ended_at: null }
    expect(countDay('2026-11-20', [open])).toMatchObject([
      { worked_seconds: 0, break_seconds: 0, overtime_seconds: 0, late_seconds: 1200 },
    ])
  })

  test('are judged by the schedule under which the first began, each with the pauses of its own', () => {
    const before = span(schedules.plain, '2026-11-20 09:30', '2026-11-20 12:00')
    const after = span(schedules.day, '2026-11-20 12:30', '2026-11-20 20:00')
    expect(
      countDay('2026-11-20', [before, after]).map((one) => [
        one.late_seconds,
        one.break_seconds,
        one.overtime_seconds,
      ]),
    ).toEqual([
      [seconds('0:30'), 0, 0],
      // 2:30 and 6:15, of which 9:00 were asked for.
      [0, seconds('1:15'), 0],
    ])
  })
})

describe('whoever forgets to clock out is taken to have gone', () => {
  test.each<[keyof typeof schedules, from: string, end: string]>([
    ['day', '2026-11-20 09:05', '2026-11-20 18:00'],
    ['day', '2026-11-20 06:00', '2026-11-20 18:00'],
    ['day', '2026-11-20 17:59', '2026-11-20 18:00'],
    // After the hours nobody knows: half a day.
    ['day', '2026-11-20 18:00', '2026-11-21 06:00'],
    ['day', '2026-11-20 22:00', '2026-11-21 10:00'],
    // A day off keeps the times of the others.
    ['day', '2026-11-21 10:00', '2026-11-21 18:00'],
    ['night', '2026-11-19 22:10', '2026-11-20 06:00'],
    ['night', '2026-11-20 00:30', '2026-11-20 06:00'],
    ['night', '2026-11-20 12:00', '2026-11-21 06:00'],
    ['night', '2026-11-20 06:30', '2026-11-20 18:30'],
    ['late', '2026-11-20 13:00', '2026-11-21 00:00'],
    ['none', '2026-11-20 09:00', '2026-11-20 21:00'],
  ])('%s, began %s: at %s', (name, from, end) => {
    const schedule = schedules[name]
    expect(new Date(plannedEnd(schedule, Date.parse(at(from, 3)))).toISOString()).toBe(at(end, 3))
  })
})

const minuteMs = 60_000
const epoch = Date.parse('2026-01-01T00:00:00Z')

/** Any schedule that the product takes: hours of any length, pauses inside that do not overlap. */
const anySchedule = fc
  .record({
    timezone: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters / 4),
    days: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    start: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 10, max: 1439 }),
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 6, maxLength: 6 }),
    has: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  })
  .map(({ timezone, days, start, length, cuts, has }): WorkSchedule => {
    const edges = cuts.toSorted((a, b) => a - b).map((cut) => Math.floor((cut / 1_000_001) * (length + 1)))
    const spans = pauses.map(
      (pause, index) => [pause, edges[2 * index] ?? 0, edges[2 * index + 1] ?? 0] as const,
    )
    const set = spans.flatMap(([pause, from, to], index) =>
      has[index] && from < to
        ? [
            [`${pause}_from`, timeAt(start + from)],
            [`${pause}_to`, timeAt(start + to)],
          ]
        : [],
    )
    return make({
      timezone,
      working_days: Object.fromEntries(
        weekdays.map((name, index) => [name, days[index]]),
      ) as WorkSchedule['working_days'], // all seven
      ...hoursOf(timeAt(start), timeAt(start + length)),
      ...Object.fromEntries(set),
    })
  })

const anyInstant = fc.integer({ min: 0, max: 60 * 86_400_000 }).map((ms) => epoch + ms)
const anyStretch = fc
  .tuple(anyInstant, fc.integer({ min: 0, max: 3 * 86_400_000 }))
  .map(([from, length]) => [from, from + length] as const)

/** Minute by minute, as somebody with a clock and the schedule on the wall would count. */
function countMinutes(schedule: WorkSchedule, from: number, to: number): number {
  let paused = 0
  for (let minute = from; minute < to; minute += minuteMs) {
    const wall = new Date(minute + schedule.timezone * 3_600_000).toISOString().slice(11, 16)
    const isPaused = pauses.some((pause) => {
      const [begin, end] = [schedule[`${pause}_from`], schedule[`${pause}_to`]]
      if (begin === null || end === null) return false
      return begin < end ? wall >= begin && wall < end : wall >= begin || wall < end
    })
    if (isPaused) paused++
  }
  return paused * 60
}

describe('for any schedule', () => {
  test('pauses are what a clock on the wall counts', () => {
    fc.assert(
      fc.property(anySchedule, anyStretch, (schedule, [from, to]) => {
        const [first, last] = [from - (from % minuteMs), to - (to % minuteMs)]
        expect(breakSeconds(breaksWithin(schedule, first, last))).toBe(countMinutes(schedule, first, last))
      }),
      { numRuns: 150 },
    )
  })

  test('worked and breaks are no more than the stretch, and nothing is negative', () => {
    fc.assert(
      fc.property(anySchedule, anyStretch, fc.boolean(), (schedule, [from, to], confirmed) => {
        const [started_at, ended_at] = [new Date(from).toISOString(), new Date(to).toISOString()]
        const { day } = placeShift(schedule, started_at)
        const [counted] = countDay(day, [{ started_at, ended_at, confirmed, schedule }])
        if (!counted) throw new Error('One shift is counted once')
        const { breaks: _, ...figures } = counted
        expect(Math.min(...Object.values(figures))).toBeGreaterThanOrEqual(0)
        expect(counted.worked_seconds + counted.break_seconds).toBeLessThanOrEqual((to - from) / 1000)
        expect(counted.overtime_seconds).toBeLessThanOrEqual(counted.worked_seconds)
      }),
    )
  })

  test('no second of a day is counted twice, however it is cut into shifts', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 86_399 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(anySchedule, anyInstant, cuts, (schedule, start, inside) => {
        const from = start - (start % 1000)
        const edges = [0, ...inside.toSorted((a, b) => a - b), 86_400].map((cut) => from + cut * 1000)
        const parts = edges.slice(1).map((end, index) => ({
          started_at: new Date(edges[index] ?? 0).toISOString(),
          ended_at: new Date(end).toISOString(),
          confirmed: true,
          schedule,
        }))
        const { day } = placeShift(schedule, new Date(from).toISOString())
        const counted = countDay(day, parts)
        const sum = (name: 'worked_seconds' | 'overtime_seconds') =>
          counted.reduce((total, one) => total + one[name], 0)
        const whole =
          secondsBetween(from, from + 86_400_000) -
          breakSeconds(breaksWithin(schedule, from, from + 86_400_000))
        expect(sum('worked_seconds')).toBe(whole)
        expect(sum('overtime_seconds')).toBe(Math.max(0, whole - (scheduledSeconds(schedule, day) ?? whole)))
      }),
    )
  })

  test('a shift is of the day on the wall or the one before, and its end is within a day and a half', () => {
    fc.assert(
      fc.property(anySchedule, anyInstant, (schedule, start) => {
        const { day, planned_ended_at } = placeShift(schedule, new Date(start).toISOString())
        const wall = start + schedule.timezone * 3_600_000
        const today = Math.floor(wall / 86_400_000)
        expect([today, today - 1]).toContain(Date.parse(day) / 86_400_000)
        const ahead = Date.parse(planned_ended_at) - start
        expect(ahead).toBeGreaterThan(0)
        expect(ahead).toBeLessThan(36 * 3_600_000)
      }),
    )
  })
})
