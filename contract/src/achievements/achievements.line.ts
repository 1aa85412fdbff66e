import {
  type AchievementCode,
  companyDefaults,
  type EarnedLeague,
  earnedLeagues,
} from '../company/company.line.ts'

// Without schemas, so that pages that show a league do not load the schema library.

/** From the lowest to the highest. */
export const leagues = ['bronze', ...earnedLeagues] as const
export type League = (typeof leagues)[number]

/** The league for the points of a month. */
export const leagueOf = (points: number, from: Record<EarnedLeague, number>): League =>
  leagues.findLast((league) => league === 'bronze' || points >= from[league]) ?? 'bronze'

/** Targets of the rules: tasks in a day, tasks in a row, shifts in a row, hours. */
export const achievementTargets = { racer: 10, virtuoso: 50, marathon_runner: 20, titanium: 1000 } as const

/** Minimum seconds of a shift for `marathon_runner`, so that clocking in and out at once earns nothing. */
export const shortestCountedShift = 3600

/** A company's decisions about achievements and leagues. Missing values come from `companyDefaults`. */
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

/** A person's results of a month. */
export type MonthSums = { points: number; tasks: number; in_norm: number; seconds: number }

/** A person's results from all events judged so far: only what the rules need. */
export type AchievementState = {
  takes_part: boolean
  joined_on: string | null
  /** Tasks done in full under their norm, by day. */
  days: Record<string, number>
  /** Points by week; the key is its Monday. */
  weeks: Record<string, number>
  /** By month; the key is `YYYY-MM`. */
  months: Record<string, MonthSums>
  /**
   * Tasks done in full in a row without a return. At `next` tasks comes an achievement, the `times`-th one.
   */
  run: { tasks: number; next: number; times: number }
  /**
   * The newest shifts after the day `since`, ordered by their ends. Shifts that neither count nor are late
   * are left out. `times`: how often the row was complete.
   */
  shifts: {
    since: string | null
    times: number
    last: { id: number; at: string; day: string; is_late: boolean }[]
  }
  /** All time ever worked. The next achievement comes at `next` hours. */
  worked: { seconds: number; next: number }
}
