import type { supplyWordsEn } from './supplies.words.en.ts'

export const supplyWordsRu: typeof supplyWordsEn = {
  status_draft: 'Черновик',
  status_packing: 'Упаковка',
  status_packed: 'Упакована',
  status_shipped: 'Отгружена',
  status_accepted: 'Принята',
  status_cancelled: 'Отменена',
  marketplace_wildberries: 'Wildberries',
  marketplace_ozon: 'Ozon',
  marketplace_other: 'Другая площадка',
}
