import { useNavigate } from '@tanstack/react-router'
import { useAddress } from '../../api/address.ts'
import { useUser } from '../../api/session.ts'

export type ShopLayout = 'table' | 'storefront'

/** Staff look at the shop to buy; whoever keeps it does where the address says so. `search`: keeps it so in a link. */
export function useShopLayout() {
  const isKeeper = useUser().type !== 'staff'
  const { layout: wanted } = useAddress()
  const navigate = useNavigate()
  const layout: ShopLayout = !isKeeper || wanted === 'storefront' ? 'storefront' : 'table'
  // What is filtered and sorted in one of them means nothing in the other.
  const searchFor = (chosen: ShopLayout) => (isKeeper && chosen === 'storefront' ? { layout: chosen } : {})
  return {
    layout,
    isKeeper,
    search: searchFor(layout),
    choose: (chosen: ShopLayout) =>
      void navigate({ to: '/shop', search: searchFor(chosen), resetScroll: false }),
  }
}
