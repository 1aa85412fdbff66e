import { lazy, Suspense } from 'react'
import { useUser } from '../api/session.ts'
import { ShopListPage } from '../features/shop/shop-list-page.tsx'
import { Storefront } from '../features/shop/storefront.tsx'

const League = lazy(async () => ({
  default: (await import('../features/achievements/own-league.tsx')).OwnLeague,
}))
const Orders = lazy(async () => ({
  default: (await import('../features/orders/own-orders.tsx')).OwnOrders,
}))

/** The shop: to be bought from by staff, beside what they have and have ordered; to be kept by all others. */
export function ShopPage() {
  if (useUser().type !== 'staff') return <ShopListPage />
  return (
    <Suspense>
      <Storefront League={League} Orders={Orders} />
    </Suspense>
  )
}
