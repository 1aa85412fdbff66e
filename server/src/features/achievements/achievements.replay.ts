import type { RulesPreview } from '@artel/contract/achievements'
import { type AchievementRules, ruleOf } from '@artel/contract/achievements.line'
import type { CompanySettings } from '@artel/contract/company'
import { type AchievementCode, achievementCodes } from '@artel/contract/company.line'
import type { Person } from '@artel/contract/users'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { mapInSlices } from '../../slices.ts'
import { getCompany, mergeSettings } from '../company/company.ts'
import { giveAwards, judgeInSlices } from './achievements.judge.ts'
import { tellAchieved } from './achievements.news.ts'
import { findActive, findGivenByRule, findJudged, lockBook } from './achievements.queries.ts'
import type { Award, Team } from './achievements.rules.ts'

/** Events that are read, and awards that are given, in one statement. */
const portion = 1000

/**
 * All that rules would have given for what was judged so far. `rules`: these from the first day on; null: those that
 * held at each time.
 */
export async function replay(db: Db, rules: AchievementRules | null): Promise<Award[]> {
  const team: Team = { rules: rules ?? { achievements: {}, leagues: {} }, people: new Map() }
  const awards = new Map<string, Award>()
  for (let after = 0; ; ) {
    const events = await findJudged(db, after, portion)
    const last = events.at(-1)
    if (!last) return [...awards.values()]
    const judged = rules ? events.filter(({ kind }) => kind !== 'rules') : events
    await judgeInSlices(team, judged, (outcome) => {
      for (const award of outcome.awards) {
        const key = keyOf(award)
        if (!awards.has(key)) awards.set(key, award)
      }
    })
    after = last.number ?? Number.POSITIVE_INFINITY
  }
}

const keyOf = ({ user_id, achievement, period }: Pick<Award, 'user_id' | 'achievement' | 'period'>): string =>
  `${user_id} ${achievement} ${period}`

/** All that these rules would have given, and what of it was not given yet. Those who have left get nothing any more. */
async function findMissing(db: Db, rules: AchievementRules) {
  // Both are as many as were ever given, so the event loop gets its turns in between.
  const given = new Set(await mapInSlices(await findGivenByRule(db), keyOf))
  const awards = await replay(db, rules)
  const missing = (
    await mapInSlices(awards, (award) => (given.has(keyOf(award)) ? undefined : award))
  ).filter((award) => award !== undefined)
  const people = await findActive(db, [...new Set(missing.map(({ user_id }) => user_id))])
  const byId = new Map(people.map((person) => [person.id, person]))
  return { awards, people, missing: missing.filter(({ user_id }) => byId.has(user_id)) }
}

/**
 * Gives what the rules as they are would have given ever since; nothing is taken away, and no month gets another final
 * league.
 */
export async function recompute(db: Db): Promise<void> {
  // Whoever judges meanwhile waits, and then finds what was given.
  await lockBook(db)
  const rules = rulesOf((await getCompany(db)).settings)
  const { missing } = await findMissing(db, rules)
  const at = nowIso()
  // New rules may give everybody something for every day: no statement takes them all.
  for (let from = 0; from < missing.length; from += portion) {
    const awards = missing.slice(from, from + portion)
    const given = await giveAwards(
      db,
      awards.map((award) => ({ ...award, coins: ruleOf(rules, award.achievement).coins })),
      at,
    )
    await tellAchieved(db, null, given)
  }
}

const recentMs = 90 * 86_400_000

/** Who would gain by rules that are not saved yet, and what they cost. */
export async function previewRules(
  db: Db,
  draft: Pick<CompanySettings, 'achievements' | 'leagues'>,
): Promise<RulesPreview> {
  const { settings } = await getCompany(db)
  const [present, tried] = [rulesOf(settings), rulesOf(mergeSettings(settings, draft))]
  const { awards, missing, people } = await findMissing(db, tried)
  const gains = sumGains(tried, missing, people)
  return {
    gains,
    coins: gains.reduce((sum, { coins }) => sum + coins, 0),
    recently: { before: sumRecent(present, await replay(db, present)), after: sumRecent(tried, awards) },
  }
}

const rulesOf = ({ achievements = {}, leagues = {} }: CompanySettings): AchievementRules => ({
  achievements,
  leagues,
})

function sumRecent(rules: AchievementRules, awards: readonly Award[]): { count: number; coins: number } {
  const from = new Date(now().getTime() - recentMs).toISOString()
  const recent = awards.filter(({ at }) => at >= from)
  const coins = recent.reduce((sum, { achievement }) => sum + ruleOf(rules, achievement).coins, 0)
  return { count: recent.length, coins }
}

function sumGains(
  rules: AchievementRules,
  missing: readonly Award[],
  people: readonly Person[],
): RulesPreview['gains'] {
  const counts = new Map<number, Map<AchievementCode, number>>()
  for (const { user_id, achievement } of missing) {
    const own = counts.get(user_id) ?? new Map<AchievementCode, number>()
    counts.set(user_id, own.set(achievement, (own.get(achievement) ?? 0) + 1))
  }
  const gainsOf = (user: Person) =>
    achievementCodes.flatMap((achievement) => {
      const count = counts.get(user.id)?.get(achievement) ?? 0
      return count > 0 ? [{ user, achievement, count, coins: count * ruleOf(rules, achievement).coins }] : []
    })
  return people.flatMap(gainsOf)
}
