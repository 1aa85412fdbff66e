import { type AchievementCode, companyDefaults, type EarnedLeague, earnedLeagues } from './company.line.ts'

// Free of schemas, so that the pages that show a league do not carry the checker of all shapes.

/** The lowest first. */
export const leagues = ['bronze', ...earnedLeagues] as const
export type League = (typeof leagues)[number]

/** The league of so many points of a month. */
export const leagueOf = (points: number, from: Record<EarnedLeague, number>): League =>
  leagues.findLast((league) => league === 'bronze' || points >= from[league]) ?? 'bronze'

/** How much a rule asks for: tasks of a day, tasks in a row, shifts in a row, hours. */
export const achievementTargets = { racer: 10, virtuoso: 50, marathon_runner: 20, titanium: 1000 } as const

/** Seconds that a shift has at least to count for `marathon_runner`: nobody earns coins by clocking in and out. */
export const shortestCountedShift = 3600

/** What a company has decided about achievements and leagues; the rest is as `companyDefaults` say. */
export type AchievementRules = {
  achievements: { [Code in AchievementCode]?: { on?: boolean | undefined; coins?: number | undefined } }
  leagues: { [Name in EarnedLeague]?: number | undefined }
}

export const ruleOf = ({ achievements }: AchievementRules, code: AchievementCode) => ({
  on: achievements[code]?.on ?? companyDefaults.achievement.on,
  coins: achievements[code]?.coins ?? companyDefaults.achievement.coins,
})

export const thresholdsOf = ({ leagues: set }: AchievementRules): Record<EarnedLeague, number> => ({
  silver: set.silver ?? companyDefaults.leagues.silver,
  gold: set.gold ?? companyDefaults.leagues.gold,
  platinum: set.platinum ?? companyDefaults.leagues.platinum,
  diamond: set.diamond ?? companyDefaults.leagues.diamond,
})

/** What a month has brought a person. */
export type MonthSums = { points: number; tasks: number; in_norm: number; seconds: number }

/** What the events judged so far come to for a person: as much as the rules need, and no more. */
export type AchievementState = {
  takes_part: boolean
  joined_on: string | null
  /** Tasks done in full under their norm, by the day. */
  days: Record<string, number>
  /** Points by the week, which is called by its Monday. */
  weeks: Record<string, number>
  /** By the month as `YYYY-MM`. */
  months: Record<string, MonthSums>
  /** Tasks done in full in a row without a return; at `next` comes an achievement, the `times`-th. */
  run: { tasks: number; next: number; times: number }
  /**
   * Shifts after the day `since`, the newest ones, in the order of their ends. Those that neither count nor are late are
   * left out. `times`: how often the row was full.
   */
  shifts: {
    since: string | null
    times: number
    last: { id: number; at: string; day: string; is_late: boolean }[]
  }
  /** All that was ever worked; at so many hours comes the next achievement. */
  worked: { seconds: number; next: number }
}
