import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'
import { UserStatsTab } from './user-stats-tab.tsx'

/** The analytics screens by route name. */
export const statScreens = {
  'analytics.index': {
    component: lazyRouteComponent(() => import('./own-page.tsx'), 'OwnPage'),
  },
  'analytics.command': {
    component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
  },
  'user.analytics': {
    component: lazyRouteComponent(() => import('./user-stats-page.tsx'), 'UserStatsPage'),
    tab: UserStatsTab,
  },
} satisfies Record<string, Screen>
