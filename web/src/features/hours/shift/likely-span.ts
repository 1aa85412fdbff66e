import { readWorkingDay } from '@artel/contract/hours/schedule'
import type { WorkSchedule } from '@artel/contract/hours/work-time'

const minuteMs = 60_000

/**
 * Default start and end of a shift entered by hand: the working hours of the day.
 * Times in the future are null.
 */
export function likelySpan(
  schedule: WorkSchedule,
  day: string,
  now: number,
): { started_at: string | null; ended_at: string | null } {
  const hours = readWorkingDay(schedule)
  if (!hours) return { started_at: null, ended_at: null }
  const midnight = Date.parse(`${day}T00:00:00Z`) - schedule.timezone * 60 * minuteMs
  const start = midnight + hours.start * minuteMs
  const end = start + hours.length * minuteMs
  const known = (at: number) => (at <= now ? new Date(at).toISOString() : null)
  return { started_at: known(start), ended_at: known(end) }
}
