import type { CallName } from '../../api/calls.ts'

/** Every call whose answer an achievement changes, with the coins that it brings. */
export const achievementReads: readonly CallName[] = [
  ...(['achievements.list', 'coins.list'] as const),
  ...(['users.list', 'users.get', 'personnel.unfinished'] as const),
]
