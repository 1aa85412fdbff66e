import type { formsEn } from './forms.en.ts'

export const formsRu = {
  optional: 'необязательно',
  save: 'Сохранить',
  revert: 'Вернуть',
  notSent: 'Не сохранилось: сервер не ответил',
  changed: 'Изменено: {fields}',
  changedMany: 'Изменено: {fields} и ещё {count}',
  unsavedTitle: 'Уйти без сохранения?',
  unsavedText: 'Изменено: {fields}. Если уйти, это пропадёт.',
  unsavedLeave: 'Уйти',
  unsavedStay: 'Остаться',
  hours: 'ч',
  minutes: 'мин',
  hoursOf: '{label}, часы',
  minutesOf: '{label}, минуты',
  nothingFound: 'Ничего не нашлось',
  clear: 'Очистить',
  done: 'Готово',
  previous: 'Раньше',
  next: 'Позже',
  companyTime: 'Время компании, UTC{offset}',
} satisfies Record<keyof typeof formsEn, string>
