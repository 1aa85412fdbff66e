import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The warehouse screens by route name. */
export const warehouseScreens = {
  'settings.warehouses': {
    component: lazyRouteComponent(() => import('./warehouses-page.tsx'), 'WarehousesPage'),
  },
} satisfies Record<string, Screen>
