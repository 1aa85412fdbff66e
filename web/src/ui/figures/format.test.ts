import { maxSum } from '@artel/contract/shapes/sums'
import { describe, expect, it } from 'vitest'
import {
  type DateContext,
  formatChange,
  formatCoins,
  formatDate,
  formatDays,
  formatDuration,
  formatHours,
  formatMoney,
  formatNumber,
  formatRange,
  formatShare,
  formatTime,
  formatTimer,
  kopecksOfColumn,
} from './format.ts'

// The tables write a no-break space as `_`. All other spaces are plain.
const nb = (text: string) => text.replaceAll('_', '\u00a0')

describe('money', () => {
  it.each([
    [1_842_050, {}, '18_420,50_₽', '₽18,420.50'],
    [216_000, {}, '2_160_₽', '₽2,160'],
    [216_000, { kopecks: 'always' }, '2_160,00_₽', '₽2,160.00'],
    [172_800, { kopecks: 'always', sign: true }, '+1_728,00_₽', '+₽1,728.00'],
    [-40_000, { kopecks: 'always' }, '−400,00_₽', '−₽400.00'],
    [0, { kopecks: 'always', sign: true }, '0,00_₽', '₽0.00'],
    [0, {}, '0_₽', '₽0'],
    [-5, {}, '−0,05_₽', '−₽0.05'],
    [100_000_000_000, {}, '1_000_000_000_₽', '₽1,000,000,000'],
  ] as const)('%i %o', (kopecks, options, ru, en) => {
    expect(formatMoney(kopecks, 'ru', options)).toBe(nb(ru))
    expect(formatMoney(kopecks, 'en', options)).toBe(nb(en))
  })

  it('shows kopecks in a whole column if one amount has them', () => {
    expect(kopecksOfColumn([100, 250])).toBe('always')
    expect(kopecksOfColumn([100, 200])).toBe('auto')
    expect(kopecksOfColumn([])).toBe('auto')
  })
})

describe('a sum at the largest safe integer is marked with > or <', () => {
  it.each([
    [maxSum - 1, '9_007_199_254_740_990', '90_071_992_547_409,90_₽', '2_501_999_792_983_ч 36_мин'],
    [maxSum, '>_9_007_199_254_740_991', '>_90_071_992_547_409,91_₽', '>_2_501_999_792_983_ч 36_мин'],
    [-maxSum, '<_−9_007_199_254_740_991', '<_−90_071_992_547_409,91_₽', '<_−2_501_999_792_983_ч 36_мин'],
  ])('%d', (value, number, money, hours) => {
    expect(formatNumber(value, 'ru')).toBe(nb(number))
    expect(formatCoins(value, 'ru')).toBe(nb(number))
    expect(formatMoney(value, 'ru')).toBe(nb(money))
    expect(formatHours(value, 'ru')).toBe(nb(hours))
  })

  it('also as a percentage and as years', () => {
    expect(formatShare(maxSum / 100, 'en')).toBe(nb('>_9,007,199,254,740,991%'))
    expect(formatDuration(maxSum, 'en', { units: 1 })).toBe(nb('>_285,616,414_years'))
  })
})

describe('numbers', () => {
  it.each([
    [2346, '2_346', '2,346'],
    [999, '999', '999'],
    [-1_000_000, '−1_000_000', '−1,000,000'],
    [0, '0', '0'],
  ] as const)('%i', (value, ru, en) => {
    expect(formatNumber(value, 'ru')).toBe(nb(ru))
    expect(formatCoins(value, 'en')).toBe(en)
  })

  it('have no minus before a zero', () => {
    expect(formatNumber(-0.04, 'ru', { decimals: 1 })).toBe('0,0')
  })

  it.each([
    [0.81, '81_%', '81%'],
    [0, '0_%', '0%'],
    [1.5, '150_%', '150%'],
  ] as const)('share %d', (share, ru, en) => {
    expect(formatShare(share, 'ru')).toBe(nb(ru))
    expect(formatShare(share, 'en')).toBe(en)
  })

  it.each([
    [0.084, 'percent', '+8,4_%', '+8.4%'],
    [-0.02, 'points', '−2,0_п._п.', '−2.0_pp'],
    [0, 'percent', '0,0_%', '0.0%'],
  ] as const)('change %d in %s', (change, unit, ru, en) => {
    expect(formatChange(change, 'ru', { unit })).toBe(nb(ru))
    expect(formatChange(change, 'en', { unit })).toBe(nb(en))
  })
})

describe('durations', () => {
  it.each([
    [13_920, {}, '3_ч 52_мин', '3_h 52_min'],
    [150, {}, '2_мин 30_с', '2_min 30_s'],
    [31_536_000 + 120 * 86_400, {}, '1_год 120_дней', '1_year 120_days'],
    [2 * 31_536_000 + 86_400, {}, '2_года 1_день', '2_years 1_day'],
    [5 * 31_536_000 + 2 * 86_400, {}, '5_лет 2_дня', '5_years 2_days'],
    [3600, {}, '1_ч', '1_h'],
    [3605, {}, '1_ч 5_с', '1_h 5_s'],
    [93_784, {}, '1_день 2_ч 3_мин 4_с', '1_day 2_h 3_min 4_s'],
    [93_784, { units: 2 }, '1_день 2_ч', '1_day 2_h'],
    [59.9, {}, '59_с', '59_s'],
    [0, {}, '0_с', '0_s'],
    [-90, {}, '−1_мин 30_с', '−1_min 30_s'],
  ] as const)('%d %o', (seconds, options, ru, en) => {
    expect(formatDuration(seconds, 'ru', options)).toBe(nb(ru))
    expect(formatDuration(seconds, 'en', options)).toBe(nb(en))
  })

  it.each([
    [427_200, '118_ч 40_мин', '118_h 40_min'],
    [3600, '1_ч', '1_h'],
    [3659, '1_ч', '1_h'],
    [60, '1_мин', '1_min'],
    [30, '30_с', '30_s'],
    [0, '0_ч', '0_h'],
    [-5400, '−1_ч 30_мин', '−1_h 30_min'],
  ] as const)('%d in hours', (seconds, ru, en) => {
    expect(formatHours(seconds, 'ru')).toBe(nb(ru))
    expect(formatHours(seconds, 'en')).toBe(nb(en))
  })

  it.each([
    [2832, '0:47', ':12'],
    [0, '0:00', ':00'],
    [97_500.9, '27:05', ':00'],
    [-5, '0:00', ':00'],
  ])('timer %d', (seconds, main, rest) => {
    expect(formatTimer(seconds)).toEqual({ main, seconds: rest })
  })
})

describe('dates', () => {
  it('formats a time with and without seconds', () => {
    expect(formatTime('2026-11-20T13:00:07.900Z', 3)).toBe('16:00')
    expect(formatTime('2026-11-20T13:00:07.900Z', 3, { seconds: true })).toBe('16:00:07')
  })

  const at = (now: string, timezone: number, locale: 'ru' | 'en'): DateContext => ({
    now: Date.parse(now),
    timezone,
    locale,
  })

  it.each([
    ['2026-11-20T13:00:00.000Z', 3, { withTime: true }, 'сегодня, 16:00', 'today, 16:00'],
    ['2026-11-20T13:00:00.000Z', 3, {}, 'сегодня', 'today'],
    ['2026-11-20T13:00:00.000Z', 3, { onPaper: true }, '20 ноября 2026', 'November 20, 2026'],
    ['2026-11-19T13:00:00.000Z', 3, {}, '19 ноября', 'November 19'],
    ['2026-11-21T13:00:00.000Z', 3, { withTime: true }, '21 ноября, 16:00', 'November 21, 16:00'],
    ['2026-11-19T13:00:00.000Z', 3, { year: true }, '19 ноября 2026', 'November 19, 2026'],
    ['2025-11-19T13:00:00.000Z', 3, {}, '19 ноября 2025', 'November 19, 2025'],
    ['2025-09-19T13:00:00.000Z', 3, { withTime: true }, '19 сент. 2025, 16:00', 'Sep 19, 2025, 16:00'],
    [
      '2025-09-19T13:00:00.000Z',
      3,
      { withTime: true, onPaper: true },
      '19 сентября 2025, 16:00',
      'September 19, 2025, 16:00',
    ],
    ['2025-11-19T13:00:00.000Z', 3, { year: false }, '19 ноября', 'November 19'],
    ['2026-09-01T00:00:00.000Z', 0, { shortMonth: true }, '1 сент.', 'Sep 1'],
    ['2026-11-20T21:30:00.000Z', 3, {}, '21 ноября', 'November 21'],
    ['2026-11-19T21:30:00.000Z', 3, {}, 'сегодня', 'today'],
    ['2026-11-20T04:15:00.000Z', -9.5, { withTime: true }, '19 ноября, 18:45', 'November 19, 18:45'],
    ['2026-11-20T11:00:00.000Z', 5.75, { withTime: true }, 'сегодня, 16:45', 'today, 16:45'],
    ['2026-11-20', 12, {}, 'сегодня', 'today'],
    ['1990-02-28', -11, { withTime: true }, '28 февраля 1990', 'February 28, 1990'],
  ] as const)('%s at UTC%d %o', (moment, timezone, options, ru, en) => {
    const now = '2026-11-20T10:00:00.000Z'
    expect(formatDate(moment, at(now, timezone, 'ru'), options)).toBe(ru)
    expect(formatDate(moment, at(now, timezone, 'en'), options)).toBe(en)
  })

  it('are today by the time zone of the company, not of the server', () => {
    const moment = '2026-11-20T22:30:00.000Z'
    expect(formatDate(moment, at('2026-11-21T05:00:00.000Z', 3, 'ru'))).toBe('сегодня')
    expect(formatDate(moment, at('2026-11-21T05:00:00.000Z', 0, 'ru'))).toBe('20 ноября')
  })

  it.each([
    ['2026-11-16', '2026-11-22', {}, '16–22 ноября', 'November 16–22'],
    ['2026-10-26', '2026-11-01', {}, '26 октября – 1 ноября', 'October 26 – November 1'],
    ['2025-11-01', '2025-11-30', { month: true }, 'ноябрь 2025', 'November 2025'],
  ] as const)('days from %s to %s', (from, to, options, ru, en) => {
    const spaced = (text: string) => text.replace(/\s/g, ' ')
    const context = at('2026-11-20T10:00:00.000Z', 3, 'ru')
    expect(spaced(formatDays({ from, to }, context, options))).toBe(ru)
    expect(spaced(formatDays({ from, to }, { ...context, locale: 'en' }, options))).toBe(en)
  })

  it.each([
    ['2026-11-19T06:00:00.000Z', '2026-11-19T15:30:00.000Z', '09:00–18:30'],
    ['2026-11-19T19:00:00.000Z', '2026-11-20T03:00:00.000Z', '19 ноября, 22:00–сегодня, 06:00'],
    ['2026-11-02', '2026-11-08', '2 ноября–8 ноября'],
  ])('range of %s', (from, to, ru) => {
    expect(formatRange(from, to, at('2026-11-20T10:00:00.000Z', 3, 'ru'))).toBe(ru)
  })
})
