import '@mantine/dates/styles.css'
import './calendar.css'
import 'dayjs/locale/ru'
import type { DayFilter } from '@artel/contract/shapes/days'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useFormat } from '../figures/format-context.tsx'
import { useCalendarLabels } from './calendar-labels.ts'
import { useCalendarToday } from './calendar-today.ts'

type DayCalendarProps = { value: DayFilter; onChange: (value: DayFilter) => void }

/** A choice of the first and the last day. To choose one day, press it twice. */
export function DayCalendar({ value, onChange }: DayCalendarProps) {
  const { locale } = useFormat()
  const today = useCalendarToday()
  const labels = useCalendarLabels()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<[string | null, string | null]>([value.from, value.to])
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      size={isPhone ? 'md' : 'sm'}
      locale={locale}
      hideOutsideDates
      ariaLabels={labels}
      value={chosen}
      {...today}
      {...(value.from !== null && { defaultDate: value.from })}
      onChange={([from, to]) => {
        setChosen([from, to])
        // The first day alone is not a complete choice.
        if (to !== null) onChange({ from, to })
      }}
    />
  )
}
