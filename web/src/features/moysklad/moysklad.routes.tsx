import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'
import { UserMoySkladTab } from './user/user-moysklad-tab.tsx'

/** The MoySklad screens by route name. */
export const moySkladScreens = {
  'settings.moy_sklad': {
    component: lazyRouteComponent(() => import('./moysklad-page.tsx'), 'MoySkladPage'),
    prefetch: async () => prefetchCall('moySklad.get', {}),
  },
  'user.moy_sklad': {
    component: lazyRouteComponent(() => import('./user/user-moysklad-page.tsx'), 'UserMoySkladPage'),
    tab: UserMoySkladTab,
  },
} satisfies Record<string, Screen>
