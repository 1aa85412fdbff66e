import type { userWordsEn } from './users.words.en.ts'

export const userWordsRu: typeof userWordsEn = {
  title: 'Сотрудники',
  type_staff: 'Сотрудник',
  type_admin: 'Администратор',
  type_owner: 'Владелец',
  status_active: 'Работает',
  status_archived: 'В архиве',
}
