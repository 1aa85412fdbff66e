import { z } from 'zod'
import { call } from '../call.ts'
import { achievementCodes } from '../company/company.line.ts'
import { companySettings } from '../company/company.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { id, instant, sum, text } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { leagues } from './achievements.line.ts'

const code = z.enum(achievementCodes)
const comment = text(500)

export const achievement = z.object({
  id,
  user_id: id,
  user: person,
  achievement: code,
  comment: z.string().nullable(),
  /** Null: given by a rule. */
  given_by: id.nullable(),
  giver: person.nullable(),
  /** The period of the rule: a day, a week (its Monday), a month, a year, or which time it was. */
  period: z.string().nullable(),
  coins: z.int(),
  created_at: instant,
  /** Revoked together with its coins; null if it is valid. */
  revoked: z.object({ at: instant, by: person, reason: z.string() }).nullable(),
  can: z.object({ revoke: z.boolean() }),
})
export type Achievement = z.infer<typeof achievement>

const progress = z.object({ achievement: code, value: sum, target: z.int() })
/** A person's progress towards an achievement. Values in hours are given in seconds. */
export type Progress = z.infer<typeof progress>

const league = z.enum(leagues)
const standing = z.object({
  /** Points of the current month. */
  points: sum,
  league,
  next: z.object({ league, points: z.int() }).nullable(),
  /** Past months, the latest first. */
  finals: z.array(z.object({ month: z.string(), points: sum, league })),
})
export type Standing = z.infer<typeof standing>

/** Rules to try. Missing values are the company's current ones. */
const rulesDraft = companySettings.pick({ achievements: true, leagues: true })

const preview = z.object({
  /** Achievements that the rules would give for all events so far. */
  gains: z.array(z.object({ user: person, achievement: code, count: sum, coins: sum })),
  coins: sum,
  /** Achievements of the last 90 days under the current rules and under the rules to try. */
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
    shows: ['achievement'],
    plural: 'achievements',
    row: achievement,
    sorts: ['achievement', 'coins', 'created_at'],
    filters: { user_id: oneOrMany(id).optional(), achievement: oneOrMany(code).optional() },
    addressed: ['date_from', 'date_to', 'achievement'],
    /** For one person: the progress towards each achievement, and the league. */
    extra: { progress: z.array(progress).optional(), standing: standing.optional() },
  }),
  give: call({
    method: 'POST',
    path: '/users/give/:user_id/achievement',
    access: 'admin',
    changes: ['achievement', 'coins'],
    isIdempotent: true,
    success: 201,
    body: z.strictObject({ achievement: code, comment: comment.nullable().optional() }),
    answer: { achievement },
  }),
  /** Revokes an achievement and its coins. */
  revoke: call({
    method: 'POST',
    path: '/achievements/:id/revoke',
    access: 'admin',
    changes: ['achievement', 'coins'],
    body: z.strictObject({ comment }),
    answer: { achievement },
    errors: ['insufficient_coins', 'wrong_state'],
  }),
  /** Previews rules that are not saved: who would gain achievements, and the cost. */
  preview: call({
    method: 'POST',
    path: '/company/achievements/preview',
    access: 'owner',
    shows: [],
    effect: 'read',
    body: rulesDraft,
    answer: { preview },
    errors: ['too_many_requests'],
  }),
  /** Gives all achievements that the current rules would have given in the past. Revokes nothing. */
  recompute: call({
    method: 'POST',
    path: '/company/achievements/recompute',
    access: 'owner',
    changes: ['achievement', 'coins'],
    answer: {},
  }),
}
