import type { Progress } from '@artel/contract/achievements/achievements'
import type { AchievementCode } from '@artel/contract/company/company.line'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { formatDate, formatDays, formatHours } from '../../ui/figures/format.ts'
import { periodWords, progressWords, type Said } from './achievement-words.ts'
import { achievementsRu } from './achievements.ru.ts'

const context = { locale: 'ru', timezone: 3, now: Date.parse('2026-11-16T09:00:00Z') } as const
const format = {
  date: (moment: string) => formatDate(moment, context),
  days: (days: { from: string; to: string }, options?: { month?: boolean }) =>
    formatDays(days, context, options),
  hours: (seconds: number) => formatHours(seconds, 'ru'),
}
const translate = createTranslator({ locale: 'ru', messages: achievementsRu })

const inWords = ({ key, values }: Said<keyof typeof achievementsRu>) =>
  // The cast is needed, because the compiler cannot tell the values of a computed key.
  (translate as (key: string, values: object) => string)(key, values).replaceAll('\u00a0', ' ')

const way = (achievement: AchievementCode, value: number, target: number): Progress => ({
  achievement,
  value,
  target,
})

test.each([
  [way('racer', 6, 10), '6 из 10 задач сегодня'],
  [way('virtuoso', 49, 50), '49 из 50 задач подряд'],
  [way('marathon_runner', 0, 20), '0 из 20 смен подряд'],
  [way('titanium', 1_839_840, 3_600_000), '511 ч 4 мин из 1 000 ч'],
  [way('king_of_the_hill', 21, 322), '21 очко за эту неделю, для первого места нужно 322 очка'],
  [way('hard_worker', 3600, 7200), '1 ч за этот месяц, для первого места нужно 2 ч'],
  [way('hard_worker', 0, 1), '0 ч за этот месяц, для первого места нужно 1 мин'],
  [way('leader', 500, 500), '500 очков за этот месяц: первое место'],
  [way('legendary_person', 1782, 6000), '1 782 из 6 000 очков за этот месяц'],
  [way('veteran', 58, 365), '58 из 365 дней этого года в компании'],
])('%j reads as %s', (progress, words) => {
  expect(inWords(progressWords(progress, format))).toBe(words)
})

test('the progress of the best employee explains what gives a point', () => {
  expect(inWords(progressWords(way('best_employee', 2, 59), format))).toMatch(
    /^2 балла за этот месяц, для первого места нужно 59 баллов\. Балл даёт каждый коллега/,
  )
})

test.each([
  ['racer', '2026-11-16', 'сегодня'],
  ['racer', '2026-11-03', '3 ноября'],
  ['king_of_the_hill', '2026-11-09', '9–15 ноября'],
  ['hard_worker', '2026-10', 'октябрь'],
  ['legendary_person', '2025-12', 'декабрь 2025'],
  ['virtuoso', '3', '3-й раз'],
  ['marathon_runner', '1', '1-й раз'],
  ['titanium', '2000', '2 000 часов'],
  ['veteran', '1', '1 год'],
] as const)('%s of the period %s was earned for «%s»', (achievement, period, words) => {
  expect(inWords(periodWords(achievement, period, format))).toBe(words)
})
