import type { CallName } from '../../api/calls.ts'

/** Every call whose response a step of a task changes. */
export const taskReads: readonly CallName[] = ['tasks.list', 'tasks.get', 'tasks.times']
