import type { StatSpan } from '@artel/contract/stats/stats'
import type { StatGroup } from '@artel/contract/stats/stats.metrics'
import { useFormat } from '../../ui/figures/format-context.tsx'

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The spans of a chart in words: short for the axis, and in full. */
export function useSpanWords(group: StatGroup) {
  const format = useFormat()
  return {
    title: ({ date_from, date_to, hour }: StatSpan): string => {
      if (hour !== null) return `${format.date(date_from)}, ${hourName(hour)}–${hourName(hour + 1)}`
      return group === 'day'
        ? format.date(date_from)
        : format.days({ from: date_from, to: date_to }, { month: group === 'month' })
    },
    /** `first`: the first day of the chart. */
    tick: ({ date_from, hour }: StatSpan, first: string): string => {
      if (hour !== null) return String(hour)
      if (group === 'month') return format.days({ from: date_from, to: date_from }, { month: true })
      const isOfOneMonth = group === 'day' && date_from.slice(0, 7) === first.slice(0, 7)
      return isOfOneMonth
        ? String(Number(date_from.slice(8)))
        : format.date(date_from, { shortMonth: true, year: false })
    },
  }
}
