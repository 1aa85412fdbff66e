import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'
import { UserAchievementsTab } from './user-achievements-tab.tsx'

/** The achievement screens by route name. */
export const achievementScreens = {
  'user.achievements': {
    component: lazyRouteComponent(() => import('./user-achievements-page.tsx'), 'UserAchievementsPage'),
    tab: UserAchievementsTab,
  },
} satisfies Record<string, Screen>
