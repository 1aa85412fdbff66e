import type { ListedProduct } from '@artel/contract/products/products'
import { useSession } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

/** Stock by warehouse, for example «Подольск 120, Тула 30». */
export function useStockText(): (stock: ListedProduct['stock']) => string {
  const format = useFormat()
  const { warehouses } = useSession()
  return (stock) =>
    stock
      .filter(({ quantity }) => quantity > 0)
      .map(({ warehouse_id, quantity }) => {
        const place = warehouses.find(({ id }) => id === warehouse_id)?.name ?? `№ ${warehouse_id}`
        return `${place} ${format.number(quantity)}`
      })
      .join(', ')
}
