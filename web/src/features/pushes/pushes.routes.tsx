import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The push screens by route name. */
export const pushScreens = {
  'pushes.index': {
    component: lazyRouteComponent(() => import('./push-page.tsx'), 'PushPage'),
  },
} satisfies Record<string, Screen>
