import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'

export type BulkVerb = TaskBulk['action']

// The text for a wrong state, for actions whose state rule differs from the others.
const refusedStates: Partial<Record<BulkVerb, 'refusedReview' | 'refusedFixed'>> = {
  approve: 'refusedReview',
  assign: 'refusedFixed',
  quantity: 'refusedFixed',
}

// Of the values that one bulk call sets, only these can suit some tasks and not others.
const refusedValues: Partial<Record<BulkVerb, 'refusedBegun' | 'refusedQuantity'>> = {
  assign: 'refusedBegun',
  quantity: 'refusedQuantity',
}

/** The key of the text that says why a bulk step left a task as it was. */
export function reasonOf(verb: BulkVerb, code: string) {
  if (code === 'not_found') return 'refusedGone'
  if (code === 'stale') return 'refusedStale'
  if (code === 'insufficient_coins') return 'refusedSpent'
  // The server forbids an admin only work that earns the admin money or coins.
  if (code === 'forbidden') return 'refusedOwn'
  if (code === 'wrong_state') return refusedStates[verb] ?? 'refusedSettled'
  return code === 'invalid' ? (refusedValues[verb] ?? 'refusedOther') : 'refusedOther'
}

/** The same for an undo. */
export function undoReasonOf(code: string) {
  if (code === 'not_found') return 'refusedGone'
  if (code === 'stale') return 'undoStale'
  return code === 'invalid' ? 'undoLeft' : 'refusedOther'
}
