import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import { SkeletonRows } from '../states/skeleton.tsx'
import classes from './filter-bar.module.css'
import { FilterRadio } from './filter-radio.tsx'
import type { Filter } from './filter-types.ts'

// Loaded at the first opening, because the calendar alone is larger than a list.
const DayCalendar = lazyPart(async () => (await import('../dates/day-calendar.tsx')).DayCalendar)

const waiting = <SkeletonRows rows={7} height={36} cells={[{ kind: 'text' }]} />

const own = 'own'

/** Days that move, by name, and a calendar for fixed days. */
export function FilterDays({ filter }: { filter: Extract<Filter, { kind: 'days' }> }) {
  const t = useTranslations('ui')
  const { value, choices, onChange } = filter
  const [isOwn, setIsOwn] = useState(
    filter.text !== '' && !choices.some((choice) => stands(choice.value, value)),
  )
  const options = [...choices, { value: own, label: t('daysOwn') }]
  const isChosen = (option: string) => (option === own ? isOwn : !isOwn && stands(option, value))
  const choose = (option: string) => {
    setIsOwn(option === own)
    if (option !== own) onChange({ from: option, to: option })
  }
  return (
    <fieldset className={classes.options} aria-label={filter.name}>
      {options.map((option) => (
        <FilterRadio
          key={option.value}
          name={filter.key}
          label={<span className={classes.days}>{option.label}</span>}
          isChosen={isChosen(option.value)}
          onChoose={() => choose(option.value)}
        />
      ))}
      {isOwn && (
        <LazyBoundary fallback={waiting}>
          <DayCalendar value={fixedOf(value)} onChange={onChange} />
        </LazyBoundary>
      )}
    </fieldset>
  )
}

const stands = (option: string, { from, to }: { from: string | null; to: string | null }) =>
  from === option && to === option

/** A calendar cannot show days that move. */
const fixedOf = ({ from, to }: { from: string | null; to: string | null }) => {
  const fixed = (bound: string | null) => (bound !== null && /^\d/.test(bound) ? bound : null)
  return { from: fixed(from), to: fixed(to) }
}
