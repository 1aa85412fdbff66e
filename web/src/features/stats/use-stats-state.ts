import type { DayFilter } from '@artel/contract/shapes/days'
import { type StatMetric, statMetrics } from '@artel/contract/stats/stats.metrics'
import { useAddressWord } from '../../api/list/address-word.ts'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { fixedDays, monthOf } from '../../ui/dates/periods.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

/**
 * Rows of a page. It is the maximum, so that a person in a team of fifty finds themself on the first page.
 */
const limit = 50

const defaults: ListDefaults<'stats.command'> = {
  sort_by: 'points',
  filters: { date_from: 'this_month', date_to: 'this_month' },
}

/** The state of the page, kept in the address: the days, the filters and the chosen metric. */
export function useStatsState() {
  const list = useListState('stats.command', limit, defaults)
  const { filters } = list.state
  const format = useFormat()
  const today = format.today()
  const period: DayFilter = { from: filters.date_from, to: filters.date_to }
  const days = fixedDays(period, today) ?? monthOf(today)
  return {
    ...list,
    period,
    today,
    /** The days as fixed dates. */
    days,
    /** The parameters that every stats call takes. */
    asked: {
      date_from: days.from,
      date_to: days.to,
      ...(filters.warehouse_id !== undefined && { warehouse_id: filters.warehouse_id }),
      ...(filters.product_id !== undefined && { product_id: filters.product_id }),
    },
    setPeriod: ({ from, to }: DayFilter) => {
      if (from !== null && to !== null) list.change({ filters: { ...filters, date_from: from, date_to: to } })
    },
  }
}

export type StatsState = ReturnType<typeof useStatsState>

/** The metric that the chart shows. */
export const useChosenMetric = () => useAddressWord<StatMetric>('metric', statMetrics, 'units')
