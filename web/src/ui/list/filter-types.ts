import type { DayFilter } from '@artel/contract/shapes/days'
import type { ReactNode } from 'react'
import type { ActiveFilter } from '../states/states.tsx'

export type FilterOption = { value: string; label: string; glyph?: ReactNode }

type Named = { key: string; name: string }

/** A filter as its page declares it: one value of a list, several values, a range of days, or a flag. */
export type Filter = Named &
  (
    | {
        kind: 'one'
        options: readonly FilterOption[]
        value: string | null
        onChange: (value: string | null) => void
      }
    | {
        kind: 'many'
        options: readonly FilterOption[]
        value: readonly string[]
        onChange: (value: string[]) => void
        /** Present if more rows exist than options. Receives the search text, at the opening an empty one. */
        onSearch?: (text: string) => void
      }
    | {
        kind: 'days'
        choices: readonly FilterOption[]
        value: DayFilter
        /** The value in words; empty if there is none. */
        text: string
        onChange: (value: DayFilter) => void
      }
    | { kind: 'flag'; value: boolean; onChange: (value: boolean) => void }
  )

/** The chosen value in words; empty if inactive. The name of a flag says all, so a flag has no value. */
export function filterValue(filter: Filter): string {
  if (filter.kind === 'flag') return ''
  if (filter.kind === 'days') return filter.text
  const chosen = filter.kind === 'one' ? [filter.value] : filter.value
  return filter.options
    .filter((option) => chosen.includes(option.value))
    .map((option) => option.label)
    .join(', ')
}

export function isFilterActive(filter: Filter): boolean {
  if (filter.kind === 'many') return filter.value.length > 0
  if (filter.kind === 'days') return filter.text !== ''
  return filter.kind === 'one' ? filter.value !== null : filter.value
}

export function clearFilter(filter: Filter): void {
  if (filter.kind === 'one') filter.onChange(null)
  else if (filter.kind === 'many') filter.onChange([])
  else if (filter.kind === 'days') filter.onChange({ from: null, to: null })
  else filter.onChange(false)
}

/** Active filters in words, for the message «nothing found». */
export function activeFilters(filters: readonly Filter[]): ActiveFilter[] {
  return filters.filter(isFilterActive).map((filter) => ({ name: filter.name, value: filterValue(filter) }))
}
