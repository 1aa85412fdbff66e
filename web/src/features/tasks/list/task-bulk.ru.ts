import type { taskBulkEn } from './task-bulk.en.ts'

export const taskBulkRu = {
  approve: 'Принять',
  assign: 'Назначить',
  due: 'Срок',
  priority: 'Приоритет',
  quantity: 'Количество',
  cancel: 'Отменить',
  delete: 'Удалить',
  selectTask: 'Выбрать задачу {id}: {title}',
  approveTitle: 'Принять {count, plural, one {# задачу} few {# задачи} many {# задач} other {# задачи}}?',
  approveText: 'Готовыми станут те, что на проверке. Остальные не изменятся, и вы увидите какие.',
  approveSubmit: 'Принять {count, number}',
  cancelTitle: 'Отменить {count, plural, one {# задачу} few {# задачи} many {# задач} other {# задачи}}?',
  cancelText: 'Делать их не будут. Уже отработанное время останется в истории. Готовые останутся готовыми.',
  cancelSubmit: 'Отменить {count, plural, one {# задачу} few {# задачи} many {# задач} other {# задачи}}',
  deleteTitle: 'Удалить {count, plural, one {# задачу} few {# задачи} many {# задач} other {# задачи}}?',
  deleteText:
    'Они исчезнут из всех списков, история сохранится. То, что начислено за готовые, удержим; где монеты уже потрачены, задача останется.',
  deleteSubmit: 'Удалить {count, number}',
  keep: 'Оставить',
  assignTitle: 'Назначить {count, plural, one {# задачу} few {# задачи} many {# задач} other {# задачи}}',
  assignText:
    'То, что идёт у другого, встанет на паузу. Завершённые задачи и те, что на проверке, не изменятся.',
  assignSubmit: 'Назначить {count, number}',
  priorityTitle: 'Приоритет {count, plural, one {# задачи} few {# задач} many {# задач} other {# задачи}}',
  priorityText: 'Завершённые задачи не изменятся.',
  prioritySubmit: 'Изменить {count, number}',
  dueTitle: 'Срок {count, plural, one {# задачи} few {# задач} many {# задач} other {# задачи}}',
  dueText: 'Если оставить пустым, у задач не будет срока. Завершённые задачи не изменятся.',
  dueSubmit: 'Изменить {count, number}',
  quantityTitle:
    'Количество в {count, plural, one {# задаче} few {# задачах} many {# задачах} other {# задачи}}',
  quantityText:
    'Оплата и норма, которые считались по расценке набора, пересчитаются. Заданные вручную останутся.',
  quantitySubmit: 'Изменить {count, number}',
  approveDone:
    '{count, plural, one {Принята # задача} few {Приняты # задачи} many {Принято # задач} other {Принято # задачи}}',
  assignDone:
    '{count, plural, one {Назначена # задача} few {Назначены # задачи} many {Назначено # задач} other {Назначено # задачи}}',
  priorityDone:
    'Приоритет изменён: {count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  dueDone: 'Срок изменён: {count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  quantityDone:
    'Количество изменено: {count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  cancelDone:
    '{count, plural, one {Отменена # задача} few {Отменены # задачи} many {Отменено # задач} other {Отменено # задачи}}',
  deleteDone:
    '{count, plural, one {Удалена # задача} few {Удалены # задачи} many {Удалено # задач} other {Удалено # задачи}}',
  undo: 'Вернуть как было',
  undone: 'Вернули как было: {count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  undoneTitle: 'Вернули {changed, number}, не вернули {refused, number}',
  undoneText: 'Эти задачи остались такими, какие они сейчас.',
  undoStale: 'её уже изменили после вас',
  undoLeft: 'исполнитель больше не работает',
  effectChanged:
    '{count, plural, =0 {Ничего не изменится} one {Изменится # задача} few {Изменятся # задачи} many {Изменится # задач} other {Изменится # задачи}}',
  effectSame: 'уже так: {count, number}',
  effectRefused: 'нельзя изменить: {count, number}',
  effectCredited:
    'начислим {pay}: {people, plural, one {# человеку} few {# людям} many {# людям} other {# человека}}',
  effectTaken:
    'удержим {pay} у {people, plural, one {# человека} few {# человек} many {# человек} other {# человека}}',
  edit_status: 'Изменить статус задачи {id}',
  edit_priority: 'Изменить приоритет задачи {id}',
  edit_assign: 'Назначить исполнителя задачи {id}',
  edit_quantity: 'Изменить количество в задаче {id}',
  edit_due: 'Изменить срок задачи {id}',
  rowChanged: 'Задача {id}: {value}',
  rowRefused: 'Задача {id} не изменилась: {reason}',
  noDue: 'Без срока',
  apply: 'Изменить',
  payStays: 'Оплата всей задачи останется: {pay}',
  payFollows: 'Оплата всей задачи: {before} → {after}',
  failed: 'Сервер не ответил. Что изменилось, видно в списке',
  refusedTitle: 'Изменено {changed, number}, не изменено {refused, number}',
  refusedText: 'Те, что не изменились, остались выбранными.',
  refusedGone: 'её уже нет',
  refusedReview: 'она не на проверке',
  refusedSettled: 'она уже готова или отменена',
  refusedFixed: 'она на проверке, готова или отменена',
  refusedOwn: 'она ваша: её примет другой администратор или владелец',
  refusedBegun: 'работа начата, нужен исполнитель',
  refusedQuantity: 'уже сделано больше или оплата выйдет за предел',
  refusedSpent: 'монеты за неё уже потрачены',
  refusedStale: 'она уже не та, что вы видели: проверьте и нажмите ещё раз',
  refusedOther: 'сервер отказал',
} as const satisfies Record<keyof typeof taskBulkEn, string>
