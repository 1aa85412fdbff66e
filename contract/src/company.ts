import { z } from 'zod'
import { call } from './call.ts'
import { achievementCodes, type Weekday, weekdays } from './company.line.ts'
import { photoLimit } from './multimedia.kinds.ts'
import { email } from './password.ts'
import { coins, fieldText, id, line, timeOfDay, version } from './primitives.ts'
import { userSettings, wholeUserSettings } from './users.ts'

const points = z.int().min(1).max(1_000_000_000)

const achievement = z.strictObject({ on: z.boolean(), coins })

/** A company's settings, whether it has decided them or not. */
const wholeCompanySettings = z.strictObject({
  currency: z.literal('RUB'),
  tasks: z.strictObject({ require_review: z.boolean(), staff_may_take: z.boolean() }),
  hours: z.strictObject({ grace_minutes: z.int().min(0).max(720) }),
  leagues: z.strictObject({ silver: points, gold: points, platinum: points, diamond: points }),
  achievements: z.record(z.enum(achievementCodes), achievement),
  security: z.strictObject({ require_totp: z.boolean() }),
})
export type WholeCompanySettings = z.infer<typeof wholeCompanySettings>

const { tasks, hours, leagues, security } = wholeCompanySettings.shape

/** What a company has decided; a patch is merged deeply, so every field is optional. */
export const companySettings = wholeCompanySettings
  .extend({
    ...{ tasks: tasks.partial(), hours: hours.partial(), leagues: leagues.partial() },
    achievements: z.partialRecord(z.enum(achievementCodes), achievement.partial()),
    security: security.partial(),
  })
  .partial()
export type CompanySettings = z.infer<typeof companySettings>

const time = timeOfDay.nullable()

/** Hours from UTC. */
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

// fromEntries forgets the keys; they are exactly the weekdays.
const days = Object.fromEntries(weekdays.map((name) => [name, z.boolean()])) as Record<Weekday, z.ZodBoolean>

export const company = z.object({
  id,
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  logo: z.string().nullable(),
  is_active: z.boolean(),
  /** Hours from UTC, −12 … +14 in quarter hours. */
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
  /** Takes the logo away; another one comes as the file of this name. */
  logo: z.null().optional(),
  version: version.optional(),
})
export type CompanyPatch = z.output<typeof companyPatch>

/** Days that are not sent stay as they are, like any other field. */
const schedulePatch = z
  .strictObject({
    working_days: z.strictObject(days).partial(),
    ...times,
    /** Minutes before the end of the working day at which those on shift are told. */
    before_workday_end: z.int().min(0).max(720),
    version,
  })
  .partial()
export type SchedulePatch = z.output<typeof schedulePatch>

export const companyCalls = {
  /** The card of the company; what is not sent stays. */
  update: call({
    method: 'PUT',
    path: '/company',
    access: 'owner',
    effect: 'slow_steps',
    files: { logo: { maxBytes: photoLimit } },
    body: companyPatch,
    answer: { company },
    errors: ['stale', 'quota_exceeded', 'too_many_requests'],
  }),
  /** The times are judged as they will be, those that are not sent included. */
  schedule: call({
    method: 'POST',
    path: '/company/working_schedule',
    access: 'admin',
    body: schedulePatch,
    answer: { company },
    errors: ['stale'],
  }),
}

/** Settings of the person, or of the company for its owner; only what is sent changes. */
export const settings = {
  update: call({
    method: 'PUT',
    path: '/settings',
    access: 'staff',
    body: z.discriminatedUnion('parent', [
      z.strictObject({ parent: z.literal('user'), settings: userSettings }),
      z.strictObject({
        parent: z.literal('company'),
        settings: companySettings,
        version: version.optional(),
      }),
    ]),
    /** All of them, with what holds where nothing is chosen. */
    answer: { settings: z.union([wholeUserSettings, wholeCompanySettings]) },
    errors: ['stale'],
  }),
}
