import { z } from 'zod'
import { userTypes } from './access.ts'
import { leagues } from './achievements.line.ts'
import { call } from './call.ts'
import { listCall, oneOrMany } from './list.ts'
import { optionalKinds } from './notifications.line.ts'
import { day, id, instant, locale, text } from './primitives.ts'
import { automaticKinds } from './pushes.line.ts'
import { userStatuses } from './users.line.ts'

export const userType = z.enum(userTypes)
export const userStatus = z.enum(userStatuses)

/** What every colleague may see of a person. */
export const userCard = z.object({
  id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  nick_name: z.string().nullable(),
  avatar: z.string().nullable(),
  status: userStatus,
  /** By the points of the month that runs. */
  league: z.enum(leagues),
})
export type UserCard = z.infer<typeof userCard>

/** The name and face of a person beside a row that refers to them. */
export const person = userCard.pick({ id: true, full_name: true, avatar: true })
export type Person = z.infer<typeof person>

const pushKinds = [...automaticKinds, 'push', 'off_shift'] as const

const tableSettings = z.strictObject({
  hidden: z.array(text(40)).max(40).optional(),
  limit: z.int().min(1).max(200).optional(),
  layout: z.enum(['table', 'board']).optional(),
})

/** A person's own settings, whether they have chosen them or not; of tables those that they have changed. */
export const wholeUserSettings = z.strictObject({
  theme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['compact', 'default', 'roomy']),
  tables: z.record(z.string().regex(/^[a-z_]{1,40}$/), tableSettings),
  hide_from_boards: z.boolean(),
  /** Of admins: whether drafts of texts are shown to them. */
  preview_texts: z.boolean(),
  notifications: z.record(z.enum(optionalKinds), z.boolean()),
  /** What comes to one's devices as well; `off_shift`: also what can wait for the next shift, at any hour. */
  pushes: z.record(z.enum(pushKinds), z.boolean()),
})
export type WholeUserSettings = z.infer<typeof wholeUserSettings>

/** What a person has chosen; a patch is merged deeply, so every field is optional. */
export const userSettings = wholeUserSettings
  .extend({
    notifications: z.partialRecord(z.enum(optionalKinds), z.boolean()),
    pushes: z.partialRecord(z.enum(pushKinds), z.boolean()),
  })
  .partial()
export type UserSettings = z.infer<typeof userSettings>

const on = <Kind extends string>(kinds: readonly Kind[]) =>
  // fromEntries forgets the keys; they are exactly the kinds.
  Object.fromEntries(kinds.map((kind) => [kind, true])) as Record<Kind, boolean>

/** What holds where a person has chosen nothing. */
export const unchosenSettings: WholeUserSettings = {
  ...{ theme: 'auto', density: 'default', hide_from_boards: false, preview_texts: false },
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
  /** What they have now, in kopecks and in coins. */
  money: z.int(),
  coins: z.int(),
  /** The employee of MoySklad whom an owner has linked to them; null: none. */
  moy_sklad_id: z.string().nullable(),
  last_seen_at: instant.nullable(),
  created_at: instant,
  version: z.int(),
})

const userRights = z.object({
  edit: z.boolean(),
  /** To make staff an admin, and back. */
  change_type: z.boolean(),
  /** Enter shifts of theirs. */
  enter_hours: z.boolean(),
  archive: z.boolean(),
  restore: z.boolean(),
  invite: z.boolean(),
  /** To take their second factor off, which they cannot without a code of it. */
  reset_totp: z.boolean(),
  delete: z.boolean(),
})
export type UserRights = z.infer<typeof userRights>

/** A person as admins see them, and as they see themself. */
export const managedUser = user.extend({
  /** Somebody invited them, and they have set no password yet. */
  is_invited: z.boolean(),
  /** Since when they are on shift; null: they are not. */
  on_shift_since: instant.nullable(),
  /** A second factor of theirs is in force. */
  has_totp: z.boolean(),
  /** Nobody else has set their password or chosen their email. Otherwise a promotion voids the password. */
  has_own_access: z.boolean(),
  /** They or an owner have chosen the email. Otherwise a promotion mails no link until an owner confirms the email. */
  has_trusted_email: z.boolean(),
  can: userRights,
})
export type ManagedUser = z.infer<typeof managedUser>

/** The signed-in person, as init and login answer. */
export const currentUser = user.extend({
  is_logged_in: z.literal(true),
  /** The company wants a second factor of them, and they have none yet: hardly any call answers until they do. */
  must_set_up_totp: z.boolean(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const userFilterFields = {
  type: oneOrMany(userType).optional(),
  status: oneOrMany(userStatus).optional(),
  /** null: of no warehouse. */
  warehouse_id: oneOrMany(id.nullable()).optional(),
  league: oneOrMany(z.enum(leagues)).optional(),
}

export const users = {
  /** Admins get whole users. Staff get the public card of each, and filter and sort by what stands on it. */
  list: listCall({
    path: '/users',
    access: 'staff',
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
  }),
  /** Of themself for staff. */
  get: call({ method: 'GET', path: '/users/:id', access: 'staff', answer: { user: managedUser } }),
}
