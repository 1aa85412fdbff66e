import type { teamEn } from './team.en.ts'

export const teamRu = {
  aroundTitle: 'Рядом с вами',
  aroundText: 'пять мест выше и пять ниже',
  allTitle: 'Рейтинг команды',
  allText: 'очки, то есть монеты за труд',
  boardLabel: 'Команда по очкам',
  aroundLabel: 'Соседи по очкам',
  hideText: 'Не хотите сравнений? Скройтесь из таблицы в профиле: очки и достижения останутся',
  hideLink: 'В профиль',
  hidden: 'Коллеги вас здесь не видят',
  place: 'Место {rank}',
  you: 'вы',
  points: '{count, plural, one {очко} few {очка} many {очков} other {очка}}',
  perHour: '{points} в час',
  pointsOf: 'Очки, {name}',
  ofNorm: 'от нормы',
  accuracy: '{share} без недостач',
  accuracyOf: 'Из {pieces, number} пересчитанных штук на месте {right, number}',
  stayed: 'место прежнее',
  movedUp:
    '{by, plural, one {на # место выше} few {на # места выше} many {на # мест выше} other {на # места выше}}',
  movedDown:
    '{by, plural, one {на # место ниже} few {на # места ниже} many {на # мест ниже} other {на # места ниже}}',
  noHours: 'часов пока нет',
  tasks: '{count, plural, one {задача} few {задачи} many {задач} other {задачи}}',
  emptyTitle: 'В таблице пока никого',
  emptyText: 'Сотрудники появятся здесь с первыми очками',
  loadFailed: 'Таблица не загрузилась',
} as const satisfies Record<keyof typeof teamEn, string>
