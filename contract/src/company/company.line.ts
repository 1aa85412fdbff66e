// Without schemas, so that the pages of settings do not load the schema library.

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

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
export type AchievementCode = (typeof achievementCodes)[number]

/** Defaults for settings that the company has not decided. */
export const companyDefaults = {
  currency: 'RUB',
  tasks: { require_review: false, staff_may_take: true },
  hours: { grace_minutes: 60 },
  /** Minimum points of a month for each league; bronze has no minimum. */
  leagues: { silver: 500, gold: 1500, platinum: 3000, diamond: 6000 },
  /** Defaults of each achievement. */
  achievement: { on: true, coins: 0 },
  security: { require_totp: false },
  supplies: { gs1_prefix: null },
} as const

/** Leagues that are reached by points, from the lowest. */
export const earnedLeagues = ['silver', 'gold', 'platinum', 'diamond'] as const
export type EarnedLeague = (typeof earnedLeagues)[number]

/** Leagues whose threshold is not above that of the league below, each with that lower threshold. */
export function misplacedLeagues(
  thresholds: Record<EarnedLeague, number>,
): { league: EarnedLeague; below: number }[] {
  return earnedLeagues.flatMap((league, index) => {
    const lower = earnedLeagues[index - 1]
    const below = lower ? thresholds[lower] : 0
    return thresholds[league] > below ? [] : [{ league, below }]
  })
}
