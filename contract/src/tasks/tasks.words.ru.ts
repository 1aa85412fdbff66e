import type { taskWordsEn } from './tasks.words.en.ts'

export const taskWordsRu: typeof taskWordsEn = {
  title: 'Задачи',
  status_open: 'Открыта',
  status_in_progress: 'В работе',
  status_paused: 'На паузе',
  status_review: 'На проверке',
  status_done: 'Готова',
  status_cancelled: 'Отменена',
  priority_low: 'Низкий',
  priority_normal: 'Обычный',
  priority_high: 'Высокий',
  priority_urgent: 'Срочно',
}
