import { scheduledSeconds, type WorkSchedule } from '@artel/contract/work-time'

/** Working time that the schedule asks for on these days together; null where the company has set no hours. */
export function plannedSeconds(schedule: WorkSchedule, days: readonly string[]): number | null {
  const each = days.map((day) => scheduledSeconds(schedule, day))
  return each.includes(null) ? null : each.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0)
}
