import type { statsWordsEn } from './stats.words.en.ts'

export const statsWordsRu: typeof statsWordsEn = {
  title: 'Аналитика',
}
