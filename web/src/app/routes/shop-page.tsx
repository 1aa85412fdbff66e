import { ShopListPage } from '../../features/shop/list/shop-list-page.tsx'
import { useShopLayout } from '../../features/shop/shop.ts'
import { Storefront } from '../../features/shop/storefront/storefront.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'

const League = lazyPart(async () => (await import('../../features/achievements/own-league.tsx')).OwnLeague)
const Orders = lazyPart(async () => (await import('../../features/orders/own-orders.tsx')).OwnOrders)

/** The shop: a storefront with own league and orders, or a table to manage items. */
export function ShopPage() {
  if (useShopLayout().layout === 'table') return <ShopListPage />
  return (
    <LazyBoundary>
      <Storefront League={League} Orders={Orders} />
    </LazyBoundary>
  )
}
