import { companyDefaults } from '@artel/contract/company/company.line'
import type { Shift } from '@artel/contract/hours/hours'
import type { Pause } from '@artel/contract/hours/schedule'
import {
  breakSeconds,
  breaksWithin,
  pauseAt,
  secondsBetween,
  type WorkSchedule,
} from '@artel/contract/hours/work-time'

type Company = WorkSchedule & {
  before_workday_end: number
  settings: { hours?: { grace_minutes?: number | undefined } | undefined }
}

const minuteMs = 60_000

export type ShiftClock = {
  /** Seconds worked so far, without the company's pauses. */
  worked: number
  /** Share of the time from the start to the planned end, 0 to 1. */
  share: number
  /** The pause that is on now; `until` in ms since 1970. */
  pause: { pause: Pause; until: number } | null
  /** How close the planned end is: far, near enough for a notice, or over. */
  ending: 'far' | 'near' | 'over'
  /** Seconds to the planned end; 0 after it. */
  left: number
  /** When the product ends a forgotten shift, ms since 1970. */
  closesAt: number
}

/** The state of a running shift at a given moment. */
export function readShiftClock(
  company: Company,
  { started_at, planned_ended_at }: Pick<Shift, 'started_at' | 'planned_ended_at'>,
  now: number,
): ShiftClock {
  const [start, end] = [Date.parse(started_at), Date.parse(planned_ended_at)]
  const grace = company.settings.hours?.grace_minutes ?? companyDefaults.hours.grace_minutes
  const left = secondsBetween(now, end)
  const isNear = end - now <= company.before_workday_end * minuteMs
  return {
    worked: Math.max(0, secondsBetween(start, now) - breakSeconds(breaksWithin(company, start, now))),
    share: end > start ? Math.min(1, Math.max(0, (now - start) / (end - start))) : 1,
    pause: pauseAt(company, now),
    ending: left === 0 ? 'over' : isNear ? 'near' : 'far',
    left,
    closesAt: end + grace * minuteMs,
  }
}
