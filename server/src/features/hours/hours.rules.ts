import type { ShiftRights } from '@artel/contract/hours/hours'
import { longestShiftMs } from '@artel/contract/hours/hours.line'
import {
  type Breaks,
  breakSeconds,
  breaksWithin,
  dayOfShift,
  lateSeconds,
  plannedEnd,
  scheduledSeconds,
  secondsBetween,
  type WorkSchedule,
} from '@artel/contract/hours/work-time'
import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'

/** Start and end of a shift. `ended_at` null: the shift still runs. */
export type Span = { started_at: string; ended_at: string | null }

/** A shift of a day with the schedule that was in force when it began. */
type Part = Span & { confirmed: boolean; schedule: WorkSchedule }

/** What a shift counts for. */
export type Counted = {
  breaks: Breaks
  break_seconds: number
  worked_seconds: number
  late_seconds: number
  overtime_seconds: number
}

/** Minimum length of a shift that marks the start of the day, ms. A shorter shift was a press by mistake. */
const shortestBeginningMs = 60_000

const isBeginning = ({ started_at, ended_at }: Span): boolean =>
  ended_at === null || Date.parse(ended_at) - Date.parse(started_at) >= shortestBeginningMs

/**
 * What the shifts of one person's day count for, in their order. The first shift of a minute or more
 * determines how late the day began. The schedule of the first shift determines the working time of the day.
 * Work beyond it is overtime. Unconfirmed time is no overtime until somebody confirms it.
 */
export function countDay(day: string, parts: readonly Part[]): Counted[] {
  const [first] = parts
  const asked = first ? scheduledSeconds(first.schedule, day) : null
  const beginning = parts.findIndex(isBeginning)
  let before = 0
  return parts.map((part, index) => {
    const worked = countWorked(part)
    const known = part.confirmed ? worked.worked_seconds : 0
    const overtime_seconds = asked === null ? 0 : Math.max(0, before + known - Math.max(asked, before))
    before += known
    const late_seconds =
      index === Math.max(0, beginning) ? lateSeconds(part.schedule, day, Date.parse(part.started_at)) : 0
    return { ...worked, late_seconds, overtime_seconds }
  })
}

function countWorked({ started_at, ended_at, schedule }: Part) {
  if (ended_at === null) return { breaks: {}, break_seconds: 0, worked_seconds: 0 }
  const [from, to] = [Date.parse(started_at), Date.parse(ended_at)]
  const breaks = breaksWithin(schedule, from, to)
  const break_seconds = breakSeconds(breaks)
  return { breaks, break_seconds, worked_seconds: secondsBetween(from, to) - break_seconds }
}

/** The day to which a shift with this start belongs, and its planned end. */
export function placeShift(schedule: WorkSchedule, started_at: string) {
  const at = Date.parse(started_at)
  return {
    day: dayOfShift(schedule, at),
    planned_ended_at: new Date(plannedEnd(schedule, at)).toISOString(),
  }
}

/** @throws ApiError 422 if a shift ends before its start, is longer than a day, or lies in the future */
export function checkSpan({ started_at, ended_at }: Span): void {
  if (started_at > nowIso()) throw fieldError('started_at', 'in_future')
  if (ended_at === null) return
  if (ended_at < started_at) throw fieldError('ended_at', 'dates_reversed')
  if (ended_at > nowIso()) throw fieldError('ended_at', 'in_future')
  const length = Date.parse(ended_at) - Date.parse(started_at)
  if (length > longestShiftMs) throw fieldError('ended_at', 'shift_too_long')
}

const isLocked = (day: string, lockedUntil: string | null): boolean =>
  lockedUntil !== null && day <= lockedUntil

/** @throws ApiError locked */
export function refuseLocked(day: string, lockedUntil: string | null): void {
  if (isLocked(day, lockedUntil)) throw new ApiError('locked')
}

type Standing = { user_id: number; day: string; confirmed: boolean }

export function rightsTo(
  actor: Actor,
  shift: Standing,
  lockedUntil: string | null,
): { is_locked: boolean; can: ShiftRights } {
  const is_locked = isLocked(shift.day, lockedUntil)
  const leads = mayDecideFor(actor, shift.user_id) && !is_locked
  const mayConfirm = !shift.confirmed && !is_locked && (leads || shift.user_id === actor.userId)
  return { is_locked, can: { edit: leads, delete: leads, confirm: mayConfirm } }
}
