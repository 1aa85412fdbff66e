import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of figures by the names of their routes. */
export const statScreens = {
  'analytics.command': {
    component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
  },
} satisfies Record<string, Screen>
