import type { stepsEn } from './steps.en.ts'

export const stepsRu = {
  waiting:
    '{count, plural, one {Ждёт отправки # действие} few {Ждут отправки # действия} many {Ждут отправки # действий} other {Ждут отправки # действия}}',
  refused:
    '{count, plural, one {Не принято # действие} few {Не приняты # действия} many {Не принято # действий} other {Не приняты # действия}}',
  show: 'Показать',
  listTitle: 'Действия на этом устройстве',
  listText: 'Они сохранены здесь и уйдут в этом порядке, как только появится связь.',
  call_start: 'Начать',
  call_pause: 'Пауза',
  call_progress: 'Счёт: {added}',
  call_finish: 'Готово: {quantity_done, number}',
  call_comment: 'Комментарий',
  call_clockIn: 'Начать смену',
  call_clockOut: 'Завершить смену',
  call_scan: 'Скан: {barcode}',
  isWaiting: 'ждёт',
  isBlocked: 'ждёт то, что выше',
  resend: 'Повторить',
  discard: 'Убрать',
  discardAll:
    '{count, plural, one {Убрать вместе с # следующим} few {Убрать вместе с # следующими} many {Убрать вместе с # следующими} other {Убрать вместе с # следующими}}',
  close: 'Закрыть',
  started: 'Задача {id} идёт',
  startedPaused: 'Задача {id} идёт, задача {paused} на паузе',
  paused: 'Задача {id} на паузе',
  startedAlready: 'Смена уже идёт: её начали на другом устройстве',
  stoppedAlready: 'Смена уже завершена: на другом устройстве или сама',
  readFirst: 'Сначала прочитайте инструкцию',
  readAndStart: 'Прочитано, начать задачу',
  leaveTitle: 'Выйти, не дождавшись отправки?',
  leaveText:
    '{count, plural, one {# действие ещё не отправлено} few {# действия ещё не отправлены} many {# действий ещё не отправлены} other {# действия ещё не отправлены}}. Они останутся на этом устройстве и уйдут, когда вы снова войдёте на нём.',
  leave: 'Выйти',
  stay: 'Остаться',
} satisfies Record<keyof typeof stepsEn, string>
