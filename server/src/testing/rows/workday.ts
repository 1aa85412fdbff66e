import { weekdays } from '@artel/contract/company/company.line'
import type { WorkSchedule } from '@artel/contract/hours/work-time'
import { recordOf } from '@artel/contract/shapes/records'
import type { TestApp } from '../app.ts'
import { buildTeam, type Team } from './team.ts'

/** A team with a working day from 09:00 to 18:00 and lunch from 13:00 to 14:00, three hours ahead of UTC. */
export async function buildWorkday(test: TestApp): Promise<Team> {
  const team = await buildTeam(test)
  const hours = { working_hours_from: '09:00', working_hours_to: '18:00' }
  await team.db.updateCompany({ ...hours, lunch_from: '13:00', lunch_to: '14:00' })
  return team
}

const unset = {
  working_hours_from: null,
  working_hours_to: null,
  first_break_from: null,
  first_break_to: null,
  lunch_from: null,
  lunch_to: null,
  second_break_from: null,
  second_break_to: null,
}

export const weekOf = (isWorking: (index: number) => boolean): WorkSchedule['working_days'] =>
  recordOf(weekdays, (_, index) => isWorking(index))

/** A schedule from Monday to Friday without hours, three hours ahead of UTC; `fields` override it. */
export const makeSchedule = (fields: Partial<WorkSchedule>): WorkSchedule => ({
  ...unset,
  working_days: weekOf((index) => index < 5),
  timezone: 3,
  ...fields,
})
