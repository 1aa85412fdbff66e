import type { Company } from '@artel/contract/company/company'
import { companyDefaults, type Weekday } from '@artel/contract/company/company.line'
import { type ScheduleFault, type ScheduleTimes, scheduleFaults } from '@artel/contract/hours/schedule'

/** The values of the schedule form; an empty number is null. */
export type HoursValues = ScheduleTimes & {
  working_days: Record<Weekday, boolean>
  before_workday_end: number | null
  grace_minutes: number | null
}

export function readHours(company: Company): HoursValues {
  const { working_hours_from, working_hours_to, lunch_from, lunch_to } = company
  const { first_break_from, first_break_to, second_break_from, second_break_to } = company
  return {
    working_hours_from,
    working_hours_to,
    lunch_from,
    lunch_to,
    first_break_from,
    first_break_to,
    second_break_from,
    second_break_to,
    working_days: company.working_days,
    before_workday_end: company.before_workday_end,
    grace_minutes: company.settings.hours?.grace_minutes ?? companyDefaults.hours.grace_minutes,
  }
}

/**
 * Errors that are shown while typing. A missing end is left out, because the person may still be typing it.
 */
export const liveFaults = (times: ScheduleTimes): ScheduleFault[] =>
  scheduleFaults(times).filter(({ text }) => text !== 'times_both')
