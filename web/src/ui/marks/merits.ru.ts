import { leagueWordsRu } from '@artel/contract/achievements/achievements.words.ru'
import type { meritsEn } from './merits.en.ts'

export const meritsRu = {
  ...leagueWordsRu,
  points: '{count, plural, one {# очко} few {# очка} many {# очков} other {# очка}}',
  toLeague: 'до {league, select, silver {серебра} gold {золота} platinum {платины} other {алмаза}}',
  rule_racer: '10 задач за день, сделанных полностью и быстрее нормы',
  rule_virtuoso: '50 задач подряд, сделанных полностью и без возврата',
  rule_marathon_runner: '20 смен подряд без опозданий: одна за день, от часа работы',
  rule_titanium: '1000 отработанных часов',
  rule_king_of_the_hill: 'Первое место по очкам за неделю',
  rule_hard_worker: 'Больше всех часов за месяц',
  rule_leader: 'Больше всех очков за месяц',
  rule_legendary_person: 'Алмазная лига',
  rule_veteran: 'Год в компании',
  rule_best_employee: 'Первое место по всем показателям за месяц',
} as const satisfies Record<keyof typeof meritsEn, string>
