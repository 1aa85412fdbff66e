import { addDays } from '../../ui/dates/periods.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

const someMonday = '2024-01-01'

/** Weekday names by number; Monday is 1. */
export function useWeekdays() {
  const { weekday } = useFormat()
  const name = (length: 'long' | 'short') => (number: number) =>
    weekday(addDays(someMonday, number - 1), length)
  return { short: name('short'), long: name('long') }
}
