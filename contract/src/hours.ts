import { z } from 'zod'
import { userTypes } from './access.ts'
import { call } from './call.ts'
import { shiftSources } from './hours.line.ts'
import { listCall, oneOrMany } from './list.ts'
import { day, id, instant, judged, sum, text, version } from './primitives.ts'
import { userStatuses } from './users.line.ts'
import { person } from './users.ts'

const seconds = z.int()

/** Of each pause of the company those seconds that lie inside. */
const breaks = z.object({ first_break: seconds, lunch: seconds, second_break: seconds }).partial()

const can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  /** To say that the end which the product has put is right, or which one is. */
  confirm: z.boolean(),
})
/** What the signed-in person may do with the shift as it stands now. */
export type ShiftRights = z.infer<typeof can>

export const shift = z.object({
  id,
  user_id: id,
  user: person,
  /** Of the working hours in which it began; outside of any, the calendar day. */
  day,
  started_at: instant,
  /** Null while it runs; what is counted is 0 until it ends. */
  ended_at: instant.nullable(),
  breaks,
  break_seconds: seconds,
  worked_seconds: seconds,
  late_seconds: seconds,
  overtime_seconds: seconds,
  source: z.enum(shiftSources),
  /** False: the product has ended it, and nobody has said yet whether that is right. */
  confirmed: z.boolean(),
  proposed_ended_at: instant.nullable(),
  /** When the product takes the person to have gone, if they forget to clock out. */
  planned_ended_at: instant,
  /** The person's own presses, as they were before any correction. */
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
  /** Of confirmed shifts. */
  worked_seconds: sum,
  /** Worked by shifts that nobody has confirmed; they are in no other sum but the lateness. */
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
  /** Why; it stays readable beside the punch. */
  note: note.optional(),
  version: version.optional(),
})
export type ShiftPatch = z.output<typeof shiftPatch>

const answer = { shift }
const locked_until = day.nullable()

/** Shifts of people, and the period of them that is closed. */
export const hours = {
  list: listCall({
    path: '/listing/hours',
    access: 'staff',
    plural: 'hours',
    row: shift,
    sorts: ['day', 'started_at', 'ended_at', 'worked_seconds', 'late_seconds', 'overtime_seconds'],
    filters: {
      user_id: oneOrMany(id).optional(),
      source: oneOrMany(z.enum(shiftSources)).optional(),
      confirmed: z.boolean().optional(),
      /** Whether they still run: who is on shift now. */
      is_open: z.boolean().optional(),
      /** Of the person, as they are now. */
      warehouse_id: oneOrMany(id.nullable()).optional(),
      user_type: oneOrMany(z.enum(userTypes)).optional(),
      user_status: oneOrMany(z.enum(userStatuses)).optional(),
    },
    /** Over all rows of the filter. `locked_until`: the last day that is closed to changes. */
    extra: { totals, locked_until },
  }),
  start: call({
    method: 'POST',
    path: '/hours/start',
    access: 'staff',
    success: 201,
    answer,
    errors: ['wrong_state', 'too_many_shifts', 'locked'],
  }),
  stop: call({ method: 'POST', path: '/hours/stop', access: 'staff', answer, errors: ['wrong_state'] }),
  /** Another end of one's own is a proposal, which waits for another admin or an owner; without one the present end is right. */
  confirm: call({
    method: 'POST',
    path: '/hours/:id/confirm',
    access: 'staff',
    body: judged.extend({ ended_at: instant.optional(), note: note.optional() }),
    answer,
    errors: ['wrong_state', 'stale', 'overlap', 'locked'],
  }),
  create: call({
    method: 'POST',
    path: '/hours/create',
    access: 'admin',
    success: 201,
    body: shiftDraft,
    answer,
    errors: ['overlap', 'too_many_shifts', 'locked'],
  }),
  update: call({
    method: 'PUT',
    path: '/hours/:id',
    access: 'admin',
    body: shiftPatch,
    answer,
    errors: ['stale', 'overlap', 'too_many_shifts', 'locked'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/hours/:id',
    access: 'admin',
    body: z.strictObject({ note: note.optional() }),
    answer: {},
    errors: ['locked'],
  }),
  /** Closes the days up to this one; those that are closed already stay so. */
  lock: call({
    method: 'POST',
    path: '/hours/lock',
    access: 'admin',
    body: z.strictObject({ date_to: day }),
    answer: { locked_until },
  }),
  /** Opens the days from this one on. */
  unlock: call({
    method: 'POST',
    path: '/hours/unlock',
    access: 'owner',
    body: z.strictObject({ date_from: day }),
    answer: { locked_until },
  }),
}
