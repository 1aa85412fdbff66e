import type { shiftWordsEn } from './hours.words.en.ts'

export const shiftWordsRu: typeof shiftWordsEn = {
  source_clock: 'Отметка',
  source_manual: 'Вручную',
  source_auto: 'Завершена сама',
}
