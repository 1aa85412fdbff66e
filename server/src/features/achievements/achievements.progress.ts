import type { Progress, Standing } from '@artel/contract/achievements/achievements'
import {
  type AchievementState,
  leagueOf,
  leagues,
  type MonthSums,
  achievementTargets as targets,
  thresholdsOf,
} from '@artel/contract/achievements/achievements.line'
import { type AchievementCode, achievementCodes } from '@artel/contract/company/company.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { anniversary } from '../../days.ts'
import { getCompany } from '../company/company.ts'
import { findFinals, findHidden, findPoints, findStates } from './achievements.queries.ts'
import { inTime, mondayOf, monthOf, newState, scoresOf } from './achievements.rules.ts'

type Way = Omit<Progress, 'achievement'>
type Asked = { state: AchievementState; others: AchievementState[]; day: string; diamond: number }

const dayMs = 86_400_000
const hour = 3600

/**
 * Returns a person's progress in each achievement, and their standing in the current month. The target for
 * being first reveals the values of others, so for staff it includes only people whom their board shows.
 */
export async function findProgress(
  db: Db,
  actor: Actor,
  userId: number,
): Promise<{ progress: Progress[]; standing: Standing }> {
  const { settings, timezone } = await getCompany(db)
  const thresholds = thresholdsOf({
    achievements: settings.achievements ?? {},
    leagues: settings.leagues ?? {},
  })
  const day = today(timezone)
  const team = await findStates(db, 'all')
  const state = team.get(userId) ?? newState()
  const hidden = isAdmin(actor) ? new Set<number>() : await findHidden(db)
  const others = [...team]
    .filter(([id, { takes_part }]) => id !== userId && takes_part && !hidden.has(id))
    .map(([, other]) => other)
  const asked = { state, others, day, diamond: thresholds.diamond }
  const points = Math.max(0, await findPoints(db, userId))
  const league = leagueOf(points, thresholds)
  const above = leagues[leagues.indexOf(league) + 1]
  return {
    progress: achievementCodes.map((achievement) => ({ achievement, ...ways[achievement](asked) })),
    standing: {
      points,
      league,
      finals: await findFinals(db, userId),
      next: above && above !== 'bronze' ? { league: above, points: thresholds[above] } : null,
    },
  }
}

const monthly = ({ months }: AchievementState, day: string): MonthSums =>
  months[monthOf(day)] ?? { points: 0, tasks: 0, in_norm: 0, seconds: 0 }

/** To be first, a person needs as much as the best of the others. */
const toBeFirst = ({ state, others }: Asked, read: (state: AchievementState) => number): Way => ({
  value: Math.max(0, read(state)),
  target: Math.max(1, ...others.map(read)),
})

const ways: Record<AchievementCode, (asked: Asked) => Way> = {
  racer: ({ state, day }) => ({ value: Math.max(0, state.days[day] ?? 0), target: targets.racer }),
  virtuoso: ({ state: { run } }) => ({
    value: Math.max(0, run.tasks - (run.next - targets.virtuoso)),
    target: targets.virtuoso,
  }),
  marathon_runner: ({ state: { shifts } }) => ({
    value: inTime(shifts.last),
    target: targets.marathon_runner,
  }),
  titanium: ({ state: { worked } }) => ({
    value: Math.max(0, worked.seconds - (worked.next - targets.titanium) * hour),
    target: targets.titanium * hour,
  }),
  king_of_the_hill: (asked) => toBeFirst(asked, ({ weeks }) => weeks[mondayOf(asked.day)] ?? 0),
  hard_worker: (asked) => toBeFirst(asked, (state) => monthly(state, asked.day).seconds),
  leader: (asked) => toBeFirst(asked, (state) => monthly(state, asked.day).points),
  legendary_person: ({ state, day, diamond }) => ({
    value: Math.max(0, monthly(state, day).points),
    target: diamond,
  }),
  veteran: ({ state: { joined_on }, day }) => daysOfYear(joined_on ?? day, day),
  best_employee: ({ state, others, day }) => {
    const sums = [state, ...others].map((one, index) => ({ user_id: index, ...monthly(one, day) }))
    const [own, ...rest] = scoresOf(sums).map(([, score]) => score)
    return { value: own ?? 0, target: Math.max(1, ...rest) }
  },
}

/** Days of a person's current year in the company: how many have passed, and how many it has. */
function daysOfYear(from: string, day: string): Way {
  const year = Number(day.slice(0, 4))
  const begun = anniversary(from, year) <= day ? year : year - 1
  const daysTo = (end: string) => (Date.parse(end) - Date.parse(anniversary(from, begun))) / dayMs
  return { value: Math.max(0, daysTo(day)), target: daysTo(anniversary(from, begun + 1)) }
}
