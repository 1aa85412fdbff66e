import type { manyTasksEn } from './many-tasks.en.ts'

export const manyTasksRu = {
  open: 'Сразу несколько',
  title: 'Сразу несколько задач',
  common: 'Для всех',
  commonHint: 'Что в строке не заполнено, берётся отсюда',
  rows: 'Задачи',
  rowsHintKeys: 'Enter ведёт на строку ниже, Ctrl D повторяет строку.',
  rowsHintPaste:
    'В любую ячейку можно вставить строки из таблицы: что сделать, количество, исполнитель, срок, оплата, монеты.',
  isProduct: 'Это набор: пустые оплата и монеты берутся по его расценкам',
  rowsHintProduct: 'Задача набора берёт его расценки: выберите его в первой ячейке или впишите артикул.',
  row: 'Строка {row, number}',
  cell: '{name}, строка {row, number}',
  cell_title: 'Что сделать',
  cell_quantity: 'Количество',
  cell_user_id: 'Исполнитель',
  cell_due_at: 'Срок',
  cell_money: 'Оплата, ₽',
  cell_coins: 'Монеты',
  addRow: 'Добавить строку',
  repeatRow: 'Повторить строку {row, number}',
  removeRow: 'Убрать строку {row, number}',
  full: 'За раз до {most, number} задач',
  wrong_title: 'Напишите, что сделать',
  wrong_quantity: 'Это не целое число: {text}',
  wrong_coins: 'Это не целое число: {text}',
  wrong_money: 'Это не сумма: {text}',
  wrong_due_at: 'Это не дата: {text}. Пишите так: 30.11 16:00',
  wrong_user_id: 'Нет сотрудника с именем {text}. Выберите из списка',
  pastedPart:
    'Вставлено строк: {taken, number} из {all, number}. За раз создаётся не больше {most, number} задач',
  totals:
    '{count, plural, =0 {Задач пока нет} one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  submit:
    '{count, plural, =0 {Создать} one {Создать # задачу} few {Создать # задачи} many {Создать # задач} other {Создать # задачи}}',
  created:
    '{count, plural, one {Создана # задача} few {Созданы # задачи} many {Создано # задач} other {Создано # задачи}}',
  close: 'Закрыть',
} as const satisfies Record<keyof typeof manyTasksEn, string>
