import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'
import { UserStatsTab } from './user/user-stats-tab.tsx'

/** The analytics screens by route name. */
export const statScreens = {
  'analytics.index': {
    component: lazyRouteComponent(() => import('./user/own-page.tsx'), 'OwnPage'),
  },
  'analytics.command': {
    component: lazyRouteComponent(() => import('./team/team-page.tsx'), 'TeamPage'),
  },
  'user.analytics': {
    component: lazyRouteComponent(() => import('./user/user-stats-page.tsx'), 'UserStatsPage'),
    tab: UserStatsTab,
  },
} satisfies Record<string, Screen>
