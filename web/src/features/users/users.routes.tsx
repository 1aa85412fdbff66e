import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'
import { readSession } from '../../api/session/session.ts'
import { mayOpenUser } from './page/may-open.ts'
import { UserTab } from './page/user-tab.tsx'

/** The screens of people by route name. The list is declared in the app, because it includes hours. */
export const userScreens = {
  'user.index': {
    component: lazyRouteComponent(() => import('./page/user-page.tsx'), 'UserPage'),
    folder: lazyRouteComponent(() => import('./page/user-folder.tsx'), 'UserFolder'),
    tab: UserTab,
    prefetch: async ({ id }) => {
      const me = readSession()?.user
      if (me && mayOpenUser(me, Number(id))) await prefetchCall('users.get', { params: { id: Number(id) } })
    },
  },
} satisfies Record<string, Screen>
