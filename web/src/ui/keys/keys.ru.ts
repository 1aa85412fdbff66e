import type { keysEn } from './keys.en.ts'

export const keysRu = {
  here: 'На этой странице',
  everywhere: 'Везде',
  next: 'Следующая и предыдущая строка',
  open: 'Открыть строку',
  select: 'Выбрать строку или снять выбор',
  extend: 'Выбрать несколько строк подряд',
  edit: 'Изменить значение в строке',
  clear: 'Снять выбор со всех строк',
  search: 'Перейти к поиску',
  create: 'Создать',
  save: 'Сохранить форму',
  palette: 'Поиск и команды',
  help: 'Показать эти клавиши',
  leave: 'Закрыть окно или меню',
  space: 'Пробел',
  note: 'Пока курсор стоит в поле, буквы вводятся в него. Раскладка может быть любой',
  close: 'Закрыть',
} satisfies Record<keyof typeof keysEn, string>
