import { type RelativeDays, relativeDays } from '@artel/contract/shapes/days'

const dayMs = 86_400_000

type Days = { first: string; last: string }

/** The calendar days that a relative span means on `today`, both ends included. */
export function resolveDays(days: RelativeDays, today: string): Days {
  const [year = 0, month = 1] = today.split('-').map(Number)
  // Weeks begin on Monday, which is 0.
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const from = (shift: number, length: number): Days => ({
    first: shiftDay(today, shift),
    last: shiftDay(today, shift + length - 1),
  })
  switch (days) {
    case 'today':
      return from(0, 1)
    case 'yesterday':
      return from(-1, 1)
    case 'tomorrow':
      return from(1, 1)
    case 'this_week':
      return from(-weekday, 7)
    case 'last_7_days':
      return from(-6, 7)
    case 'this_month':
      return monthOf(year, month)
    case 'last_month':
      return monthOf(year, month - 1)
  }
}

/** The day `by` days later, or earlier if negative. */
export const shiftDay = (day: string, by: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + by * dayMs)

/** The anniversary of `from` in a year. For a 29 February it is the 28th in years without one. */
export function anniversary(from: string, year: number): string {
  const sameDay = `${String(year).padStart(4, '0')}${from.slice(4)}`
  return shiftDay(sameDay, 0) === sameDay ? sameDay : `${year}-02-28`
}

/** The number of years completed exactly on this day; 0 on any other day. */
export function yearsOver(from: string, day: string): number {
  const year = Number(day.slice(0, 4))
  return day === anniversary(from, year) ? Math.max(0, year - Number(from.slice(0, 4))) : 0
}

// Month 0 is the December of the previous year. Day 0 of a month is the last day of the previous month.
const monthOf = (year: number, month: number): Days => ({
  first: dayOf(Date.UTC(year, month - 1, 1)),
  last: dayOf(Date.UTC(year, month, 0)),
})

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const isRelative = (bound: string): bound is RelativeDays =>
  relativeDays.some((days) => days === bound)
