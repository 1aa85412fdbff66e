import { z } from 'zod'
import { email } from '../account/password.ts'
import { call } from '../call.ts'
import type { FieldTextKey } from '../errors/errors.en.ts'
import { photoLimit } from '../multimedia/multimedia.kinds.ts'
import { coins, fieldText, id, line, timeOfDay, version } from '../shapes/primitives.ts'
import { recordOf } from '../shapes/records.ts'
import { userSettings, wholeUserSettings } from '../users/users.ts'
import { achievementCodes, weekdays } from './company.line.ts'

const points = z.int().min(1).max(1_000_000_000)

const achievement = z.strictObject({ on: z.boolean(), coins })

const gs1Prefix = z.string().regex(/^[0-9]{4,12}$/, 'bad_gs1_prefix' satisfies FieldTextKey)

/** All settings of a company, including those that it has not decided. */
const wholeCompanySettings = z.strictObject({
  currency: z.literal('RUB'),
  tasks: z.strictObject({ require_review: z.boolean(), staff_may_take: z.boolean() }),
  hours: z.strictObject({ grace_minutes: z.int().min(0).max(720) }),
  leagues: z.strictObject({ silver: points, gold: points, platinum: points, diamond: points }),
  achievements: z.record(z.enum(achievementCodes), achievement),
  security: z.strictObject({ require_totp: z.boolean() }),
  /** The prefix that GS1 has given to the company. Null: pallets get codes that the product makes. */
  supplies: z.strictObject({ gs1_prefix: gs1Prefix.nullable() }),
})
export type WholeCompanySettings = z.infer<typeof wholeCompanySettings>

const { tasks, hours, leagues, security, supplies } = wholeCompanySettings.shape

/** Settings that a company has decided. A patch is merged deeply, so every field is optional. */
export const companySettings = wholeCompanySettings
  .extend({
    tasks: tasks.partial(),
    hours: hours.partial(),
    leagues: leagues.partial(),
    achievements: z.partialRecord(z.enum(achievementCodes), achievement.partial()),
    security: security.partial(),
    supplies: supplies.partial(),
  })
  .partial()
export type CompanySettings = z.infer<typeof companySettings>

const time = timeOfDay.nullable()

/** Hours east of UTC. */
const timezone = z
  .number()
  .min(-12)
  .max(14)
  .refine((hours) => Number.isInteger(hours * 4), fieldText('bad_timezone'))

const times = {
  working_hours_from: time,
  working_hours_to: time,
  first_break_from: time,
  first_break_to: time,
  second_break_from: time,
  second_break_to: time,
  lunch_from: time,
  lunch_to: time,
}

const days = recordOf(weekdays, () => z.boolean())

export const company = z.object({
  id,
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  logo: z.string().nullable(),
  is_active: z.boolean(),
  /** Hours east of UTC, −12 … +14 in quarter hours. */
  timezone: z.number(),
  working_days: z.object(days),
  ...times,
  /** Minutes. */
  before_workday_end: z.int(),
  settings: companySettings,
  version: z.int(),
})
export type Company = z.infer<typeof company>

const companyPatch = z.strictObject({
  name: line(200).optional(),
  address: line(500).nullable().optional(),
  phone: line(50).nullable().optional(),
  email: email.nullable().optional(),
  timezone: timezone.optional(),
  /** Null removes the logo. A new logo is sent as the file of this name. */
  logo: z.null().optional(),
  version: version.optional(),
})
export type CompanyPatch = z.output<typeof companyPatch>

/** Days that are not sent stay unchanged, like any other field. */
const schedulePatch = z
  .strictObject({
    working_days: z.strictObject(days).partial(),
    ...times,
    /** Minutes before the end of the working day at which people on shift are notified. */
    before_workday_end: z.int().min(0).max(720),
    version,
  })
  .partial()
export type SchedulePatch = z.output<typeof schedulePatch>

export const companyCalls = {
  /** Changes the card of the company. Fields that are not sent stay unchanged. */
  update: call({
    method: 'PUT',
    path: '/company',
    access: 'owner',
    changes: ['company'],
    effect: 'slow_steps',
    files: { logo: { maxBytes: photoLimit } },
    body: companyPatch,
    answer: { company },
    errors: ['stale', 'quota_exceeded', 'too_many_requests'],
  }),
  /** Validates the times as they will be after the change, including those that are not sent. */
  schedule: call({
    method: 'POST',
    path: '/company/working_schedule',
    access: 'admin',
    changes: ['company'],
    body: schedulePatch,
    answer: { company },
    errors: ['stale'],
  }),
}

/**
 * Changes settings of the person, or of the company for its owner. Settings that are not sent stay unchanged.
 */
export const settings = {
  update: call({
    method: 'PUT',
    path: '/settings',
    access: 'staff',
    changes: ['company'],
    body: z.discriminatedUnion('parent', [
      z.strictObject({ parent: z.literal('user'), settings: userSettings }),
      z.strictObject({
        parent: z.literal('company'),
        settings: companySettings,
        version: version.optional(),
      }),
    ]),
    /** All settings, with defaults for those that were not chosen. */
    answer: { settings: z.union([wholeUserSettings, wholeCompanySettings]) },
    errors: ['stale'],
  }),
}
