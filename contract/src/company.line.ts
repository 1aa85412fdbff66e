// Free of schemas, so that the pages of settings do not carry the checker of all shapes.

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

/** What holds where the company has decided nothing. */
export const companyDefaults = {
  currency: 'RUB',
  tasks: { require_review: false, staff_may_take: true },
  hours: { grace_minutes: 60 },
  /** Points of a month from which each league begins; bronze begins at none. */
  leagues: { silver: 500, gold: 1500, platinum: 3000, diamond: 6000 },
  /** Of each achievement. */
  achievement: { on: true, coins: 0 },
  security: { require_totp: false },
} as const

/** Leagues that people begin in by their points, the lowest first. */
export const earnedLeagues = ['silver', 'gold', 'platinum', 'diamond'] as const
export type EarnedLeague = (typeof earnedLeagues)[number]

/** Leagues that take no more points than the one below, each with what that one takes. */
export function misplacedLeagues(
  thresholds: Record<EarnedLeague, number>,
): { league: EarnedLeague; below: number }[] {
  return earnedLeagues.flatMap((league, index) => {
    const lower = earnedLeagues[index - 1]
    const below = lower ? thresholds[lower] : 0
    return thresholds[league] > below ? [] : [{ league, below }]
  })
}
