import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/screen.ts'

/** The screens of the audit log by the names of their routes. */
export const auditScreens = {
  'settings.audit': { component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage') },
} satisfies Record<string, Screen>
