import { pauses, timeAt } from '@artel/contract/hours/schedule'
import {
  breakSeconds,
  breaksWithin,
  scheduledSeconds,
  secondsBetween,
  type WorkSchedule,
} from '@artel/contract/hours/work-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSchedule, weekOf } from '../../testing/rows/workday.ts'
import { countDay, placeShift } from './hours.rules.ts'

const minuteMs = 60_000
const epoch = Date.parse('2026-01-01T00:00:00Z')

/** Any schedule that the product accepts: hours of any length, pauses inside them that do not overlap. */
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
    return makeSchedule({
      timezone,
      working_days: weekOf((index) => days[index] ?? false),
      working_hours_from: timeAt(start),
      working_hours_to: timeAt(start + length),
      ...Object.fromEntries(set),
    })
  })

const anyInstant = fc.integer({ min: 0, max: 60 * 86_400_000 }).map((ms) => epoch + ms)
const anyStretch = fc
  .tuple(anyInstant, fc.integer({ min: 0, max: 3 * 86_400_000 }))
  .map(([from, length]) => [from, from + length] as const)

/** Counts minute by minute, like a person who compares a wall clock with the schedule. */
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
  test('pauses equal a minute-by-minute count of the local time', () => {
    fc.assert(
      fc.property(anySchedule, anyStretch, (schedule, [from, to]) => {
        const [first, last] = [from - (from % minuteMs), to - (to % minuteMs)]
        expect(breakSeconds(breaksWithin(schedule, first, last))).toBe(countMinutes(schedule, first, last))
      }),
      { numRuns: 150 },
    )
  })

  test('worked time and breaks do not exceed the span, and no figure is negative', () => {
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

  test('no second of a day is counted twice if the day is split into shifts', () => {
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

  test('a shift belongs to its local day or the day before, and its planned end is within 36 hours', () => {
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
