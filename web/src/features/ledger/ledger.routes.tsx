import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'
import { UserCoinsTab, UserMoneyTab } from './user/user-ledger-tab.tsx'

const loadPages = () => import('./list/ledger-page.tsx')
const loadUserPages = () => import('./user/user-ledger-page.tsx')

/** The screens of both ledgers by route name. */
export const ledgerScreens = {
  'money.index': { component: lazyRouteComponent(loadPages, 'MoneyPage') },
  'coins.index': { component: lazyRouteComponent(loadPages, 'CoinsPage') },
  'user.money': { component: lazyRouteComponent(loadUserPages, 'UserMoneyPage'), tab: UserMoneyTab },
  'user.coins': { component: lazyRouteComponent(loadUserPages, 'UserCoinsPage'), tab: UserCoinsTab },
} satisfies Record<string, Screen>
