import type { leagueWordsEn } from './achievements.words.en.ts'

export const leagueWordsRu: typeof leagueWordsEn = {
  league_bronze: 'Бронза',
  league_silver: 'Серебро',
  league_gold: 'Золото',
  league_platinum: 'Платина',
  league_diamond: 'Алмаз',
}
