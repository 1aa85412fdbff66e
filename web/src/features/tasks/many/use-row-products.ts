import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import { useSeen } from '../../../api/cache/use-seen.ts'
import type { Rated } from '../task-rates.ts'
import { nameKey } from './many-tasks.ts'

/** Products in the first page. Most companies have no more. */
const atOnce = 200
const pauseMs = 200

type Named = Rated & { article: string }

export type RowProducts = {
  names: readonly string[]
  /** Products by the lookup key of the name and of the article. */
  byKey: ReadonlyMap<string, Rated>
  search: (text: string) => void
}

/**
 * Active products, for fields that take one as text. Products with the same name are told apart by article.
 */
export function useRowProducts(): RowProducts {
  const [text, setText] = useState('')
  const [sought] = useDebouncedValue(text.trim(), pauseMs)
  const sorted = { limit: atOnce, sort_by: 'name', direction: 'asc' } as const
  const all = useCall('products.list', { query: sorted, body: { is_active: true } })
  // If there are more products than the first page, the rest are searched for by the typed text.
  const isMore = (all.data?.pagination.total ?? 0) > atOnce && sought !== ''
  const found = useCall(
    'products.list',
    { query: { ...sorted, limit: 20 }, body: { is_active: true, search: sought } },
    { enabled: isMore },
  )
  const products = [...(all.data?.products ?? []), ...((isMore && found.data?.products) || [])]
  const seen = useSeen(products)
  const named = useMemo(() => nameApart([...seen.values()]), [seen])
  return useMemo(() => ({ ...named, search: setText }), [named])
}

function nameApart(products: readonly Named[]): Omit<RowProducts, 'search'> {
  const counts = new Map<string, number>()
  for (const { name } of products) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1)
  const named = products.map((product) => {
    const { name, article } = product
    const isShared = (counts.get(nameKey(name)) ?? 0) > 1
    return [isShared ? `${name} · ${article}` : name, product] as const
  })
  return {
    names: named.map(([name]) => name),
    byKey: new Map([
      ...products.map((product) => [nameKey(product.article), product] as const),
      ...named.map(([name, product]) => [nameKey(name), product] as const),
    ]),
  }
}
