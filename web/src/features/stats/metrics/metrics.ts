import { isBeyondSums } from '@artel/contract/shapes/sums'
import type { StatMetric } from '@artel/contract/stats/stats.metrics'

type MetricLook = {
  kind: 'count' | 'pieces' | 'seconds' | 'percent' | 'money' | 'coins'
  /** Which direction is good; absent if neither is. */
  good?: 'more' | 'less'
}

export const metricLooks: Record<StatMetric, MetricLook> = {
  units: { kind: 'pieces', good: 'more' },
  tasks_done: { kind: 'count', good: 'more' },
  norm_percent: { kind: 'percent', good: 'more' },
  worked_seconds: { kind: 'seconds' },
  task_seconds: { kind: 'seconds' },
  money: { kind: 'money', good: 'more' },
  coins: { kind: 'coins', good: 'more' },
  returns: { kind: 'count', good: 'less' },
  late_days: { kind: 'count', good: 'less' },
  orders: { kind: 'count' },
}

/** The metrics of the strip, in order. The first line has the most important ones. */
export const shownMetrics = [
  'units',
  'tasks_done',
  'norm_percent',
  'money',
  'returns',
  'worked_seconds',
  'task_seconds',
  'coins',
  'late_days',
  'orders',
] satisfies readonly StatMetric[]

export type Tone = 'ok' | 'bad' | 'plain'

/**
 * The change of a figure:
 * a share of the old value, percentage points, or the whole value if the old one was zero.
 */
export type Change = { by: number; unit: 'percent' | 'points' | 'all'; tone: Tone }

/** Whether a difference is good or bad news. */
export function toneOf(difference: number, good: 'more' | 'less' | undefined): Tone {
  if (difference === 0 || good === undefined) return 'plain'
  return difference > 0 === (good === 'more') ? 'ok' : 'bad'
}

/** null if there is nothing to compare, or if a sum is too large to be known exactly. */
export function changeOf(metric: StatMetric, now: number | null, before: number | null): Change | null {
  if (now === null || before === null || isBeyondSums(now) || isBeyondSums(before)) return null
  const { kind, good } = metricLooks[metric]
  const difference = now - before
  const tone = toneOf(difference, good)
  if (kind === 'percent') return { by: difference / 100, unit: 'points', tone }
  if (before === 0) return { by: difference, unit: 'all', tone }
  return { by: difference / Math.abs(before), unit: 'percent', tone }
}

/** Whether a day's value is counted on that day alone. A share of the norm is not: it flows from day to day. */
export const isCounted = (metric: StatMetric): boolean => metricLooks[metric].kind !== 'percent'

/** Metric units for one unit on the chart axis: 3600 seconds for an hour, 100 kopecks for a rouble. */
export const plotScale = (metric: StatMetric): number =>
  ({ seconds: 3600, money: 100, count: 1, pieces: 1, percent: 1, coins: 1 })[metricLooks[metric].kind]
