import type { Weekday } from '../company/company.line.ts'
import { weekdays } from '../company/company.line.ts'
import { dayMinutes, type Pause, pauses, readWorkingDay, type ScheduleTimes } from './schedule.ts'

// Without schemas, so that a running clock on a page does not load the schema library. Instants are in ms
// since 1970 in UTC, durations in seconds.

const minuteMs = 60_000
const dayMs = dayMinutes * minuteMs
const hourMs = 60 * minuteMs

/** Data that time is judged by: the company's working day and week, and its hours east of UTC. */
export type WorkSchedule = ScheduleTimes & { timezone: number; working_days: Record<Weekday, boolean> }

/** Seconds of each pause within a period. */
export type Breaks = { [Name in Pause]?: number }

/** Wait in ms after which a person who began far from any working hours is assumed to have left. */
const longestUnplannedMs = 12 * hourMs

/** The company's wall clock, as if it were in UTC. */
const toWall = (schedule: WorkSchedule, at: number): number => at + schedule.timezone * hourMs
const fromWall = (schedule: WorkSchedule, wall: number): number => wall - schedule.timezone * hourMs

const dayIndex = (wall: number): number => Math.floor(wall / dayMs)
const dayName = (index: number): string => new Date(index * dayMs).toISOString().slice(0, 10)
const indexOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

// The first of January 1970 was a Thursday.
const isWorking = (schedule: WorkSchedule, index: number): boolean =>
  schedule.working_days[weekdays[(((index + 3) % 7) + 7) % 7]!] // one of seven

/** The working hours of a day on the wall clock, also of a day off; null if none are set. */
function windowOf(schedule: WorkSchedule, index: number): { start: number; end: number } | null {
  const day = readWorkingDay(schedule)
  if (!day) return null
  const start = index * dayMs + day.start * minuteMs
  return { start, end: start + day.length * minuteMs }
}

/** Whole seconds from one instant to another. */
export const secondsBetween = (from: number, to: number): number =>
  Math.max(0, Math.floor((to - from) / 1000))

/** Seconds of the company's breaks and lunch within a period. They are daily, also on days off. */
export function breaksWithin(schedule: WorkSchedule, from: number, to: number): Breaks {
  const found: Breaks = {}
  for (const { pause, ms } of pausesWithin(schedule, from, to)) {
    if (ms >= 1000) found[pause] = Math.floor(ms / 1000)
  }
  return found
}

/** Ms from one instant to another, without the company's breaks and lunch. */
export const workedMs = (schedule: WorkSchedule, from: number, to: number): number =>
  pausesWithin(schedule, from, to).reduce((left, { ms }) => left - ms, Math.max(0, to - from))

function pausesWithin(schedule: WorkSchedule, from: number, to: number): { pause: Pause; ms: number }[] {
  const day = readWorkingDay(schedule)
  return (day?.pauses ?? []).map((span) => {
    const start = (day!.start + span.from) * minuteMs // pauses exist only with a day
    const length = (span.to - span.from) * minuteMs
    const before = (at: number) => pausedBefore(toWall(schedule, at) - start, length)
    return { pause: span.pause, ms: Math.max(0, before(to) - before(from)) }
  })
}

/** The pause at an instant, and when it ends. */
export function pauseAt(schedule: WorkSchedule, at: number): { pause: Pause; until: number } | null {
  const day = readWorkingDay(schedule)
  for (const span of day?.pauses ?? []) {
    const since = toWall(schedule, at) - (day!.start + span.from) * minuteMs // pauses exist only with a day
    const into = since - Math.floor(since / dayMs) * dayMs
    const length = (span.to - span.from) * minuteMs
    if (into < length) return { pause: span.pause, until: at + length - into }
  }
  return null
}

// Counted from the start of the pause on some day, so that whole days are a multiplication.
const pausedBefore = (since: number, length: number): number => {
  const days = Math.floor(since / dayMs)
  return days * length + Math.min(since - days * dayMs, length)
}

/** Seconds of all breaks together. */
export const breakSeconds = (breaks: Breaks): number =>
  pauses.reduce((sum, pause) => sum + (breaks[pause] ?? 0), 0)

/**
 * The day of a shift: that of the working hours in which it began, which may have crossed midnight; otherwise
 * the calendar day.
 */
export function dayOfShift(schedule: WorkSchedule, startedAt: number): string {
  const wall = toWall(schedule, startedAt)
  const today = dayIndex(wall)
  const night = windowOf(schedule, today - 1)
  const isOfNight = night !== null && isWorking(schedule, today - 1) && wall < night.end
  return dayName(isOfNight ? today - 1 : today)
}

/** When a person who began then is expected to leave. Work on a day off follows the same times. */
export function plannedEnd(schedule: WorkSchedule, startedAt: number): number {
  const wall = toWall(schedule, startedAt)
  const today = dayIndex(wall)
  const near = [windowOf(schedule, today - 1), windowOf(schedule, today)].find(
    (window) => window !== null && wall < window.end && window.start - wall < longestUnplannedMs,
  )
  return near ? fromWall(schedule, near.end) : startedAt + longestUnplannedMs
}

/** Seconds by which the first shift of a day began late. */
export function lateSeconds(schedule: WorkSchedule, day: string, startedAt: number): number {
  const index = indexOf(day)
  const window = windowOf(schedule, index)
  if (!window || !isWorking(schedule, index)) return 0
  return secondsBetween(fromWall(schedule, window.start), startedAt)
}

/** Seconds of work that a day requires: 0 on a day off; null if the company has set no hours. */
export function scheduledSeconds(schedule: WorkSchedule, day: string): number | null {
  if (!isWorking(schedule, indexOf(day))) return 0
  const working = readWorkingDay(schedule)
  return working ? working.worked * 60 : null
}

/**
 * The next instant within working hours: `at` itself inside them. Also `at` if no hours are set or no day is
 * worked, because there is nothing to wait for.
 */
export function nextWorkingMoment(schedule: WorkSchedule, at: number): number {
  const wall = toWall(schedule, at)
  // Starts with the day before, whose hours may have crossed midnight. After a week every day was checked.
  for (let index = dayIndex(wall) - 1; index <= dayIndex(wall) + 7; index++) {
    const window = windowOf(schedule, index)
    if (window && isWorking(schedule, index) && wall < window.end)
      return Math.max(at, fromWall(schedule, window.start))
  }
  return at
}
