import type { pushWordsEn } from './pushes.words.en.ts'

export const pushWordsRu: typeof pushWordsEn = {
  status_scheduled: 'Запланирован',
  status_sending: 'Отправляется',
  status_sent: 'Отправлен',
  status_failed: 'Не дошёл',
}
