import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The company settings screens by route name. */
export const companyScreens = {
  'settings.overall': { component: lazyRouteComponent(() => import('./overall-page.tsx'), 'OverallPage') },
  'settings.hours': { component: lazyRouteComponent(() => import('./hours/hours-page.tsx'), 'HoursPage') },
} satisfies Record<string, Screen>
