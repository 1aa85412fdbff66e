import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'
import { UserHoursTab } from './user-hours-tab.tsx'

/** The screens of hours by the names of their routes. */
export const hoursScreens = {
  'user.hours': {
    component: lazyRouteComponent(() => import('./user-hours-page.tsx'), 'UserHoursPage'),
    tab: UserHoursTab,
  },
} satisfies Record<string, Screen>
