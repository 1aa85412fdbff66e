import type { ListedProduct } from '@artel/contract/products/products'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '../../api/cache/query.ts'
import { useSeen } from '../../api/cache/use-seen.ts'

const shown = 30
const pauseMs = 200

/**
 * Active products that match `search`, and every product that was offered so far.
 * `chosen`: id of the chosen product.
 */
export function useProducts(search: string, chosen: number | null): ListedProduct[] {
  const [text] = useDebouncedValue(search, pauseMs)
  const { data } = useCall('products.list', {
    query: { limit: shown, sort_by: 'name', direction: 'asc' },
    body: { is_active: true, ...(text !== '' && { search: text }) },
  })
  const found = data?.products ?? []
  const offered = useSeen(found)
  const first = useCall(
    'products.list',
    { query: { limit: 1 }, body: { ids: [chosen ?? 0] } },
    { enabled: chosen !== null && !offered.has(chosen) },
  )
  const known = new Map([...(first.data?.products ?? []), ...offered.values()].map((one) => [one.id, one]))
  const others = [...known.values()].filter(({ id }) => !found.some((product) => product.id === id))
  return text === '' ? [...found, ...others] : [...found, ...others.filter(({ id }) => id === chosen)]
}
