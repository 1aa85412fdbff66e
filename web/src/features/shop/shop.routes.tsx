import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'

/**
 * The screens of single items by route name.
 * The shop page is declared in the app, because it shows other features too.
 */
export const shopScreens = {
  'shop.create': {
    component: lazyRouteComponent(() => import('./form/shop-create-page.tsx'), 'ShopCreatePage'),
  },
  'shop.show': {
    component: lazyRouteComponent(() => import('./page/shop-item-page.tsx'), 'ShopItemPage'),
    prefetch: async ({ id }) => prefetchCall('shop.get', { params: { id: Number(id) } }),
  },
} satisfies Record<string, Screen>
