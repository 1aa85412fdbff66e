import type { moySkladWordsEn } from './moysklad.words.en.ts'

export const moySkladWordsRu: typeof moySkladWordsEn = {
  kind_organization: 'Юрлица',
  kind_store: 'Склады',
  kind_product: 'Наборы',
  kind_employee: 'Сотрудники',
  kind_stock: 'Остатки',
  reason_first: 'первый обмен',
  reason_schedule: 'по расписанию',
  reason_manual: 'по кнопке',
  reason_event: 'сообщение об изменении',
  reason_full: 'полная сверка',
  state_waiting: 'ждёт',
  state_running: 'идёт',
  state_done: 'готово',
  state_failed: 'прервался',
  state_stopped: 'остановлен',
}
