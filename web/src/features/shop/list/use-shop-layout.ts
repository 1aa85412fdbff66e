import { useNavigate } from '@tanstack/react-router'
import { useAddress } from '../../../api/list/address.ts'
import { useUser } from '../../../api/session/session.ts'

export type ShopLayout = 'table' | 'storefront'

/**
 * Staff always see the storefront; admins see the layout that the address names.
 * `search`: keeps the layout in a link.
 */
export function useShopLayout() {
  const isKeeper = useUser().type !== 'staff'
  const { layout: wanted } = useAddress()
  const navigate = useNavigate()
  const layout: ShopLayout = !isKeeper || wanted === 'storefront' ? 'storefront' : 'table'
  // Drops the other parameters, because filters and sorting of one layout mean nothing in the other.
  const searchFor = (chosen: ShopLayout) => (isKeeper && chosen === 'storefront' ? { layout: chosen } : {})
  return {
    layout,
    isKeeper,
    search: searchFor(layout),
    choose: (chosen: ShopLayout) =>
      void navigate({ to: '/shop', search: searchFor(chosen), resetScroll: false }),
  }
}
