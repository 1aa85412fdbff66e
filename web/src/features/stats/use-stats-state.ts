import type { DayFilter } from '@artel/contract/days'
import { type StatMetric, statMetrics } from '@artel/contract/stats.metrics'
import { useAddressWord } from '../../api/address-word.ts'
import { type ListDefaults, useListState } from '../../api/list-state.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { dayAt, fixedDays, monthOf } from '../../ui/periods.ts'

/** The longest page: nobody looks for themself page after page in a team of fifty. */
const limit = 50

const defaults: ListDefaults<'stats.command'> = {
  sort_by: 'points',
  filters: { date_from: 'this_month', date_to: 'this_month' },
  filterNames: ['date_from', 'date_to', 'warehouse_id', 'product_id', 'league'],
}

/** What the figures are of, kept in the address: the days, the filters, and which of them the chart shows. */
export function useStatsState() {
  const list = useListState(defaults, limit)
  const { filters } = list.state
  const format = useFormat()
  const today = dayAt(format.now(), format.timezone)
  const period: DayFilter = { from: filters.date_from, to: filters.date_to }
  const days = fixedDays(period, today) ?? monthOf(today)
  return {
    ...list,
    period,
    today,
    /** The days as the calendar has them. */
    days,
    /** What every call of figures takes. */
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

/** The figure that the chart shows. */
export const useChosenMetric = () => useAddressWord<StatMetric>('metric', statMetrics, 'units')
