import type { RulesPreview } from '@artel/contract/achievements/achievements'
import { type AchievementRules, ruleOf } from '@artel/contract/achievements/achievements.line'
import type { CompanySettings } from '@artel/contract/company/company'
import { type AchievementCode, achievementCodes } from '@artel/contract/company/company.line'
import type { Person } from '@artel/contract/users/users'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { mapInSlices, pickInSlices } from '../../slices.ts'
import { getCompany, mergeSettings } from '../company/company.ts'
import { giveAwards, judgeInSlices } from './achievements.judge.ts'
import { notifyAchieved } from './achievements.notifications.ts'
import { findActive, findGivenByRule, findJudged, lockBook } from './achievements.queries.ts'
import type { Award, Team } from './achievements.rules.ts'

/** Events read, and awards given, by one statement. */
const portion = 1000

/**
 * Returns all awards for the judged events. `rules` apply from the first day on. Null means the rules in
 * force at each time.
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

/** All awards by these rules, and those of them not given yet. Archived people get none any more. */
async function findMissing(db: Db, rules: AchievementRules) {
  // Both lists hold all awards ever given, so they are processed in slices of the event loop.
  const given = new Set(await mapInSlices(await findGivenByRule(db), keyOf))
  const awards = await replay(db, rules)
  const missing = await pickInSlices(awards, (award) => (given.has(keyOf(award)) ? null : award))
  const people = await findActive(db, [...new Set(missing.map(({ user_id }) => user_id))])
  const byId = new Map(people.map((person) => [person.id, person]))
  return { awards, people, missing: missing.filter(({ user_id }) => byId.has(user_id)) }
}

/**
 * Gives the awards that the current rules would have given for the whole history. Takes nothing away, and
 * does not change the final leagues of past months.
 */
export async function recompute(db: Db): Promise<void> {
  // A concurrent judging job waits for this lock, and then sees what was given.
  await lockBook(db)
  const rules = rulesOf((await getCompany(db)).settings)
  const { missing } = await findMissing(db, rules)
  const at = nowIso()
  // In batches, because new rules may give everybody an award for every day.
  for (let from = 0; from < missing.length; from += portion) {
    const awards = missing.slice(from, from + portion)
    const given = await giveAwards(
      db,
      awards.map((award) => ({ ...award, coins: ruleOf(rules, award.achievement).coins })),
      at,
    )
    await notifyAchieved(db, null, given)
  }
}

const recentMs = 90 * 86_400_000

/** The people who would gain by rules that are not saved yet, and the cost in coins. */
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
