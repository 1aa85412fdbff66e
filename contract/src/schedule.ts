import type { FieldTextKey } from './errors.en.ts'

// Free of schemas, so that the page of the schedule does not carry the checker of all shapes.

export const dayMinutes = 1440

/** The pauses of a working day as people call them through the day. */
export const pauses = ['first_break', 'lunch', 'second_break'] as const
export type Pause = (typeof pauses)[number]
export type ScheduleSpan = 'working_hours' | Pause
export type ScheduleField = `${ScheduleSpan}_${'from' | 'to'}`

/** Times of day, `HH:mm`. */
export type ScheduleTimes = { [Field in ScheduleField]: string | null }

/** Minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `HH:mm` of minutes since midnight, those of the next day included. */
export function timeAt(minutes: number): string {
  const ofDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
}

/** Minutes from one time of day on to the next time that the clock shows the other. */
export const minutesBetween = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes

/** A pause in minutes from the beginning of the working day. */
export type PauseSpan = { pause: Pause; from: number; to: number }

/** A working day that has no faults. It may end on the next calendar day. */
export type WorkingDay = {
  /** Minutes since midnight. */
  start: number
  /** Minutes, the pauses among them. */
  length: number
  /** In the order of the day. */
  pauses: PauseSpan[]
  /** Minutes without the pauses. */
  worked: number
}

/** The working day that the times make; null where they make none: no hours are set, or something is wrong. */
export function readWorkingDay(times: ScheduleTimes): WorkingDay | null {
  const hours = hoursOf(times)
  if (!hours || scheduleFaults(times).length > 0) return null
  const found = pauses.flatMap((pause) => spanOf(times, pause, hours.start) ?? [])
  const paused = found.reduce((sum, { from, to }) => sum + to - from, 0)
  return { ...hours, pauses: found.sort((a, b) => a.from - b.from), worked: hours.length - paused }
}

/** A sentence about a time. */
export type ScheduleFault = { field: ScheduleField; text: FieldTextKey }

/**
 * What is wrong with the times, at the fields: both ends or none; pauses lie inside the working hours, which may
 * cross midnight, and do not overlap.
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
  // The end of the day is no beginning of a pause, but may well be its end.
  if (span.to > hours.length) return [{ field: last, text: 'outside_hours' }]
  return span.to < span.from ? [{ field: last, text: 'dates_reversed' }] : []
}

/** Both of two that overlap are named: whoever looks at one sees the other. */
function overlapFaults(times: ScheduleTimes, start: number): ScheduleFault[] {
  const spans = pauses.flatMap((pause) => spanOf(times, pause, start) ?? [])
  return spans.flatMap((span) => {
    const other = spans.find((one) => one !== span && one.from < span.to && span.from < one.to)
    return other ? [{ field: `${span.pause}_from`, text: `overlaps_${other.pause}` }] : []
  })
}
