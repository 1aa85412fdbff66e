import { z } from 'zod'
import { email, newPassword } from '../account/password.ts'
import { call } from '../call.ts'
import { listFilters } from '../shapes/list.ts'
import { day, defaultLocale, fieldText, id, instant, line, locale } from '../shapes/primitives.ts'
import { managedUser, userFilterFields, userStatus, userType } from './users.ts'

const name = line(100)

const fields = {
  type: userType,
  first_name: name,
  last_name: name,
  nick_name: name.nullable(),
  email,
  phone: line(50).nullable(),
  birth_date: day.nullable(),
  language: locale,
  warehouse_id: id.nullable(),
  position: name.nullable(),
  hired_on: day.nullable(),
  password: newPassword,
  /** Default with a password: true, so that the person must choose their own. */
  force_change_password: z.boolean(),
}

const userDraft = z.strictObject({
  ...fields,
  type: userType.default('staff'),
  nick_name: fields.nick_name.default(null),
  phone: fields.phone.default(null),
  birth_date: fields.birth_date.default(null),
  language: locale.default(defaultLocale),
  warehouse_id: fields.warehouse_id.default(null),
  position: fields.position.default(null),
  hired_on: fields.hired_on.default(null),
  /** If absent, an invitation is mailed, by which the person sets a password. */
  password: newPassword.nullish(),
  force_change_password: z.boolean().optional(),
})
export type UserDraft = z.output<typeof userDraft>

const userPatch = z
  .strictObject({ ...fields, /** The version the changes are based on. */ version: z.int().positive() })
  // A promotion confirms an email that is sent with it, even if the email is the current one.
  .partial()
export type UserPatch = z.output<typeof userPatch>

/** Unstarted tasks of an archived person: true returns them to the pool, false leaves them. */
const release = { release_tasks: z.boolean().default(false) }

const bulkTarget = {
  ids: z.array(id).min(1).max(1000).optional(),
  /** Filters of the list. They must find at most 1,000 people. */
  filter: listFilters(userFilterFields).optional(),
}

const bulkBody = z
  .discriminatedUnion('action', [
    z.strictObject({ ...bulkTarget, action: z.literal('archive'), ...release }),
    z.strictObject({ ...bulkTarget, action: z.literal('restore') }),
    z.strictObject({ ...bulkTarget, action: z.literal('warehouse'), value: id.nullable() }),
  ])
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    ...fieldText('required'),
    path: ['ids'],
  })
export type UserBulk = z.output<typeof bulkBody>

const answer = { user: managedUser }

/** What has to be settled when a person leaves. */
const unfinished = z.object({
  /** Start of the current shift; null: the person is not on shift. */
  on_shift_since: instant.nullable(),
  running_task: z.object({ id, title: z.string() }).nullable(),
  open_tasks: z.int(),
  paused_tasks: z.int(),
  review_tasks: z.int(),
  /** Bought in the shop and not delivered yet. */
  open_orders: z.int(),
  /** Balances in kopecks (below 0: a debt) and in coins. */
  money: z.int(),
  coins: z.int(),
})
export type Unfinished = z.infer<typeof unfinished>

/** Archiving ends the person's work. Any of it may be under way. */
const changedByStatus = ['user', 'task', 'shift', 'order'] as const

/** People of the company: created, changed, archived. Admins manage staff, owners everybody. */
export const personnel = {
  create: call({
    method: 'POST',
    path: '/users/create',
    access: 'admin',
    changes: ['user'],
    success: 201,
    body: userDraft,
    answer,
    errors: ['too_many_mails'],
  }),
  update: call({
    method: 'PUT',
    path: '/users/:id',
    access: 'admin',
    changes: ['user'],
    body: userPatch,
    answer: {
      ...answer,
      /**
       * Address of the link for a new password after a promotion voided the old one; null: no link was sent.
       */
      mailed_to: z.string().nullable(),
    },
    errors: ['stale', 'last_owner', 'too_many_mails'],
  }),
  /** Archiving ends their sessions and pauses their running task. */
  setStatus: call({
    method: 'PUT',
    path: '/users/:id/status',
    access: 'admin',
    changes: changedByStatus,
    body: z.strictObject({ status: userStatus, ...release }),
    answer,
    errors: ['last_owner'],
  }),
  invite: call({
    method: 'POST',
    path: '/users/:id/invite',
    access: 'admin',
    changes: ['user'],
    answer: {},
    errors: ['wrong_state', 'too_many_mails'],
  }),
  /** For a person who has lost their phone and their recovery codes. */
  resetTotp: call({
    method: 'POST',
    path: '/users/:id/totp/reset',
    access: 'owner',
    changes: ['user'],
    answer,
    errors: ['wrong_state', 'too_many_mails'],
  }),
  unfinished: call({
    method: 'GET',
    path: '/users/:id/unfinished',
    access: 'admin',
    shows: ['user', 'coins', 'money', 'order', 'task', 'shift'],
    answer: { unfinished },
  }),
  bulk: call({
    method: 'POST',
    path: '/users/bulk',
    access: 'admin',
    changes: changedByStatus,
    body: bulkBody,
    answer: { changed: z.int(), refused: z.array(z.object({ id, code: z.string() })) },
  }),
  /** Only for a person who has done nothing yet. */
  remove: call({
    method: 'DELETE',
    path: '/users/:id',
    access: 'owner',
    changes: ['user'],
    answer: {},
    errors: ['has_history', 'last_owner'],
  }),
}
