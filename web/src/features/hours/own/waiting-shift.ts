import { dayOfShift, plannedEnd, type WorkSchedule } from '@artel/contract/hours/work-time'
import type { Person } from '@artel/contract/users/users'
import type { Answer, InputOf } from '../../../api/send/calls.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'

type Shifts = Answer<'hours.list'>
/** Who makes the steps, and what their time is judged by. */
export type StepMaker = {
  user: Person
  schedule: WorkSchedule
  /** The server's clock minus that of the device, ms. */
  offsetMs: number
}

/** Steps about the clock of the person wait for each other. */
export const shiftSubject = 'shift'

/** The person's own running shift as it will be once the steps are taken. Other lists stay as they are. */
export function foreseeShift(
  answer: Shifts,
  { body }: InputOf<'hours.list'>,
  steps: readonly WaitingStep[],
  { user, schedule, offsetMs }: StepMaker,
): Shifts {
  const { user_id, is_open, ...others } = body ?? {}
  const isOwn = is_open === true && user_id === user.id && Object.keys(others).length === 0
  if (!isOwn) return answer
  let shifts = answer.hours
  for (const { call, made_at } of steps) {
    const at = made_at + offsetMs
    // A shift that has begun since is another one.
    if (call === 'hours.stop') shifts = shifts.filter(({ started_at }) => Date.parse(started_at) > at)
    if (call === 'hours.start' && shifts.length === 0) shifts = [begun(user, schedule, at)]
  }
  return { ...answer, hours: shifts }
}

function begun(
  { id, full_name, avatar }: StepMaker['user'],
  schedule: WorkSchedule,
  at: number,
): Shifts['hours'][number] {
  const started_at = new Date(at).toISOString()
  return {
    // The server has not named it yet.
    id: 0,
    user_id: id,
    user: { id, full_name, avatar },
    day: dayOfShift(schedule, at),
    started_at,
    ended_at: null,
    breaks: {},
    break_seconds: 0,
    worked_seconds: 0,
    late_seconds: 0,
    overtime_seconds: 0,
    source: 'clock',
    confirmed: true,
    proposed_ended_at: null,
    planned_ended_at: new Date(plannedEnd(schedule, at)).toISOString(),
    punched_started_at: started_at,
    punched_ended_at: null,
    is_locked: false,
    note: null,
    edited_by: null,
    editor: null,
    version: 1,
    created_at: started_at,
    can: { edit: false, delete: false, confirm: false },
  }
}
