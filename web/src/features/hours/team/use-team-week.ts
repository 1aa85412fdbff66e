import { useAddress, useChangeAddress } from '../../../api/list/address.ts'
import { addDays, type Days, weekOf } from '../../../ui/dates/periods.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** The week that the address names by one of its days, else the present week. */
export function useTeamWeek(): {
  week: Days
  today: string
  isPresent: boolean
  step: (direction: -1 | 1) => void
  toPresent: () => void
} {
  const format = useFormat()
  const changeAddress = useChangeAddress()
  const { week: wanted } = useAddress()
  const today = format.today()
  const week = weekOf(isDay(wanted) ? wanted : today)
  const present = weekOf(today).from
  const open = (from: string) => changeAddress({ week: from === present ? undefined : from })
  return {
    week,
    today,
    isPresent: week.from === present,
    step: (direction) => open(addDays(week.from, direction * 7)),
    toPresent: () => open(present),
  }
}
