import type { importWordsEn } from './imports.words.en.ts'

export const importWordsRu: typeof importWordsEn = {
  state_waiting: 'ждёт',
  state_running: 'идёт',
  state_done: 'записан',
  state_failed: 'не удался',
  state_undoing: 'отменяется',
  state_undone: 'отменён',
}
