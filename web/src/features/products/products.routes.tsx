import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/**
 * The product screens by route name.
 * The page of one product is declared in the app, because it shows other features too.
 */
export const productScreens = {
  'products.index': {
    component: lazyRouteComponent(() => import('./list/product-list-page.tsx'), 'ProductListPage'),
  },
  'products.import': {
    component: lazyRouteComponent(() => import('./form/product-import-page.tsx'), 'ProductImportPage'),
  },
  'product.create': {
    component: lazyRouteComponent(() => import('./form/product-create-page.tsx'), 'ProductCreatePage'),
  },
} satisfies Record<string, Screen>
