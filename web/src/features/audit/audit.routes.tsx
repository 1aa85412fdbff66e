import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'

/** The audit log screens by route name. */
export const auditScreens = {
  'settings.audit': { component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage') },
} satisfies Record<string, Screen>
