import { leagueWordsEn } from '@artel/contract/achievements/achievements.words.en'

/**
 * Leagues and the rules of achievements, as every screen names them. Names of achievements are in the
 * contract.
 */
export const meritsEn = {
  ...leagueWordsEn,
  points: '{count, plural, one {# point} other {# points}}',
  toLeague: 'to {league, select, silver {silver} gold {gold} platinum {platinum} other {diamond}}',
  rule_racer: '10 tasks in a day, each done in full and under its norm',
  rule_virtuoso: '50 tasks in a row done in full and without a return',
  rule_marathon_runner: '20 shifts in a row without being late: one a day, an hour of work or more',
  rule_titanium: '1000 worked hours',
  rule_king_of_the_hill: 'First by points in a week',
  rule_hard_worker: 'Most worked hours in a month',
  rule_leader: 'Most points in a month',
  rule_legendary_person: 'Diamond league',
  rule_veteran: 'A year in the company',
  rule_best_employee: 'First by all figures in a month',
}
