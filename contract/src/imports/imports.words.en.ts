import type { ImportState } from './imports.line.ts'

/** States of imports, on screens and in files. */
export const importWordsEn: Record<`state_${ImportState}`, string> = {
  state_waiting: 'waiting',
  state_running: 'in progress',
  state_done: 'written',
  state_failed: 'failed',
  state_undoing: 'undoing',
  state_undone: 'undone',
}
