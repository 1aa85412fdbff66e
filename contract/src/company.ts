import { z } from 'zod'
import { call } from './call.ts'
import { coins, id, timeOfDay } from './primitives.ts'
import { userSettings } from './users.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export const achievementCodes = [
  'racer',
  'virtuoso',
  'marathon_runner',
  'titanium',
  'king_of_the_hill',
  'hard_worker',
  'leader',
  'legendary_person',
  'veteran',
  'best_employee',
] as const

const points = z.int().min(1).max(1_000_000_000)

/** A company's settings; a patch is merged deeply, so every field is optional. */
export const companySettings = z.strictObject({
  currency: z.literal('RUB').optional(),
  tasks: z
    .strictObject({ require_review: z.boolean().optional(), staff_may_take: z.boolean().optional() })
    .optional(),
  hours: z.strictObject({ grace_minutes: z.int().min(0).max(720).optional() }).optional(),
  leagues: z
    .strictObject({
      silver: points.optional(),
      gold: points.optional(),
      platinum: points.optional(),
      diamond: points.optional(),
    })
    .optional(),
  achievements: z
    .partialRecord(
      z.enum(achievementCodes),
      z.strictObject({ on: z.boolean().optional(), coins: coins.optional() }),
    )
    .optional(),
  security: z.strictObject({ require_totp: z.boolean().optional() }).optional(),
})
export type CompanySettings = z.infer<typeof companySettings>

const time = timeOfDay.nullable()

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
  working_hours_from: time,
  working_hours_to: time,
  working_days: z.object(Object.fromEntries(weekdays.map((name) => [name, z.boolean()])) as WorkingDaysShape),
  first_break_from: time,
  first_break_to: time,
  second_break_from: time,
  second_break_to: time,
  lunch_from: time,
  lunch_to: time,
  /** Minutes. */
  before_workday_end: z.int(),
  settings: companySettings,
})
export type Company = z.infer<typeof company>

// fromEntries forgets the keys; they are exactly the weekdays.
type WorkingDaysShape = Record<(typeof weekdays)[number], z.ZodBoolean>

/** Settings of the person, or of the company for its owner; only what is sent changes. */
export const settings = {
  update: call({
    method: 'PUT',
    path: '/settings',
    access: 'staff',
    body: z.discriminatedUnion('parent', [
      z.strictObject({ parent: z.literal('user'), settings: userSettings }),
      z.strictObject({ parent: z.literal('company'), settings: companySettings }),
    ]),
    answer: { settings: z.union([userSettings, companySettings]) },
  }),
}
