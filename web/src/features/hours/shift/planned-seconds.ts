import { scheduledSeconds, type WorkSchedule } from '@artel/contract/hours/work-time'

/** Scheduled seconds of all these days; null if the company has set no working hours. */
export function plannedSeconds(schedule: WorkSchedule, days: readonly string[]): number | null {
  const each = days.map((day) => scheduledSeconds(schedule, day))
  return each.includes(null) ? null : each.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0)
}
