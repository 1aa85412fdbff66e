import { lazyRouteComponent } from '@tanstack/react-router'
import type { Screen } from '../../api/session/screen.ts'
import { UserRewardsTab } from './user-rewards-tab.tsx'

/** The reward screens by route name. */
export const rewardScreens = {
  'rewards.index': {
    component: lazyRouteComponent(() => import('./reward-list-page.tsx'), 'RewardListPage'),
  },
  'user.rewards': {
    component: lazyRouteComponent(() => import('./user-rewards-page.tsx'), 'UserRewardsPage'),
    tab: UserRewardsTab,
  },
} satisfies Record<string, Screen>
