import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of warehouses by the names of their routes. */
export const warehouseScreens = {
  'settings.warehouses': {
    component: lazyRouteComponent(() => import('./warehouses-page.tsx'), 'WarehousesPage'),
  },
} satisfies Record<string, Screen>
