import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of legal entities by the names of their routes. */
export const legalEntityScreens = {
  'legal_entities.index': {
    component: lazyRouteComponent(() => import('./legal-entity-list-page.tsx'), 'LegalEntityListPage'),
  },
} satisfies Record<string, Screen>
