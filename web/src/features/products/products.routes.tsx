import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/query.ts'
import type { Screen } from '../../api/screen.ts'

/** The screens of products by the names of their routes. */
export const productScreens = {
  'products.index': {
    component: lazyRouteComponent(() => import('./product-list-page.tsx'), 'ProductListPage'),
  },
  'products.import': {
    component: lazyRouteComponent(() => import('./product-import-page.tsx'), 'ProductImportPage'),
  },
  'product.create': {
    component: lazyRouteComponent(() => import('./product-create-page.tsx'), 'ProductCreatePage'),
  },
  'product.index': {
    component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
    prefetch: async ({ id }) => prefetchCall('products.get', { params: { id: Number(id) } }),
  },
} satisfies Record<string, Screen>
