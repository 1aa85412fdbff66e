import type { ProductBrief } from '@artel/contract/products/products.brief'
import { useState } from 'react'
import { useCall } from '../../api/cache/query.ts'

const maxAtOnce = 100

type Products = ReadonlyMap<number, ProductBrief>

const byId = (products: readonly ProductBrief[]): Products =>
  new Map(products.map((product) => [product.id, product]))

/**
 * The products of a form by id. A form that was restored names products that are not among `known`, and the server is
 * asked for those. `keep` takes a product that the person has just chosen.
 */
export function useFormProducts(ids: readonly number[], known: readonly ProductBrief[]) {
  const [kept, setKept] = useState<Products>(new Map())
  const products: Products = new Map([...kept, ...byId(known)])
  const missing = ids.filter((id) => !products.has(id)).slice(0, maxAtOnce)
  const { data } = useCall(
    'products.list',
    { query: { limit: maxAtOnce }, body: { ids: missing } },
    { enabled: missing.length > 0 },
  )
  const fresh = (data?.products ?? []).filter(({ id }) => !kept.has(id))
  if (fresh.length > 0) setKept(new Map([...kept, ...byId(fresh)]))
  return {
    get: (id: number): ProductBrief | undefined => products.get(id),
    keep: (product: ProductBrief) => setKept((before) => new Map([...before, ...byId([product])])),
  }
}
