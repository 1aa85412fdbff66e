import { lazyRouteComponent } from '@tanstack/react-router'
import { prefetchCall } from '../../api/cache/query.ts'
import type { Screen } from '../../api/session/screen.ts'
import { achievementScreens } from '../../features/achievements/achievements.routes.tsx'
import { auditScreens } from '../../features/audit/audit.routes.tsx'
import { companyScreens } from '../../features/company/company.routes.tsx'
import { hoursScreens } from '../../features/hours/hours.routes.tsx'
import { instructionScreens } from '../../features/instructions/instructions.routes.tsx'
import { ledgerScreens } from '../../features/ledger/ledger.routes.tsx'
import { legalEntityScreens } from '../../features/legal-entities/legal-entities.routes.tsx'
import { localizationScreens } from '../../features/localizations/localizations.routes.tsx'
import { moySkladScreens } from '../../features/moysklad/moysklad.routes.tsx'
import { orderScreens } from '../../features/orders/orders.routes.tsx'
import { productScreens } from '../../features/products/products.routes.tsx'
import { profileScreens } from '../../features/profile/profile.routes.tsx'
import { pushScreens } from '../../features/pushes/pushes.routes.tsx'
import { rewardScreens } from '../../features/rewards/rewards.routes.tsx'
import { shopScreens } from '../../features/shop/shop.routes.tsx'
import { statScreens } from '../../features/stats/stats.routes.tsx'
import { supplyScreens } from '../../features/supplies/supplies.routes.tsx'
import { taskScreens } from '../../features/tasks/tasks.routes.tsx'
import { userScreens } from '../../features/users/users.routes.tsx'
import { warehouseScreens } from '../../features/warehouses/warehouses.routes.tsx'
import type { RouteName } from './route-table.ts'

/** Screens that combine several features. */
const together = {
  'product.index': {
    component: lazyRouteComponent(() => import('./product-page.tsx'), 'OneProductPage'),
    prefetch: async ({ id }) => prefetchCall('products.get', { params: { id: Number(id) } }),
  },
  'users.index': { component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage') },
  'shop.index': { component: lazyRouteComponent(() => import('./shop-page.tsx'), 'ShopPage') },
} satisfies Partial<Record<RouteName, Screen>>

const built = {
  ...achievementScreens,
  ...auditScreens,
  ...companyScreens,
  ...hoursScreens,
  ...instructionScreens,
  ...ledgerScreens,
  ...legalEntityScreens,
  ...localizationScreens,
  ...moySkladScreens,
  ...orderScreens,
  ...productScreens,
  ...profileScreens,
  ...pushScreens,
  ...rewardScreens,
  ...shopScreens,
  ...statScreens,
  ...supplyScreens,
  ...taskScreens,
  ...userScreens,
  ...warehouseScreens,
  ...together,
}

/**
 * The existing screens by the names of their routes. Each feature declares its own; combined ones are
 * declared here.
 */
export const screens: Partial<Record<RouteName, Screen>> = built satisfies {
  [Name in keyof typeof built]: Name extends RouteName ? Screen : never
}
