import type { CallName } from '../../api/calls.ts'

/** Every call whose response a change of a person changes. */
export const userReads: readonly CallName[] = ['users.list', 'users.get', 'personnel.unfinished']
