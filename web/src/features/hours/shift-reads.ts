import type { CallName } from '../../api/calls.ts'

/** Every call whose response a clock-in or clock-out changes. The end of a shift also pauses its task. */
export const shiftReads: readonly CallName[] = [
  'hours.list',
  'users.list',
  'users.get',
  'personnel.unfinished',
  'tasks.list',
  'tasks.get',
  'tasks.times',
]
