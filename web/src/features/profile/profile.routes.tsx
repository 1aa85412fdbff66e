import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'

/** The profile screens by route name. */
export const profileScreens = {
  'profile.index': {
    component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
    prefetch: async () => Promise.all([prefetchCall('totp.get', {}), prefetchCall('account.sessions', {})]),
  },
} satisfies Record<string, Screen>
