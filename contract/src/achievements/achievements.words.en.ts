import type { League } from './achievements.line.ts'

/** Names of leagues, on screens and in files. */
export const leagueWordsEn: Record<`league_${League}`, string> = {
  league_bronze: 'Bronze',
  league_silver: 'Silver',
  league_gold: 'Gold',
  league_platinum: 'Platinum',
  league_diamond: 'Diamond',
}
