import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'

const prefetch: Screen['prefetch'] = async ({ id }) =>
  prefetchCall('supplies.get', { params: { id: Number(id) } })

/** The supply screens by route name. */
export const supplyScreens = {
  'supplies.index': {
    component: lazyRouteComponent(() => import('./list/supply-list-page.tsx'), 'SupplyListPage'),
  },
  'supplies.create': {
    component: lazyRouteComponent(() => import('./form/supply-create-page.tsx'), 'SupplyCreatePage'),
  },
  'supplies.edit': {
    component: lazyRouteComponent(() => import('./form/supply-edit-page.tsx'), 'SupplyEditPage'),
    prefetch,
  },
  'supply.index': {
    component: lazyRouteComponent(() => import('./page/supply-page.tsx'), 'SupplyPage'),
    prefetch,
  },
} satisfies Record<string, Screen>
