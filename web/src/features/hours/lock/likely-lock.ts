import { addDays, monthOf, weekOf } from '../../../ui/dates/periods.ts'

/** The day that a lock would likely reach now: the end of last month, else of last week, else yesterday. */
export function likelyLock(today: string, lockedUntil: string | null): string {
  const ends = [monthOf(today).from, weekOf(today).from, today].map((day) => addDays(day, -1))
  return ends.find((end) => lockedUntil === null || end > lockedUntil) ?? today
}
