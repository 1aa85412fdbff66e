import type { Shift } from '@artel/contract/hours/hours'
import {
  breakSeconds,
  breaksWithin,
  secondsBetween,
  type WorkSchedule,
} from '@artel/contract/hours/work-time'
import type { Answer, InputOf } from '../../../api/send/calls.ts'
import { holds, type Step, type WaitingStep } from '../../../api/steps/waiting-step.ts'

/** What a person says about the end of their shift. Without an end they confirm the present one. */
export type EndConfirmation = Omit<Step<'hours.confirm'>['body'], 'version'>

/** Confirmations of the end of one shift wait for each other, and for nothing else. */
export const confirmationSubject = ({ id }: Pick<Shift, 'id'>): string => `shift:${id}`

/** The shift as it will be once the confirmation of its person is taken: confirmed, or with a proposed end. */
export function afterConfirmation(
  shift: Shift,
  { ended_at, note }: EndConfirmation,
  schedule: WorkSchedule,
): Shift {
  const { can, proposed_ended_at } = shift
  const end = ended_at ?? ((can.edit && proposed_ended_at) || shift.ended_at)
  // The next confirmation names the version that this one makes.
  const told = { ...shift, version: shift.version + 1, ...(note !== undefined && { note }) }
  if (!can.edit && end !== shift.ended_at) return { ...told, proposed_ended_at: end }
  const counted = end === null || end === shift.ended_at ? {} : countedUntil(shift, end, schedule)
  return { ...told, ...counted, confirmed: true, proposed_ended_at: null, can: { ...can, confirm: false } }
}

function countedUntil({ started_at }: Shift, ended_at: string, schedule: WorkSchedule): Partial<Shift> {
  const [from, to] = [Date.parse(started_at), Date.parse(ended_at)]
  const breaks = breaksWithin(schedule, from, to)
  const break_seconds = breakSeconds(breaks)
  return { ended_at, breaks, break_seconds, worked_seconds: secondsBetween(from, to) - break_seconds }
}

type Shifts = Answer<'hours.list'>

/** Shifts as they will be once the confirmations of their person are taken. */
export function foreseeConfirmations(
  answer: Shifts,
  { body }: InputOf<'hours.list'>,
  steps: readonly WaitingStep[],
  { schedule }: { schedule: WorkSchedule },
): Shifts {
  const after = answer.hours.map((shift) =>
    steps.reduce((row, step) => {
      const isOf = step.call === 'hours.confirm' && step.params.id === row.id
      return isOf && !row.confirmed && !holds(row.version, step)
        ? afterConfirmation(row, step.body as EndConfirmation, schedule)
        : row
    }, shift),
  )
  const changed = after.filter((row, index) => row !== answer.hours[index])
  if (changed.length === 0) return answer
  const fits = (row: Shift) => body?.confirmed === undefined || row.confirmed === body.confirmed
  const hours = after.filter((row) => !changed.includes(row) || fits(row))
  const total = answer.pagination.total - (after.length - hours.length)
  const totals = { ...answer.totals }
  after.forEach((row, index) => {
    const before = answer.hours[index]
    if (!before || row.confirmed === before.confirmed) return
    totals.unconfirmed_seconds -= before.worked_seconds
    if (fits(row)) totals.worked_seconds += row.worked_seconds
  })
  return { ...answer, hours, totals, pagination: { ...answer.pagination, total } }
}
