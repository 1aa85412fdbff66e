import { z } from 'zod'
import { userTypes } from '../access.ts'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { day, id, instant, judged, sum, text, version } from '../shapes/primitives.ts'
import { stepBody, stepField } from '../tasks/work-steps.ts'
import { userStatuses } from '../users/users.line.ts'
import { person } from '../users/users.ts'
import { shiftSources } from './hours.line.ts'

const seconds = z.int()

/** Seconds of each pause of the company that lie inside the shift. */
const breaks = z.object({ first_break: seconds, lunch: seconds, second_break: seconds }).partial()

const can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  /** Confirm or correct the end that the product has set. */
  confirm: z.boolean(),
})
/** What the signed-in person may do with the shift in its current state. */
export type ShiftRights = z.infer<typeof can>

export const shift = z.object({
  id,
  user_id: id,
  user: person,
  /** The day of the working hours in which the shift began; outside of working hours, the calendar day. */
  day,
  started_at: instant,
  /** Null while it runs. The counts are 0 until it ends. */
  ended_at: instant.nullable(),
  breaks,
  break_seconds: seconds,
  worked_seconds: seconds,
  late_seconds: seconds,
  overtime_seconds: seconds,
  source: z.enum(shiftSources),
  /** False: the product has ended the shift, and nobody has confirmed the end yet. */
  confirmed: z.boolean(),
  proposed_ended_at: instant.nullable(),
  /** When the person is assumed to have left if they forget to clock out. */
  planned_ended_at: instant,
  /** The person's own presses, before any correction. */
  punched_started_at: instant.nullable(),
  punched_ended_at: instant.nullable(),
  is_locked: z.boolean(),
  note: z.string().nullable(),
  edited_by: id.nullable(),
  editor: person.nullable(),
  version: z.int(),
  created_at: instant,
  can,
})
export type Shift = z.infer<typeof shift>

const totals = z.object({
  /** Only of confirmed shifts. */
  worked_seconds: sum,
  /** Time worked in unconfirmed shifts. Of the other sums only the lateness includes these shifts. */
  unconfirmed_seconds: sum,
  overtime_seconds: sum,
  late_seconds: sum,
})
export type HoursTotals = z.infer<typeof totals>

const note = text(500)

const shiftDraft = z.strictObject({ user_id: id, started_at: instant, ended_at: instant, note })
export type ShiftDraft = z.output<typeof shiftDraft>

const shiftPatch = z.strictObject({
  user_id: id.optional(),
  started_at: instant.optional(),
  ended_at: instant.optional(),
  /** The reason. It stays readable beside the punch. */
  note: note.optional(),
  version: version.optional(),
})
export type ShiftPatch = z.output<typeof shiftPatch>

const answer = { shift }
const locked_until = day.nullable()

/** Shifts of people, and the locked period. */
export const hours = {
  list: listCall({
    path: '/listing/hours',
    access: 'staff',
    shows: ['shift', 'company'],
    plural: 'hours',
    row: shift,
    sorts: ['day', 'started_at', 'ended_at', 'worked_seconds', 'late_seconds', 'overtime_seconds'],
    filters: {
      user_id: oneOrMany(id).optional(),
      source: oneOrMany(z.enum(shiftSources)).optional(),
      confirmed: z.boolean().optional(),
      /** Whether the shifts still run, that is, who is on shift now. */
      is_open: z.boolean().optional(),
      /** Current data of the person, not data of the shift. */
      warehouse_id: oneOrMany(id.nullable()).optional(),
      user_type: oneOrMany(z.enum(userTypes)).optional(),
      user_status: oneOrMany(z.enum(userStatuses)).optional(),
    },
    addressed: ['date_from', 'date_to', 'source', 'confirmed'],
    /** For all rows of the filter. `locked_until`: the last locked day. */
    extra: { totals, locked_until },
  }),
  start: call({
    method: 'POST',
    path: '/hours/start',
    access: 'staff',
    changes: ['shift', 'user'],
    success: 201,
    body: stepBody,
    answer,
    errors: ['wrong_state', 'too_many_shifts', 'locked', 'idempotency_conflict'],
  }),
  stop: call({
    method: 'POST',
    path: '/hours/stop',
    access: 'staff',
    changes: ['shift', 'task', 'user'],
    body: stepBody,
    answer,
    errors: ['wrong_state', 'idempotency_conflict'],
  }),
  /**
   * Another end of one's own shift is a proposal, which waits for another admin or an owner. Without an end
   * the current end is confirmed.
   */
  confirm: call({
    method: 'POST',
    path: '/hours/:id/confirm',
    access: 'staff',
    changes: ['shift', 'user'],
    body: judged.extend({ ended_at: instant.optional(), note: note.optional(), ...stepField }),
    answer,
    errors: ['wrong_state', 'stale', 'overlap', 'locked', 'idempotency_conflict'],
  }),
  create: call({
    method: 'POST',
    path: '/hours/create',
    access: 'admin',
    changes: ['shift', 'user'],
    success: 201,
    body: shiftDraft,
    answer,
    errors: ['overlap', 'too_many_shifts', 'locked'],
  }),
  update: call({
    method: 'PUT',
    path: '/hours/:id',
    access: 'admin',
    changes: ['shift', 'user', 'task'],
    body: shiftPatch,
    answer,
    errors: ['stale', 'overlap', 'too_many_shifts', 'locked'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/hours/:id',
    access: 'admin',
    changes: ['shift', 'user'],
    body: z.strictObject({ note: note.optional() }),
    answer: {},
    errors: ['locked'],
  }),
  /** Locks the days up to this one. Locked days stay locked. */
  lock: call({
    method: 'POST',
    path: '/hours/lock',
    access: 'admin',
    changes: ['company', 'shift'],
    body: z.strictObject({ date_to: day }),
    answer: { locked_until },
  }),
  /** Unlocks this day and all later days. */
  unlock: call({
    method: 'POST',
    path: '/hours/unlock',
    access: 'owner',
    changes: ['company', 'shift'],
    body: z.strictObject({ date_from: day }),
    answer: { locked_until },
  }),
}
