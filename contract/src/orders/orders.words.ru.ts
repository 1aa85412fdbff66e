import type { orderWordsEn } from './orders.words.en.ts'

export const orderWordsRu: typeof orderWordsEn = {
  status_pending: 'Новый',
  status_processing: 'Готовится',
  status_delivered: 'Выдан',
  status_cancelled: 'Отменён',
}
