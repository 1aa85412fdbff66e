import type { DayFilter } from '@artel/contract/shapes/days'

const dayMs = 86_400_000

/** Calendar days, `YYYY-MM-DD`, both inclusive. */
export type Days = { from: string; to: string }
export type PeriodKind = 'day' | 'week' | 'month' | 'own'

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const nameOf = (date: Date) => date.toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string =>
  nameOf(new Date(dateOf(day).getTime() + count * dayMs))

/** Monday to Sunday. */
export function weekOf(day: string): Days {
  const from = addDays(day, -((dateOf(day).getUTCDay() + 6) % 7))
  return { from, to: addDays(from, 6) }
}

export function monthOf(day: string): Days {
  const [year, month] = [dateOf(day).getUTCFullYear(), dateOf(day).getUTCMonth()]
  return {
    from: nameOf(new Date(Date.UTC(year, month, 1))),
    to: nameOf(new Date(Date.UTC(year, month + 1, 0))),
  }
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Days): string[] {
  const count = Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The fixed days that moving days mean today; null for an open range. */
export function fixedDays({ from, to }: DayFilter, today: string): Days | null {
  if (from === null || to === null) return null
  return { from: meaning(from, today).from, to: meaning(to, today).to }
}

function meaning(bound: string, today: string): Days {
  const on = (day: string): Days => ({ from: day, to: day })
  switch (bound) {
    case 'today':
      return on(today)
    case 'yesterday':
      return on(addDays(today, -1))
    case 'tomorrow':
      return on(addDays(today, 1))
    case 'this_week':
      return weekOf(today)
    case 'last_7_days':
      return { from: addDays(today, -6), to: today }
    case 'this_month':
      return monthOf(today)
    case 'last_month':
      return monthOf(addDays(monthOf(today).from, -1))
    default:
      return on(bound)
  }
}

const isSame = (one: Days, other: Days) => one.from === other.from && one.to === other.to

/** Whether the days are a single day, a whole week or a whole month. */
export function kindOf(days: DayFilter, today: string): PeriodKind {
  const fixed = fixedDays(days, today)
  if (!fixed) return 'own'
  if (fixed.from === fixed.to) return 'day'
  if (isSame(fixed, weekOf(fixed.from))) return 'week'
  return isSame(fixed, monthOf(fixed.from)) ? 'month' : 'own'
}

const wholes = {
  day: { of: (day: string): Days => ({ from: day, to: day }), word: 'today' },
  week: { of: weekOf, word: 'this_week' },
  month: { of: monthOf, word: 'this_month' },
} as const

/** The day, its week or its month. The current period is a word, so that a saved link moves with time. */
export function periodOf(kind: keyof typeof wholes, day: string, today: string): DayFilter {
  const { of, word } = wholes[kind]
  const days = of(day)
  return isSame(days, of(today)) ? { from: word, to: word } : days
}

/** The previous or next period. A period of other days moves by its own length. */
export function stepPeriod(days: DayFilter, direction: -1 | 1, today: string): DayFilter {
  const fixed = fixedDays(days, today)
  if (!fixed) return days
  const kind = kindOf(days, today)
  const beside = direction < 0 ? addDays(fixed.from, -1) : addDays(fixed.to, 1)
  if (kind !== 'own') return periodOf(kind, beside, today)
  const length = daysOf(fixed).length
  return { from: addDays(fixed.from, direction * length), to: addDays(fixed.to, direction * length) }
}
