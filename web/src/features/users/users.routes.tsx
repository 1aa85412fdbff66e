import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/query.ts'
import type { Screen } from '../../api/screen.ts'
import { UserTab } from './user-tab.tsx'

/** The screens of people by the names of their routes. */
export const userScreens = {
  'users.index': { component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage') },
  'user.index': {
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
    layout: lazyRouteComponent(() => import('./user-layout.tsx'), 'UserLayout'),
    tab: UserTab,
    prefetch: async ({ id }) => prefetchCall('users.get', { params: { id: Number(id) } }),
  },
} satisfies Record<string, Screen>
