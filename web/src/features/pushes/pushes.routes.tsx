import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of pushes by the names of their routes. */
export const pushScreens = {
  'pushes.index': {
    component: lazyRouteComponent(() => import('./push-page.tsx'), 'PushPage'),
  },
} satisfies Record<string, Screen>
