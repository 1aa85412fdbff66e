import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'

/** The instruction screens by route name. */
export const instructionScreens = {
  'instructions.index': {
    component: lazyRouteComponent(() => import('./list/instruction-list-page.tsx'), 'InstructionListPage'),
  },
  'instructions.create': {
    component: lazyRouteComponent(
      () => import('./form/instruction-create-page.tsx'),
      'InstructionCreatePage',
    ),
  },
  'instructions.show': {
    component: lazyRouteComponent(() => import('./reading/instruction-page.tsx'), 'InstructionPage'),
    prefetch: async ({ id }) => prefetchCall('instructions.get', { params: { id: Number(id) } }),
  },
} satisfies Record<string, Screen>
