import type { Shift } from '@artel/contract/hours/hours'
import { longestShiftMs } from '@artel/contract/hours/hours.line'

/** Length of a forgotten shift, ms, when no working hours are near. */
const unplannedMs = 12 * 3_600_000

/**
 * Why the product ended a shift at this time:
 * the schedule, the last task step after the planned end, or the maximum length.
 */
export function endReason({
  started_at,
  ended_at,
  planned_ended_at,
}: Pick<Shift, 'started_at' | 'ended_at' | 'planned_ended_at'>): 'planned' | 'step' | 'long' {
  if (ended_at !== planned_ended_at) return 'step'
  return Date.parse(planned_ended_at) - Date.parse(started_at) === unplannedMs ? 'long' : 'planned'
}

/** The key of the error text for an end that the server would refuse; null: the server would accept it. */
export function findEndFault(
  { started_at }: Pick<Shift, 'started_at'>,
  ended_at: string,
  now: number,
): 'dates_reversed' | 'in_future' | 'shift_too_long' | null {
  const [from, to] = [Date.parse(started_at), Date.parse(ended_at)]
  if (to < from) return 'dates_reversed'
  if (to > now) return 'in_future'
  return to - from > longestShiftMs ? 'shift_too_long' : null
}

/** Seconds from start to end including pauses; null while the shift runs. */
export const grossSeconds = ({ worked_seconds, break_seconds, ended_at }: Shift): number | null =>
  ended_at === null ? null : worked_seconds + break_seconds
