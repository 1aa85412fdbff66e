import type { ProductBrief } from '@artel/contract/products/products.brief'
import { useState } from 'react'
import { useCall } from '../../api/cache/query.ts'

const mostAtOnce = 100

/**
 * The products of a form by id. A form that was restored names products that it does not know, and the server is
 * asked for those.
 */
export function useMissingProducts(
  ids: readonly number[],
  known: ReadonlyMap<number, ProductBrief>,
): { get: (id: number) => ProductBrief | undefined } {
  const [read, setRead] = useState<ReadonlyMap<number, ProductBrief>>(new Map())
  const missing = ids.filter((id) => !known.has(id) && !read.has(id)).slice(0, mostAtOnce)
  const { data } = useCall(
    'products.list',
    { query: { limit: mostAtOnce }, body: { ids: missing } },
    { enabled: missing.length > 0 },
  )
  const fresh = (data?.products ?? []).filter(({ id }) => !read.has(id))
  if (fresh.length > 0) setRead(new Map([...read, ...fresh.map((product) => [product.id, product] as const)]))
  return { get: (id) => known.get(id) ?? read.get(id) }
}
