import type { notificationsEn } from './notifications.en.ts'

export const notificationsRu = {
  title: 'Уведомления',
  bell: '{count, plural, =0 {Уведомления} one {Уведомления: # непрочитанное} few {Уведомления: # непрочитанных} many {Уведомления: # непрочитанных} other {Уведомления: # непрочитанных}}',
  many: '99+',
  close: 'Закрыть уведомления',
  readAll: 'Прочитать все',
  unread: 'непрочитано',
  arrived: 'Новое уведомление: {title}. {body}',
  more: 'Показать ещё',
  loadFailed: 'Не удалось загрузить уведомления',
  readFailed: 'Отметить не получилось. Сервер не ответил',
  emptyTitle: 'Уведомлений ещё нет',
  emptyText: 'Здесь появится, что вам поручили, вернули или написали',
  settings: 'О чём сообщать',
  toList: 'К уведомлениям',
  settingsNotSaved: 'Не сохранилось. Сервер не ответил',
  kind_task_assigned: 'Вам поручили задачу',
  kind_task_returned: 'Вашу задачу вернули',
  kind_task_comment: 'Комментарии к вашим задачам',
  kind_task_review: 'Задача, которую дали вы, ждёт проверки',
} as const satisfies Record<keyof typeof notificationsEn, string>
