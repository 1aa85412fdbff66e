import type { NotificationWord } from './notifications.line.ts'

export const notificationWordsRu: Record<NotificationWord, string> = {
  task_assigned_title:
    '{count, plural, =1 {Вам поручена задача {id}} one {Вам поручена # задача} few {Вам поручены # задачи} many {Вам поручено # задач} other {Вам поручено # задачи}}',
  task_assigned_body: '{count, plural, =1 {{name}} other {Кто поручил: {actor}}}',
  task_returned_title: 'Задача {id} возвращена',
  task_returned_body: '{name}: {reason}',
  task_comment_title:
    '{count, plural, =1 {{actor} о задаче {id}} one {# комментарий к задаче {id}} few {# комментария к задаче {id}} many {# комментариев к задаче {id}} other {# комментария к задаче {id}}}',
  task_comment_body: '{count, plural, =1 {{text}} other {{actor}: {text}}}',
  task_review_title: 'Задача {id} ждёт проверки',
  task_review_body: '{name}',
  shift_closed_title: 'Когда вы ушли {day}?',
  shift_closed_body: 'Вы не отметили уход, и смена завершена за вас. Подтвердите время или укажите другое',
  shift_proposed_title: '{actor} называет другой конец смены',
  shift_proposed_body: '{day}',
  shift_changed_title: 'Ваши часы изменены',
  shift_changed_body: '{day}. Кто изменил: {actor}',
  workday_end_title:
    '{minutes, plural, one {До конца рабочего дня # минута} few {До конца рабочего дня # минуты} many {До конца рабочего дня # минут} other {До конца рабочего дня # минуты}}',
  workday_end_body: 'Закончите начатое и отметьте уход',
  money_received_title:
    '{of, select, task {{count, plural, =1 {Задача принята} one {Принята # задача} few {Приняты # задачи} many {Принято # задач} other {Принято # задачи}}} reward {Награда} bonus {Премия} fine {Штраф} payout {Выплата} reversal {{count, plural, =1 {Запись отменена} one {Отменена # задача} few {Отменены # задачи} many {Отменено # задач} other {Отменено # задачи}}} other {Корректировка}}: {given}',
  money_received_body: '{reason}',
  coins_received_title:
    '{of, select, task {{count, plural, =1 {Задача принята} one {Принята # задача} few {Приняты # задачи} many {Принято # задач} other {Принято # задачи}}} reward {Награда} bonus {Премия} fine {Штраф} reversal {{count, plural, =1 {Запись отменена} one {Отменена # задача} few {Отменены # задачи} many {Отменено # задач} other {Отменено # задачи}}} other {Корректировка}}: {given}',
  coins_received_body: '{reason}',
  achievement_title: '{of, select, revoked {Достижение отозвано} other {Достижение}}: {achieved}',
  achievement_body: '{both}',
  room_asked_title:
    '{count, plural, =1 {{actor}: {of, select, unknown {незнакомый штрихкод} other {нет места в плане}}} one {Поставка {number}: # просьба упаковщиков} few {Поставка {number}: # просьбы упаковщиков} many {Поставка {number}: # просьб упаковщиков} other {Поставка {number}: # просьбы упаковщиков}}',
  room_asked_body:
    '{count, plural, =1 {} other {{actor}: {of, select, unknown {незнакомый штрихкод} other {нет места в плане}}. }}{of, select, unknown {{code}} other {{name}}}{quantity, plural, =1 {} other { × #}}, короб {box}, поставка {number}',
  order_created_title:
    '{count, plural, =1 {Новый заказ: {name}} one {# новый заказ} few {# новых заказа} many {# новых заказов} other {# нового заказа}}',
  order_created_body:
    '{count, plural, =1 {{actor}, {quantity, plural, one {# штука} few {# штуки} many {# штук} other {# штуки}}. Заказ № {id}} other {{actor}. Последний: {name}, заказ № {id}}}',
  order_status_title:
    '{of, select, pending {Заказ № {id} снова ждёт} processing {Заказ № {id} готовят} delivered {Заказ № {id} выдан} cancelled {Заказ № {id} отменён} other {{actor} о заказе № {id}}}',
  order_status_body: '{told}',
  wish_in_stock_title: 'Снова в магазине: {name}',
  wish_in_stock_body: 'Цена — {price, plural, one {# монета} few {# монеты} many {# монет} other {# монеты}}',
  instruction_to_read_title: 'Прочитайте: {name}',
  instruction_to_read_body:
    '{revision, plural, =1 {Прочитайте инструкцию и отметьте это} other {Инструкция изменилась. Прочитайте её заново и отметьте это}}',
  ledger_fault_title: 'Остатки не сходятся',
  ledger_fault_body:
    'Записи {count, plural, one {# счёта} few {# счетов} many {# счетов} other {# счёта}} дают другой остаток. Смотрите «Деньги»',
  moy_sklad_fault_title:
    '{of, select, refused {МойСклад больше не принимает токен} other {МойСклад давно не отвечает}}',
  moy_sklad_fault_body:
    '{of, select, refused {Пока владелец не введёт новый, оттуда ничего не приходит} other {Работа идёт с тем, что прочитано раньше; мы пробуем снова и снова}}',
  push_fault_title: 'Пуши не уходят',
  push_fault_body:
    '{host} не принимает подпись Артели. В колокольчике есть всё; тому, кто держит эту установку, стоит проверить её часы и ключи',
  stats_fault_title: 'Показатели исправлены',
  stats_fault_body:
    'Ночная проверка нашла {count, plural, one {# сумму, которая расходилась} few {# суммы, которые расходились} many {# сумм, которые расходились} other {# суммы, которые расходились}} со своими строками, и пересчитала',
  test_title: 'Пуши работают',
  test_body: 'Так на этом устройстве выглядят сообщения Артели',
}
