import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of products by the names of their routes; one product by itself shows more than this feature knows. */
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
} satisfies Record<string, Screen>
