import { lazy, Suspense } from 'react'
import { useShopLayout } from '../features/shop/shop.ts'
import { ShopListPage } from '../features/shop/shop-list-page.tsx'
import { Storefront } from '../features/shop/storefront.tsx'

const League = lazy(async () => ({
  default: (await import('../features/achievements/own-league.tsx')).OwnLeague,
}))
const Orders = lazy(async () => ({
  default: (await import('../features/orders/own-orders.tsx')).OwnOrders,
}))

/** The shop: to be bought from, beside what one has and has ordered; to be kept by all but staff. */
export function ShopPage() {
  if (useShopLayout().layout === 'table') return <ShopListPage />
  return (
    <Suspense>
      <Storefront League={League} Orders={Orders} />
    </Suspense>
  )
}
