import type { CallName } from '../../api/calls.ts'

/** Every call whose answer a press of the clock changes; a shift that ends lets its task rest. */
export const shiftReads: readonly CallName[] = [
  'hours.list',
  'users.list',
  'users.get',
  'personnel.unfinished',
  'tasks.list',
  'tasks.get',
  'tasks.times',
]
