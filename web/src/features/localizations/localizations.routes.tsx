import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The screens of texts by route name. */
export const localizationScreens = {
  'localizations.index': {
    component: lazyRouteComponent(() => import('./text-list-page.tsx'), 'TextListPage'),
  },
  'localizations.import': {
    component: lazyRouteComponent(() => import('./text-import-page.tsx'), 'TextImportPage'),
  },
} satisfies Record<string, Screen>
