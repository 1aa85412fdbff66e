import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Filter } from '../../ui/list/filter-types.ts'

const pauseMs = 200

type Option = { id: number; label: string }
/** Reads rows of a list: those with the ids, or the first that contain the text; nothing while not asked. */
export type UseOptions = (asked: { ids: number[] } | { search?: string }, isAsked: boolean) => Option[]

type Searched = {
  key: string
  name: string
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/**
 * A filter by rows that are too many to offer them all. Until it is opened, it requests only the chosen rows.
 */
export function useSearchedFilter({ key, name, chosen, onChange }: Searched, useOptions: UseOptions): Filter {
  const [search, setSearch] = useState<string | null>(null)
  const [text] = useDebouncedValue(search, pauseMs)
  const known = useOptions({ ids: [...chosen] }, chosen.length > 0)
  const found = useOptions(text ? { search: text } : {}, search !== null)
  const others = found.filter(({ id }) => !known.some((option) => option.id === id))
  return {
    key,
    kind: 'many',
    name,
    options: [...known, ...others].map(({ id, label }) => ({ value: String(id), label })),
    value: chosen.map(String),
    onChange: (ids) => onChange(ids.map(Number)),
    onSearch: setSearch,
  }
}
