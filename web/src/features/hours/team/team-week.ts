import type { Shift } from '@artel/contract/hours/hours'

/** The sums of a person's shifts on one day, in seconds. */
export type DayHours = {
  worked: number
  /** Seconds of unconfirmed shifts, which count in no other sum. */
  unconfirmed: number
  late: number
  overtime: number
  /** The start of a shift that still runs. */
  since: string | null
}

export const noHours: DayHours = { worked: 0, unconfirmed: 0, late: 0, overtime: 0, since: null }

function add(sum: DayHours, shift: Shift): DayHours {
  const { worked_seconds, confirmed, late_seconds, overtime_seconds, ended_at, started_at } = shift
  return {
    worked: sum.worked + (confirmed ? worked_seconds : 0),
    unconfirmed: sum.unconfirmed + (confirmed ? 0 : worked_seconds),
    late: sum.late + late_seconds,
    overtime: sum.overtime + overtime_seconds,
    since: ended_at === null ? started_at : sum.since,
  }
}

export type TeamWeek = {
  /** Undefined: no shifts on that day. */
  of: (userId: number, day: string) => DayHours | undefined
  ofUser: (userId: number) => DayHours
  ofDay: (day: string) => DayHours
  all: DayHours
}

/** Sums shifts by person and by day. */
export function teamWeekOf(shifts: readonly Shift[]): TeamWeek {
  const sums = new Map<string, DayHours>()
  for (const shift of shifts) {
    const { user_id, day } = shift
    for (const key of [`${user_id} ${day}`, `user ${user_id}`, `day ${day}`, 'all']) {
      sums.set(key, add(sums.get(key) ?? noHours, shift))
    }
  }
  const sum = (key: string) => sums.get(key) ?? noHours
  return {
    of: (userId, day) => sums.get(`${userId} ${day}`),
    ofUser: (userId) => sum(`user ${userId}`),
    ofDay: (day) => sum(`day ${day}`),
    all: sum('all'),
  }
}
