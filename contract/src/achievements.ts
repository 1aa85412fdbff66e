import { z } from 'zod'
import { leagues } from './achievements.line.ts'
import { call } from './call.ts'
import { achievementCodes } from './company.line.ts'
import { companySettings } from './company.ts'
import { listCall, oneOrMany } from './list.ts'
import { id, instant, sum, text } from './primitives.ts'
import { person } from './users.ts'

const code = z.enum(achievementCodes)
const comment = text(500)

export const achievement = z.object({
  id,
  user_id: id,
  user: person,
  achievement: code,
  comment: z.string().nullable(),
  /** Null: a rule did. */
  given_by: id.nullable(),
  giver: person.nullable(),
  /** For what a rule gave it: a day, a week by its Monday, a month, a year, or which time it was. */
  period: z.string().nullable(),
  coins: z.int(),
  created_at: instant,
  /** Taken back, with its coins; null where it stands. */
  revoked: z.object({ at: instant, by: person, reason: z.string() }).nullable(),
  can: z.object({ revoke: z.boolean() }),
})
export type Achievement = z.infer<typeof achievement>

const progress = z.object({ achievement: code, value: sum, target: z.int() })
/** How far a person is on the way to an achievement; what is measured in hours is told in seconds. */
export type Progress = z.infer<typeof progress>

const league = z.enum(leagues)
const standing = z.object({
  /** Of the month that runs. */
  points: sum,
  league,
  next: z.object({ league, points: z.int() }).nullable(),
  /** Months that are over, the last one first. */
  finals: z.array(z.object({ month: z.string(), points: sum, league })),
})
export type Standing = z.infer<typeof standing>

/** What is tried; what is not sent is as the company has decided it. */
const rulesDraft = companySettings.pick({ achievements: true, leagues: true })

const preview = z.object({
  /** What would be given for what has happened so far. */
  gains: z.array(z.object({ user: person, achievement: code, count: sum, coins: sum })),
  coins: sum,
  /** What the rules would have given in the last 90 days, as they are and as they would be. */
  recently: z.object({
    before: z.object({ count: sum, coins: sum }),
    after: z.object({ count: sum, coins: sum }),
  }),
})
export type RulesPreview = z.infer<typeof preview>

export const achievements = {
  list: listCall({
    path: '/listing/achievements',
    access: 'staff',
    plural: 'achievements',
    row: achievement,
    sorts: ['achievement', 'coins', 'created_at'],
    filters: { user_id: oneOrMany(id).optional(), achievement: oneOrMany(code).optional() },
    /** Of one person: how far they are with each, and in which league they stand. */
    extra: { progress: z.array(progress).optional(), standing: standing.optional() },
  }),
  give: call({
    method: 'POST',
    path: '/users/give/:user_id/achievement',
    access: 'admin',
    isIdempotent: true,
    success: 201,
    body: z.strictObject({ achievement: code, comment: comment.nullable().optional() }),
    answer: { achievement },
  }),
  /** Takes it back, with its coins. */
  revoke: call({
    method: 'POST',
    path: '/achievements/:id/revoke',
    access: 'admin',
    body: z.strictObject({ comment }),
    answer: { achievement },
    errors: ['insufficient_coins', 'wrong_state'],
  }),
  /** Who would gain by rules that are not saved yet, and what it would cost. */
  preview: call({
    method: 'POST',
    path: '/company/achievements/preview',
    access: 'owner',
    effect: 'read',
    body: rulesDraft,
    answer: { preview },
    errors: ['too_many_requests'],
  }),
  /** Gives what the rules as they are would have given ever since; takes nothing away. */
  recompute: call({
    method: 'POST',
    path: '/company/achievements/recompute',
    access: 'owner',
    answer: {},
  }),
}
