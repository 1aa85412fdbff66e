import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import type { Filter } from '../../ui/filter-types.ts'

const shown = 30
const pauseMs = 200

/** The filter of a list by supplies, called `name`. Nothing is asked for it until somebody opens it, but the numbers of those that are chosen. */
export function useSupplyFilter(
  name: string,
  chosen: readonly number[],
  onChange: (ids: number[]) => void,
): Filter {
  const [search, setSearch] = useState<string | null>(null)
  const [text] = useDebouncedValue(search, pauseMs)
  const numbered = useCall(
    'supplies.list',
    { query: { limit: 200 }, body: { ids: [...chosen], deleted: 'with' } },
    { enabled: chosen.length > 0 },
  )
  const found = useCall(
    'supplies.list',
    { query: { limit: shown }, body: text ? { search: text } : {} },
    { enabled: search !== null },
  )
  const known = (chosen.length > 0 && numbered.data?.supplies) || []
  const others = found.data?.supplies.filter(({ id }) => !known.some((supply) => supply.id === id)) ?? []
  return {
    key: 'supply_id',
    kind: 'many',
    name,
    options: [...known, ...others].map(({ id, number }) => ({ value: String(id), label: number })),
    value: chosen.map(String),
    onChange: (ids) => onChange(ids.map(Number)),
    onSearch: setSearch,
  }
}
