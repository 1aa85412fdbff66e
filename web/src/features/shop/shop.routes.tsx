import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/query.ts'
import type { Screen } from '../../api/screen.ts'

/** The screens of single items by the names of their routes; the shop itself shows more than its items. */
export const shopScreens = {
  'shop.create': {
    component: lazyRouteComponent(() => import('./shop-create-page.tsx'), 'ShopCreatePage'),
  },
  'shop.show': {
    component: lazyRouteComponent(() => import('./shop-item-page.tsx'), 'ShopItemPage'),
    prefetch: async ({ id }) => prefetchCall('shop.get', { params: { id: Number(id) } }),
  },
} satisfies Record<string, Screen>
