import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import classes from './filter-bar.module.css'
import type { Filter, FilterOption } from './filter-types.ts'

// Loaded on demand, because most first pages have no filter with a single choice.
const FilterRadio = lazyPart(async () => (await import('./filter-radio.tsx')).FilterRadio)

type ListFilter = Extract<Filter, { kind: 'one' | 'many' }>

/** Maximum number of options that are shown without a search. */
const seenAtOnce = 8

/** The options of one filter. A single choice closes by `onDone`; multiple choices keep the list open. */
export function FilterOptions({ filter, onDone }: { filter: ListFilter; onDone: () => void }) {
  const [search, setSearch] = useState('')
  const needle = search.trim().toLocaleLowerCase()
  const onSearch = filter.kind === 'many' ? filter.onSearch : undefined
  useEffect(() => onSearch?.(search.trim()), [onSearch, search])
  const shown = onSearch
    ? filter.options
    : filter.options.filter((option) => option.label.toLocaleLowerCase().includes(needle))
  return (
    <fieldset className={classes.options} aria-label={filter.name}>
      {(onSearch || filter.options.length > seenAtOnce) && (
        <TextInput
          size="xs"
          aria-label={filter.name}
          placeholder={filter.name}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map((option) =>
        filter.kind === 'many' ? (
          <Checkbox
            key={option.value}
            label={<OptionLabel option={option} />}
            checked={filter.value.includes(option.value)}
            onChange={(event) => filter.onChange(toggled(filter, option.value, event.currentTarget.checked))}
          />
        ) : (
          <LazyBoundary key={option.value}>
            <FilterRadio
              name={filter.key}
              label={<OptionLabel option={option} />}
              isChosen={filter.value === option.value}
              onChoose={() => {
                filter.onChange(option.value)
                onDone()
              }}
            />
          </LazyBoundary>
        ),
      )}
    </fieldset>
  )
}

function OptionLabel({ option }: { option: FilterOption }) {
  return (
    <span className={classes.option}>
      {option.glyph}
      {option.label}
    </span>
  )
}

// In the order of the options, so that the same choice always has the same address.
function toggled(filter: Extract<Filter, { kind: 'many' }>, value: string, isChosen: boolean): string[] {
  return filter.options
    .map((option) => option.value)
    .filter((other) => (other === value ? isChosen : filter.value.includes(other)))
}
