import type { CallName } from '../../api/calls.ts'

/** Every call whose response an achievement or its coins change. */
export const achievementReads: readonly CallName[] = [
  ...(['achievements.list', 'coins.list'] as const),
  ...(['users.list', 'users.get', 'personnel.unfinished'] as const),
]
