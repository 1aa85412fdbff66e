import {
  dayMinutes,
  minutesBetween,
  minutesOf,
  type Pause,
  pauses,
  type ScheduleTimes,
  timeAt,
} from '@artel/contract/hours/schedule'

/** A stretch of the axis, in minutes since the midnight before the working day begins. */
export type Stretch = { from: number; length: number }

const usualWindow: Stretch = { from: 6 * 60, length: 18 * 60 }
const hour = 60

/** The shown window: 06–24; the whole day if work begins earlier; 24 hours around a night shift. */
export function windowOf(hours: Stretch | null): Stretch {
  if (!hours) return usualWindow
  const end = hours.from + hours.length
  if (end <= dayMinutes) return hours.from < usualWindow.from ? { from: 0, length: dayMinutes } : usualWindow
  const centred = Math.floor((hours.from + hours.length / 2 - dayMinutes / 2) / hour) * hour
  return { from: Math.min(Math.max(centred, end - dayMinutes), hours.from), length: dayMinutes }
}

/** The working hours on the axis, even if the day has other errors. */
export function hoursStretch({
  working_hours_from: from,
  working_hours_to: to,
}: ScheduleTimes): Stretch | null {
  if (from === null || to === null || from === to) return null
  const start = minutesOf(from)
  return { from: start, length: minutesBetween(start, minutesOf(to)) }
}

export type DrawnPause = Stretch & { pause: Pause }

/** The pauses with both ends set, at their place on the axis, inside the working hours or not. */
export function pauseStretches(times: ScheduleTimes, start: number): DrawnPause[] {
  return pauses.flatMap((pause) => {
    const [from, to] = [times[`${pause}_from`], times[`${pause}_to`]]
    if (from === null || to === null) return []
    const begin = minutesOf(from)
    return {
      pause,
      from: start + minutesBetween(start, begin),
      length: minutesBetween(begin, minutesOf(to)),
    }
  })
}

/** Whether the whole stretch is inside the window. A pause outside it is wrong, and its field says so. */
export const isShown = (stretch: Stretch, shown: Stretch): boolean =>
  stretch.from >= shown.from && stretch.from + stretch.length <= shown.from + shown.length

/** The position of a minute inside the window, 0 to 1. */
export const shareOf = (minute: number, { from, length }: Stretch): number =>
  Math.min(1, Math.max(0, (minute - from) / length))

/** The time of day as a minute of the axis inside the window; null if it is outside the window. */
export function inWindow(minuteOfDay: number, { from, length }: Stretch): number | null {
  const minute = from + minutesBetween(from % dayMinutes, minuteOfDay)
  return minute <= from + length ? minute : null
}

/** The even hours labelled above the line. */
export function hourMarks({ from, length }: Stretch): number[] {
  const step = 2 * hour
  const first = Math.ceil(from / step) * step
  const count = Math.floor((from + length - first) / step) + 1
  return Array.from({ length: count }, (_, index) => first + index * step)
}

/** For example `06`, and `24` at the end of a day. */
export function hourName(minute: number): string {
  return minute === dayMinutes ? '24' : timeAt(minute).slice(0, 2)
}

/** Limits of a working day, minutes. A longer day would not end before the next one begins. */
const shortest = 15
const longest = dayMinutes - 5

export type Handle = 'start' | 'end' | Pause

/**
 * The times after a handle moved to a minute. An end moves alone, a pause moves as a whole inside the day.
 */
export function moveHandle(times: ScheduleTimes, handle: Handle, minute: number): Partial<ScheduleTimes> {
  const hours = hoursStretch(times)
  if (!hours) return {}
  const end = hours.from + hours.length
  if (handle === 'start') {
    return { working_hours_from: timeAt(Math.min(Math.max(minute, end - longest), end - shortest)) }
  }
  if (handle === 'end') {
    return {
      working_hours_to: timeAt(Math.min(Math.max(minute, hours.from + shortest), hours.from + longest)),
    }
  }
  const drawn = pauseStretches(times, hours.from).find(({ pause }) => pause === handle)
  if (!drawn) return {}
  const from = Math.max(hours.from, Math.min(minute, end - drawn.length))
  return { [`${handle}_from`]: timeAt(from), [`${handle}_to`]: timeAt(from + drawn.length) }
}
