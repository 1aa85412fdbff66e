import type { FieldTextKey } from '../errors/errors.en.ts'

// Without schemas, so that the page of the schedule does not load the schema library.

export const dayMinutes = 1440

/** The pauses of a working day, in their usual order. */
export const pauses = ['first_break', 'lunch', 'second_break'] as const
export type Pause = (typeof pauses)[number]
export type ScheduleSpan = 'working_hours' | Pause
export type ScheduleField = `${ScheduleSpan}_${'from' | 'to'}`

/** Times of day, `HH:mm`. */
export type ScheduleTimes = { [Field in ScheduleField]: string | null }

/** Minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `HH:mm` from minutes since midnight. Minutes of the next day are accepted too. */
export function timeAt(minutes: number): string {
  const ofDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
}

/** Minutes from one time of day to the next occurrence of the other. */
export const minutesBetween = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes

/** A pause in minutes from the beginning of the working day. */
export type PauseSpan = { pause: Pause; from: number; to: number }

/** A valid working day. It may end on the next calendar day. */
export type WorkingDay = {
  /** Minutes since midnight. */
  start: number
  /** In minutes, including the pauses. */
  length: number
  /** In the order of the day. */
  pauses: PauseSpan[]
  /** Minutes without the pauses. */
  worked: number
}

/** The working day of the times; null if no hours are set or a time is wrong. */
export function readWorkingDay(times: ScheduleTimes): WorkingDay | null {
  const hours = hoursOf(times)
  if (!hours || scheduleFaults(times).length > 0) return null
  const found = pauses.flatMap((pause) => spanOf(times, pause, hours.start) ?? [])
  const paused = found.reduce((sum, { from, to }) => sum + to - from, 0)
  return { ...hours, pauses: found.sort((a, b) => a.from - b.from), worked: hours.length - paused }
}

/** An error text at a time. */
export type ScheduleFault = { field: ScheduleField; text: FieldTextKey }

/**
 * Errors of the times, by field. Both ends of a span are required, or none. Pauses lie inside the working
 * hours, which may cross midnight, and do not overlap.
 */
export function scheduleFaults(times: ScheduleTimes): ScheduleFault[] {
  const halves = (['working_hours', ...pauses] as const).flatMap((span) => halfFault(times, span))
  if (halves.length > 0) return halves
  const hours = hoursOf(times)
  if (hours?.length === 0) return [{ field: 'working_hours_to', text: 'times_same' }]
  const misplaced = pauses.flatMap((pause) => placeFault(times, pause, hours))
  return misplaced.length > 0 || !hours ? misplaced : overlapFaults(times, hours.start)
}

function hoursOf({ working_hours_from: from, working_hours_to: to }: ScheduleTimes) {
  if (from === null || to === null) return null
  const start = minutesOf(from)
  return { start, length: minutesBetween(start, minutesOf(to)) }
}

function spanOf(times: ScheduleTimes, pause: Pause, start: number): PauseSpan | null {
  const [from, to] = [times[`${pause}_from`], times[`${pause}_to`]]
  if (from === null || to === null) return null
  const into = (time: string) => minutesBetween(start, minutesOf(time))
  return { pause, from: into(from), to: into(to) }
}

function halfFault(times: ScheduleTimes, span: ScheduleSpan): ScheduleFault[] {
  const [from, to] = [`${span}_from`, `${span}_to`] as const
  if ((times[from] === null) === (times[to] === null)) return []
  return [{ field: times[from] === null ? from : to, text: 'times_both' }]
}

function placeFault(
  times: ScheduleTimes,
  pause: Pause,
  hours: { start: number; length: number } | null,
): ScheduleFault[] {
  const [first, last] = [`${pause}_from`, `${pause}_to`] as const
  const span = spanOf(times, pause, hours?.start ?? 0)
  if (!span) return []
  if (!hours) return [{ field: first, text: 'no_hours' }]
  if (span.from === span.to) return [{ field: last, text: 'times_same' }]
  if (span.from >= hours.length) return [{ field: first, text: 'outside_hours' }]
  // A pause may end at the end of the day, but not begin there.
  if (span.to > hours.length) return [{ field: last, text: 'outside_hours' }]
  return span.to < span.from ? [{ field: last, text: 'dates_reversed' }] : []
}

/** Reports both of two overlapping pauses, so that each field names the other pause. */
function overlapFaults(times: ScheduleTimes, start: number): ScheduleFault[] {
  const spans = pauses.flatMap((pause) => spanOf(times, pause, start) ?? [])
  return spans.flatMap((span) => {
    const other = spans.find((one) => one !== span && one.from < span.to && span.from < one.to)
    return other ? [{ field: `${span.pause}_from`, text: `overlaps_${other.pause}` }] : []
  })
}
