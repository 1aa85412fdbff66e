import { describe, expect, test } from 'vitest'
import { dayAt } from '../figures/format.ts'
import { addDays, daysOf, fixedDays, kindOf, monthOf, periodOf, stepPeriod, weekOf } from './periods.ts'

// A Saturday.
const today = '2026-11-21'
const both = (word: string) => ({ from: word, to: word })

describe('periods', () => {
  test('consist of days in the time zone of the company', () => {
    expect(dayAt(Date.parse('2026-11-20T21:30:00Z'), 3)).toBe('2026-11-21')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(weekOf(today)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(weekOf('2026-11-16')).toEqual(weekOf('2026-11-22'))
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(daysOf(weekOf(today))).toHaveLength(7)
  })

  test.each([
    ['today', today, today],
    ['this_week', '2026-11-16', '2026-11-22'],
    ['last_7_days', '2026-11-15', today],
    ['this_month', '2026-11-01', '2026-11-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['2026-01-05', '2026-01-05', '2026-01-05'],
  ])('%s is %s to %s', (word, from, to) => {
    expect(fixedDays(both(word), today)).toEqual({ from, to })
  })

  test('are a day, a week or a month only if they are whole', () => {
    expect(kindOf(both('yesterday'), today)).toBe('day')
    expect(kindOf(both('this_week'), today)).toBe('week')
    expect(kindOf({ from: '2026-10-01', to: '2026-10-31' }, today)).toBe('month')
    expect(kindOf({ from: '2026-10-02', to: '2026-10-31' }, today)).toBe('own')
    expect(kindOf({ from: null, to: null }, today)).toBe('own')
  })

  test('step to the previous and next period, and name the current one by its word', () => {
    expect(stepPeriod(both('this_month'), -1, today)).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(stepPeriod({ from: '2026-10-01', to: '2026-10-31' }, 1, today)).toEqual(both('this_month'))
    expect(stepPeriod(both('today'), -1, today)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(stepPeriod({ from: '2026-11-20', to: '2026-11-20' }, 1, today)).toEqual(both('today'))
    expect(stepPeriod(both('this_week'), 1, today)).toEqual({ from: '2026-11-23', to: '2026-11-29' })
    expect(stepPeriod({ from: '2026-11-01', to: '2026-11-10' }, -1, today)).toEqual({
      from: '2026-10-22',
      to: '2026-10-31',
    })
    expect(stepPeriod({ from: null, to: null }, 1, today)).toEqual({ from: null, to: null })
    expect(periodOf('month', today, today)).toEqual(both('this_month'))
  })
})
