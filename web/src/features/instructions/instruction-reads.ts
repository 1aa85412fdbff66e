import type { CallName } from '../../api/calls.ts'

/** Every call whose response a change of an instruction changes. */
export const instructionReads: readonly CallName[] = [
  'instructions.list',
  'instructions.get',
  'instructions.readers',
]
