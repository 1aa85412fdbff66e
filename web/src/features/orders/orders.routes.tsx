import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The order screens by route name. */
export const orderScreens = {
  'orders.index': {
    component: lazyRouteComponent(() => import('./order-list-page.tsx'), 'OrderListPage'),
  },
} satisfies Record<string, Screen>
