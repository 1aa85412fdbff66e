import type { Shift } from '@artel/contract/hours'

/** With no working hours near, somebody is taken to have gone after so long. */
const unplannedMs = 12 * 3_600_000

/** Why the product ended a shift when it did: by the schedule, by the last step of work after that, or after so long. */
export function endReason({
  started_at,
  ended_at,
  planned_ended_at,
}: Pick<Shift, 'started_at' | 'ended_at' | 'planned_ended_at'>): 'planned' | 'step' | 'long' {
  if (ended_at !== planned_ended_at) return 'step'
  return Date.parse(planned_ended_at) - Date.parse(started_at) === unplannedMs ? 'long' : 'planned'
}

/** Seconds from the beginning to the end, breaks and all; null while it runs. */
export const grossSeconds = ({ worked_seconds, break_seconds, ended_at }: Shift): number | null =>
  ended_at === null ? null : worked_seconds + break_seconds
