import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'
import { UserHoursTab } from './user/user-hours-tab.tsx'

/** The hours screens by route name. */
export const hoursScreens = {
  'user.hours': {
    component: lazyRouteComponent(() => import('./user/user-hours-page.tsx'), 'UserHoursPage'),
    tab: UserHoursTab,
  },
} satisfies Record<string, Screen>
