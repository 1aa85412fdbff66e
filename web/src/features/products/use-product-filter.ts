import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import type { Filter } from '../../ui/filter-types.ts'

const shown = 30
const pauseMs = 200

/** The filter of a list by products, called `name`. Nothing is asked for it until somebody opens it, but the names of those that are chosen. */
export function useProductFilter(
  name: string,
  chosen: readonly number[],
  onChange: (ids: number[]) => void,
): Filter {
  const [search, setSearch] = useState<string | null>(null)
  const [text] = useDebouncedValue(search, pauseMs)
  const named = useCall(
    'products.list',
    { query: { limit: 200 }, body: { ids: [...chosen] } },
    { enabled: chosen.length > 0 },
  )
  const found = useCall(
    'products.list',
    { query: { limit: shown, sort_by: 'name', direction: 'asc' }, body: text ? { search: text } : {} },
    { enabled: search !== null },
  )
  const known = (chosen.length > 0 && named.data?.products) || []
  const others = found.data?.products.filter(({ id }) => !known.some((product) => product.id === id)) ?? []
  return {
    key: 'product_id',
    kind: 'many',
    name,
    options: [...known, ...others].map((product) => ({ value: String(product.id), label: product.name })),
    value: chosen.map(String),
    onChange: (ids) => onChange(ids.map(Number)),
    onSearch: setSearch,
  }
}
