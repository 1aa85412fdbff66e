import { unscaled } from '@artel/contract/shapes/sums'
import type { StatPeriod } from '@artel/contract/stats/stats'
import type { RowMetric, StatMetric } from '@artel/contract/stats/stats.metrics'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { type Change, metricLooks, plotScale } from './metrics.ts'

const kindOf = (metric: RowMetric) =>
  metric === 'on_shift_seconds'
    ? 'seconds'
    : metric === 'boxes' || metric === 'supplies'
      ? 'count'
      : metricLooks[metric].kind

const weekMs = 7 * 86_400_000

/** Figures in words: names, values and changes. */
export function useMetricWords() {
  const t = useTranslations('stats')
  const format = useFormat()
  const value = (metric: RowMetric, amount: number | null): string => {
    if (amount === null) return '—'
    const kind = kindOf(metric)
    if (kind === 'seconds') return format.hours(amount)
    if (kind === 'money') return format.money(amount)
    return kind === 'percent' ? format.share(amount / 100) : format.number(amount)
  }
  const daysBefore = ({ previous_from, previous_to }: StatPeriod) =>
    format.days({ from: previous_from, to: previous_to })
  return {
    name: (metric: RowMetric) => t(`metric_${metric}`),
    unit: (metric: StatMetric) => t(`unit_${metricLooks[metric].kind}`),
    value,
    /** The text for a value on the chart's axis scale. */
    plotted: (metric: StatMetric, amount: number | null) =>
      value(metric, amount === null ? null : Math.round(unscaled(amount, plotScale(metric)))),
    tick: (amount: number) => format.number(amount, { decimals: amount % 1 === 0 ? 0 : 1 }),
    change: (metric: StatMetric, { by, unit }: Change): string => {
      if (unit !== 'all') return format.change(by, { unit: unit === 'points' ? 'points' : 'percent' })
      return `+${value(metric, by)}`
    },
    days: daysBefore,
    /** What the days have in common with those before them. */
    wayBefore: ({ date_from, previous_from }: StatPeriod): 'weekdays' | 'dates' =>
      (Date.parse(date_from) - Date.parse(previous_from)) % weekMs === 0 ? 'weekdays' : 'dates',
    /** For example «к 1–20 октября». */
    before: (period: StatPeriod): string => {
      const { cut_at } = period
      const days = daysBefore(period)
      return cut_at === null
        ? t('comparedTo', { days })
        : t('comparedUntil', { days, time: format.time(cut_at) })
    },
  }
}
