import type { CallName } from '../../api/calls.ts'

/** Every call whose response a reward changes. */
export const rewardReads: readonly CallName[] = [
  ...(['rewards.list', 'money.list', 'coins.list'] as const),
  ...(['users.list', 'users.get', 'personnel.unfinished'] as const),
]
