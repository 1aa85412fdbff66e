import { z } from 'zod'
import { userTypes } from '../access.ts'
import { leagues } from '../achievements/achievements.line.ts'
import { call } from '../call.ts'
import { optionalKinds } from '../notifications/notifications.line.ts'
import { automaticKinds } from '../pushes/pushes.line.ts'
import { limitedRecord } from '../shapes/limited-record.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { day, id, instant, locale, text } from '../shapes/primitives.ts'
import { ownKeys, recordOf } from '../shapes/records.ts'
import { userStatuses } from './users.line.ts'

export const userType = z.enum(userTypes)
export const userStatus = z.enum(userStatuses)

/** Data of a person that every colleague may see. */
export const userCard = z.object({
  id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  nick_name: z.string().nullable(),
  avatar: z.string().nullable(),
  status: userStatus,
  /** By the points of the current month. */
  league: z.enum(leagues),
})
export type UserCard = z.infer<typeof userCard>

/** Name and photo of a person beside a row that refers to them. */
export const person = userCard.pick({ id: true, full_name: true, avatar: true })
export type Person = z.infer<typeof person>

const pushKinds = [...automaticKinds, 'push', 'off_shift'] as const

/** A key of a table, or of one of its columns. */
const tableKey = z.string().regex(/^[a-z_]{1,40}$/)

/** Which columns of a table are shown, in which order and how wide. */
export const tableColumns = z.strictObject({
  hidden: z.array(text(40)).max(40).optional(),
  /** Keys of columns in the order that the person gave them. Columns that are not named keep their places. */
  order: z.array(tableKey).max(40).optional(),
  /** Widths in pixels that the person gave to columns; null: the usual one again. */
  widths: limitedRecord(tableKey, z.int().min(40).max(800).nullable(), 40).optional(),
})
export type TableColumns = z.infer<typeof tableColumns>

const tableSettings = tableColumns.extend({
  limit: z.int().min(1).max(200).optional(),
  layout: z.enum(['table', 'board']).optional(),
})

/** All settings of a person, including those not chosen. Of tables only those that they have changed. */
export const wholeUserSettings = z.strictObject({
  theme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['compact', 'default', 'roomy']),
  tables: limitedRecord(tableKey, tableSettings, 60),
  hide_from_boards: z.boolean(),
  /** How the first steps of a new company are shown to them; `away`: not at all. */
  first_steps: z.enum(['open', 'folded', 'away']),
  /** For admins: whether they see drafts of texts. */
  preview_texts: z.boolean(),
  notifications: z.record(z.enum(optionalKinds), z.boolean()),
  /**
   * Notifications that are also sent to the person's devices; `off_shift`: also, at any hour, those that can
   * wait for the next shift.
   */
  pushes: z.record(z.enum(pushKinds), z.boolean()),
})
export type WholeUserSettings = z.infer<typeof wholeUserSettings>

/** Settings that a person has chosen. A patch is merged deeply, so every field is optional. */
export const userSettings = wholeUserSettings
  .extend({
    notifications: z.partialRecord(z.enum(optionalKinds), z.boolean()),
    pushes: z.partialRecord(z.enum(pushKinds), z.boolean()),
  })
  .partial()
export type UserSettings = z.infer<typeof userSettings>

const on = <Kind extends string>(kinds: readonly Kind[]) => recordOf(kinds, (): boolean => true)

/** Defaults for settings that a person has not chosen. */
export const unchosenSettings: WholeUserSettings = {
  theme: 'auto',
  density: 'default',
  hide_from_boards: false,
  preview_texts: false,
  first_steps: 'open',
  tables: {},
  notifications: on(optionalKinds),
  pushes: { ...on(pushKinds), off_shift: false },
}

export const user = userCard.extend({
  company_id: id,
  type: userType,
  email: z.string(),
  email_verified_at: instant.nullable(),
  phone: z.string().nullable(),
  birth_date: day.nullable(),
  language: locale,
  force_change_password: z.boolean(),
  settings: userSettings,
  warehouse_id: id.nullable(),
  position: z.string().nullable(),
  hired_on: day.nullable(),
  /** Current balances in kopecks and in coins. */
  money: z.int(),
  coins: z.int(),
  /** The MoySklad employee that an owner has linked to them; null: none. */
  moy_sklad_id: z.string().nullable(),
  last_seen_at: instant.nullable(),
  created_at: instant,
  version: z.int(),
})

const userRights = z.object({
  edit: z.boolean(),
  /** Make staff an admin, and back. */
  change_type: z.boolean(),
  /** Enter shifts of this person. */
  enter_hours: z.boolean(),
  archive: z.boolean(),
  restore: z.boolean(),
  invite: z.boolean(),
  /** Remove their second factor, which they cannot do themselves without a code. */
  reset_totp: z.boolean(),
  delete: z.boolean(),
})
export type UserRights = z.infer<typeof userRights>

/** A person as admins see them, and as they see themself. */
export const managedUser = user.extend({
  /** They were invited and have set no password yet. */
  is_invited: z.boolean(),
  /** Start of their current shift; null: they are not on shift. */
  on_shift_since: instant.nullable(),
  /** Their second factor is active. */
  has_totp: z.boolean(),
  /** Nobody else has set their password or chosen their email. Otherwise a promotion voids the password. */
  has_own_access: z.boolean(),
  /**
   * They or an owner have chosen the email. Otherwise a promotion mails no link until an owner confirms it.
   */
  has_trusted_email: z.boolean(),
  can: userRights,
})
export type ManagedUser = z.infer<typeof managedUser>

/** The signed-in person, as init and login answer. */
export const currentUser = user.extend({
  is_logged_in: z.literal(true),
  /**
   * The company requires a second factor, and they have none. Until they set one up, most calls are refused.
   */
  must_set_up_totp: z.boolean(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const userFilterFields = {
  type: oneOrMany(userType).optional(),
  status: oneOrMany(userStatus).optional(),
  /** Null: people without a warehouse. */
  warehouse_id: oneOrMany(id.nullable()).optional(),
  league: oneOrMany(z.enum(leagues)).optional(),
}

export const users = {
  /** Admins get whole users. Staff get the public card of each, and filter and sort only by its fields. */
  list: listCall({
    path: '/users',
    access: 'staff',
    shows: ['user', 'coins', 'money', 'shift'],
    plural: 'users',
    row: z.union([managedUser, userCard]),
    sorts: [
      'full_name',
      'position',
      'type',
      'status',
      'hired_on',
      'money',
      'coins',
      'league',
      'created_at',
      'last_seen_at',
    ],
    filters: userFilterFields,
    addressed: ownKeys(userFilterFields),
  }),
  /** Staff may only get themselves. */
  get: call({
    method: 'GET',
    path: '/users/:id',
    access: 'staff',
    shows: ['user', 'coins', 'money', 'shift'],
    answer: { user: managedUser },
  }),
}
