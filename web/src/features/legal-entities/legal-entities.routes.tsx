import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The legal entity screens by route name. */
export const legalEntityScreens = {
  'legal_entities.index': {
    component: lazyRouteComponent(() => import('./legal-entity-list-page.tsx'), 'LegalEntityListPage'),
  },
} satisfies Record<string, Screen>
