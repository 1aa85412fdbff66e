import { plannedEnd, type WorkSchedule } from '@artel/contract/hours/work-time'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { makeSchedule } from '../../testing/rows/workday.ts'
import { checkSpan, countDay, placeShift } from './hours.rules.ts'

const hoursOf = (from: string, to: string) => ({ working_hours_from: from, working_hours_to: to })

const schedules = {
  /** Requires 7:30. */
  day: makeSchedule({
    ...hoursOf('09:00', '18:00'),
    first_break_from: '11:00',
    first_break_to: '11:15',
    lunch_from: '13:00',
    lunch_to: '14:00',
    second_break_from: '16:00',
    second_break_to: '16:15',
  }),
  /** Requires 9:00. */
  plain: makeSchedule(hoursOf('09:00', '18:00')),
  /** Requires 7:10. The first break crosses midnight. */
  night: makeSchedule({
    ...hoursOf('22:00', '06:00'),
    first_break_from: '23:50',
    first_break_to: '00:10',
    lunch_from: '02:00',
    lunch_to: '02:30',
  }),
  /** Requires 11:00 and ends at midnight. */
  late: makeSchedule({ ...hoursOf('12:00', '00:00'), lunch_from: '17:00', lunch_to: '18:00' }),
  none: makeSchedule({}),
}

/** The instant of a local time of the company, such as `2026-11-20 09:00`. */
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

// The 20th of November 2026 is a Friday. Worked, breaks, late and overtime are calculated by hand.
const cases: Case[] = [
  // A day with two breaks and lunch.
  ['day', '2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20', '7:30', '1:30', '0', '0'],
  ['day', '2026-11-20 09:05', '2026-11-20 18:00', '2026-11-20', '7:25', '1:30', '0:05', '0'],
  ['day', '2026-11-20 08:45', '2026-11-20 18:00', '2026-11-20', '7:45', '1:30', '0', '0:15'],
  ['day', '2026-11-20 09:00', '2026-11-20 20:00', '2026-11-20', '9:30', '1:30', '0', '2:00'],
  ['day', '2026-11-20 09:00', '2026-11-20 17:00', '2026-11-20', '6:30', '1:30', '0', '0'],
  ['day', '2026-11-20 06:00', '2026-11-20 12:00', '2026-11-20', '5:45', '0:15', '0', '0'],
  ['day', '2026-11-20 00:00', '2026-11-20 23:59', '2026-11-20', '22:29', '1:30', '0', '14:59'],
  // Inside pauses, and at their edges.
  ['day', '2026-11-20 13:10', '2026-11-20 13:50', '2026-11-20', '0', '0:40', '4:10', '0'],
  ['day', '2026-11-20 13:00', '2026-11-20 14:00', '2026-11-20', '0', '1:00', '4:00', '0'],
  ['day', '2026-11-20 13:30', '2026-11-20 14:30', '2026-11-20', '0:30', '0:30', '4:30', '0'],
  ['day', '2026-11-20 12:30', '2026-11-20 13:30', '2026-11-20', '0:30', '0:30', '3:30', '0'],
  ['day', '2026-11-20 11:00', '2026-11-20 11:15', '2026-11-20', '0', '0:15', '2:00', '0'],
  ['day', '2026-11-20 11:15', '2026-11-20 13:00', '2026-11-20', '1:45', '0', '2:15', '0'],
  ['day', '2026-11-20 14:00', '2026-11-20 16:00', '2026-11-20', '2:00', '0', '5:00', '0'],
  ['day', '2026-11-20 11:14:59', '2026-11-20 11:15:01', '2026-11-20', '0:00:01', '0:00:01', '2:14:59', '0'],
  // Whole seconds count, parts of a second do not.
  ['day', '2026-11-20 09:00:01', '2026-11-20 18:00', '2026-11-20', '7:29:59', '1:30', '0:00:01', '0'],
  ['day', '2026-11-20 09:00:00.999', '2026-11-20 18:00', '2026-11-20', '7:29:59', '1:30', '0', '0'],
  ['day', '2026-11-20 08:59:59.001', '2026-11-20 18:00', '2026-11-20', '7:30', '1:30', '0', '0'],
  ['day', '2026-11-20 09:00', '2026-11-20 09:00', '2026-11-20', '0', '0', '0', '0'],
  // After the working hours: the shift belongs to the calendar day, and is late as its first shift.
  ['day', '2026-11-20 19:00', '2026-11-20 23:00', '2026-11-20', '4:00', '0', '10:00', '0'],
  ['day', '2026-11-20 22:00', '2026-11-21 02:00', '2026-11-20', '4:00', '0', '13:00', '0'],
  ['day', '2026-11-20 18:00', '2026-11-20 19:00', '2026-11-20', '1:00', '0', '9:00', '0'],
  // Days off: all work is overtime, and pauses are still left out.
  ['day', '2026-11-21 10:00', '2026-11-21 14:00', '2026-11-21', '2:45', '1:15', '0', '2:45'],
  ['day', '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-22', '22:30', '1:30', '0', '22:30'],
  ['day', '2026-11-21 23:00', '2026-11-22 01:00', '2026-11-21', '2:00', '0', '0', '2:00'],
  // From Sunday night to Monday: the day of the start counts.
  ['day', '2026-11-22 23:00', '2026-11-23 10:00', '2026-11-22', '11:00', '0', '0', '11:00'],
  // Over two days: with the pauses of both.
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
  // The night of a day off has no working window, so a start after midnight belongs to its calendar day.
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
  // Without working hours nobody is late, and only days off have overtime.
  ['none', '2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20', '9:00', '0', '0', '0'],
  ['none', '2026-11-20 23:00', '2026-11-21 01:00', '2026-11-20', '2:00', '0', '0', '0'],
  ['none', '2026-11-21 09:00', '2026-11-21 18:00', '2026-11-21', '9:00', '0', '0', '9:00'],
]

describe('a single shift', () => {
  test.each(cases)(
    '%s, %s to %s: of %s, worked %s, breaks %s, late %s, overtime %s',
    (name, from, to, day, ...figures) => {
      const [worked, breaks, late, overtime] = figures.map(seconds)
      expect(countOne(schedules[name], from, to)).toEqual({ day, worked, breaks, late, overtime })
    },
  )

  // The local times are the same in each time zone, so the results are the same.
  test.each([-12, -9.75, -3.5, 0, 0.25, 5.75, 12.75, 14])('has the same figures at UTC%s', (timezone) => {
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
  // Each shift with its expected worked, late and overtime.
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
      'one of less than a minute is no beginning',
      [
        ['08:00', '08:00:59', '0:00:59', '0', '0'],
        ['09:10', '18:00', '7:20', '0:10', '0'],
      ],
    ],
    [
      'one of a minute is',
      [
        ['08:00', '08:01', '0:01', '0', '0'],
        ['09:10', '18:00', '7:20', '0', '0'],
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

  test('unconfirmed time counts as worked, but is no overtime and causes none', () => {
    const doubtful = { ...span(schedules.day, '2026-11-20 09:00', '2026-11-20 20:00'), confirmed: false }
    const sure = span(schedules.day, '2026-11-20 21:00', '2026-11-20 22:00')
    const counted = countDay('2026-11-20', [doubtful, sure])
    expect(counted.map((one) => [one.worked_seconds, one.overtime_seconds])).toEqual([
      [seconds('9:30'), 0],
      [seconds('1:00'), 0],
    ])
  })

  test('an open shift has no worked time yet, but is already late', () => {
    const open = { ...span(schedules.day, '2026-11-20 09:20', '2026-11-20 09:20'), ended_at: null }
    expect(countDay('2026-11-20', [open])).toMatchObject([
      { worked_seconds: 0, break_seconds: 0, overtime_seconds: 0, late_seconds: 1200 },
    ])
  })

  test('an open shift starts the day if only an empty shift comes before it', () => {
    const slip = span(schedules.day, '2026-11-20 08:50', '2026-11-20 08:50')
    const open = { ...span(schedules.day, '2026-11-20 09:20', '2026-11-20 09:20'), ended_at: null }
    expect(countDay('2026-11-20', [slip, open]).map((one) => one.late_seconds)).toEqual([0, 1200])
  })

  test('use the schedule of the first shift, but each the pauses of its own schedule', () => {
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
      // Worked: 2:30 and 6:15, less than the required 9:00.
      [0, seconds('1:15'), 0],
    ])
  })
})

describe('the planned end of a shift', () => {
  test.each<[keyof typeof schedules, from: string, end: string]>([
    ['day', '2026-11-20 09:05', '2026-11-20 18:00'],
    ['day', '2026-11-20 06:00', '2026-11-20 18:00'],
    ['day', '2026-11-20 17:59', '2026-11-20 18:00'],
    // After the working hours the end is unknown, so the shift gets half a day.
    ['day', '2026-11-20 18:00', '2026-11-21 06:00'],
    ['day', '2026-11-20 22:00', '2026-11-21 10:00'],
    // A day off uses the working hours of the other days.
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

describe('the span of a shift', () => {
  const now = '2026-11-20T12:00:00.000Z'
  beforeEach(() => {
    stopClockAt(now)
    return () => stopClockAt(null)
  })
  const check = (started_at: string, ended_at: string | null) => () => checkSpan({ started_at, ended_at })
  const fault = (path: string, key: string) => expect.objectContaining({ issues: [{ path, key }] })

  test.each([
    ['may last 24 hours', '2026-11-19T12:00:00.000Z', now],
    ['may begin and end now', now, now],
    ['may begin now and still run', now, null],
  ])('%s', (_, from, to) => {
    expect(check(from, to)).not.toThrow()
  })

  test.each([
    [
      'lasts more than 24 hours',
      '2026-11-18T12:00:00.000Z',
      '2026-11-19T12:00:00.001Z',
      'ended_at',
      'shift_too_long',
    ],
    [
      'ends before it begins',
      '2026-11-19T12:00:00.001Z',
      '2026-11-19T12:00:00.000Z',
      'ended_at',
      'dates_reversed',
    ],
    ['ends after now', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.001Z', 'ended_at', 'in_future'],
    ['begins after now', '2026-11-20T12:00:00.001Z', null, 'started_at', 'in_future'],
  ])('is rejected if it %s', (_, from, to, path, key) => {
    expect(check(from, to)).toThrow(fault(path, key))
  })
})
