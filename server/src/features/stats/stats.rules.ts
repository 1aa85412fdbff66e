import { recordOf } from '@artel/contract/shapes/records'
import type { Figures, StatPeriod, StatSpan } from '@artel/contract/stats/stats'
import type { StatGroup, StatMetric } from '@artel/contract/stats/stats.metrics'
import { shiftDay } from '../../days.ts'

/** Columns that the roll-ups sum. */
export const sumColumns = [
  'tasks_done',
  'units',
  'norm_seconds',
  'spent_seconds',
  'task_seconds',
  'worked_seconds',
  'on_shift_seconds',
  'money',
  'coins',
  'returns',
  'late_days',
  'orders',
] as const
export type SumColumn = (typeof sumColumns)[number]
export type Sums = Record<SumColumn, number>

const dayMs = 86_400_000

export const countDays = (first: string, last: string): number =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayMs + 1

export const earlier = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other)

/** The number of calendar months that the days fill; 0 if they begin or end within one. */
function monthsIn(first: string, last: string): number {
  const next = shiftDay(last, 1)
  if (!first.endsWith('-01') || !next.endsWith('-01')) return 0
  return (
    (Number(next.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(next.slice(5, 7)) -
    Number(first.slice(5, 7))
  )
}

/** The first day of the month that is `by` months earlier. */
function monthBefore(first: string, by: number): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - by, 1)).toISOString().slice(0, 10)
}

/**
 * Returns the requested days and the previous days that they are compared with. Whole months are compared with the
 * same dates of as many months before. All other days are compared with the same days of the week, the nearest ones
 * before them, because a warehouse works by weeks. The previous days end before the requested ones begin. If the
 * requested days are not over, the previous days count only up to the same point: the same time of the day that
 * corresponds to today.
 */
export function periodOf(first: string, last: string, today: string, now: Date): StatPeriod {
  const months = monthsIn(first, last)
  const weeks = Math.ceil(countDays(first, last) / 7)
  const previous_from = months > 0 ? monthBefore(first, months) : shiftDay(first, -7 * weeks)
  const days = countDays(previous_from, first) - 1
  const isRunning = first <= today && today <= last
  const same = shiftDay(isRunning ? today : last, -days)
  const end = shiftDay(first, -1)
  return {
    date_from: first,
    date_to: last,
    today,
    previous_from,
    // Two quarters or years may differ by a day, and are compared whole.
    previous_to: months > 1 && !isRunning ? end : earlier(same, end),
    // A shorter month is over at this date.
    cut_at: isRunning && same <= end ? new Date(now.getTime() - days * dayMs).toISOString() : null,
  }
}

/** Whole percent; null if no finished work has a norm. */
export const percentOf = (norm: number, spent: number): number | null =>
  spent > 0 ? Math.round((100 * norm) / spent) : null

export const metricOf = (metric: StatMetric, sums: Sums): number | null =>
  metric === 'norm_percent' ? percentOf(sums.norm_seconds, sums.spent_seconds) : sums[metric]

export const figuresOf = ({ on_shift_seconds: _, norm_seconds, spent_seconds, ...sums }: Sums): Figures => ({
  ...sums,
  norm_percent: percentOf(norm_seconds, spent_seconds),
})

export const subtract = (sums: Sums, less: Sums): Sums =>
  recordOf(sumColumns, (column) => sums[column] - less[column])

/** The Monday of a day's week. */
const mondayOf = (day: string): string => shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const bucketOf: Record<StatGroup, (day: string) => string> = {
  hour: (day) => day,
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, 7)}-01`,
}

/** Divides days into parts: the start of each part, and its days within the range. */
export function divide(
  first: string,
  last: string,
  group: StatGroup,
): { labels: string[]; spans: StatSpan[] } {
  const labels: string[] = []
  const spans: StatSpan[] = []
  for (let day = first; day <= last; day = shiftDay(day, 1)) {
    const label = bucketOf[group](day)
    const span = spans.at(-1)
    if (group === 'hour') {
      for (let hour = 0; hour < 24; hour += 1) {
        labels.push(`${day}T${String(hour).padStart(2, '0')}`)
        spans.push({ date_from: day, date_to: day, hour })
      }
    } else if (span && labels.at(-1) === label) span.date_to = day
    else {
      labels.push(label)
      spans.push({ date_from: day, date_to: day, hour: null })
    }
  }
  return { labels, spans }
}

/** The matching span of the previous days; null after their cut. `cutHour` is an hour of the last day. */
export function spanBefore(
  { date_from, previous_from, previous_to }: StatPeriod,
  span: StatSpan,
  cutHour: number | null,
): StatSpan | null {
  const by = countDays(previous_from, date_from) - 1
  const [first, last] = [shiftDay(span.date_from, -by), shiftDay(span.date_to, -by)]
  if (first > previous_to) return null
  if (span.hour !== null && cutHour !== null && first === previous_to && span.hour > cutHour) return null
  return { date_from: first, date_to: earlier(last, previous_to), hour: span.hour }
}

/** Counts each weekday between two days, Monday first. */
export function countWeekdays(first: string, last: string): number[] {
  const counts = Array.from({ length: 7 }, () => 0)
  for (let day = first; day <= last; day = shiftDay(day, 1)) {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}

export type BestSpanOf = { value: number; date_from: string; date_to: string }

/** The day, week or month with the greatest sum, the first of equal ones; null if no sum is above 0. */
export function bestOf(
  days: readonly { day: string; value: number }[],
  group: 'day' | 'week' | 'month',
): BestSpanOf | null {
  const sums = new Map<string, number>()
  for (const { day, value } of days) {
    const label = bucketOf[group](day)
    sums.set(label, (sums.get(label) ?? 0) + value)
  }
  let best: { label: string; value: number } | null = null
  for (const [label, value] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (value > (best?.value ?? 0)) best = { label, value }
  }
  return best && { value: best.value, date_from: best.label, date_to: lastOf(best.label, group) }
}

function lastOf(label: string, group: 'day' | 'week' | 'month'): string {
  if (group === 'day') return label
  if (group === 'week') return shiftDay(label, 6)
  return shiftDay(`${shiftDay(label, 31).slice(0, 7)}-01`, -1)
}

/** Kopecks per unit; null if there are no units. */
export const shareOf = (money: number, count: number): number | null =>
  count > 0 ? Math.round(money / count) : null
