import type { StatSpan } from '@artel/contract/stats/stats'
import type { StatGroup } from '@artel/contract/stats/stats.metrics'
import { type Days, daysOf } from '../../ui/dates/periods.ts'

/** The most points a chart can show at each grouping. */
const maxPoints = { hour: 1, day: 62, week: 366 } as const

/** The grouping of a chart for these days, so that its points stay readable. */
export function groupOf(days: Days): StatGroup {
  const count = daysOf(days).length
  if (count <= maxPoints.hour) return 'hour'
  if (count <= maxPoints.day) return 'day'
  return count <= maxPoints.week ? 'week' : 'month'
}

/** How many of the spans have begun. The rest are in the future. */
export function begunOf(spans: readonly StatSpan[], today: string, hourNow: number): number {
  const isToCome = ({ date_from, hour }: StatSpan) =>
    date_from > today || (date_from === today && hour !== null && hour > hourNow)
  const first = spans.findIndex(isToCome)
  return first < 0 ? spans.length : first
}
