import type { taskBoardEn } from './task-board.en.ts'

export const taskBoardRu = {
  layout: 'Как показать задачи',
  table: 'Таблица',
  board: 'Доска',
  label: 'Задачи по статусам',
  column: '{status}: {count}',
  open: 'Показать столбец «{status}»',
  close: 'Скрыть столбец «{status}»',
  empty: 'Задач нет',
  restInTable: 'Остальные — в таблице',
  moveTo: '{step}: в столбец «{status}»',
  cardLabel: 'Задача {id}: {title}',
  keys: 'Стрелки ведут от карточки к карточке, Enter открывает, пробел перемещает в другой столбец.',
} as const satisfies Record<keyof typeof taskBoardEn, string>
