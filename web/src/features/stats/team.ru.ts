import type { teamEn } from './team.en.ts'

export const teamRu = {
  title: 'Команда',
  aroundTitle: 'Рядом с вами',
  aroundText: 'Пять мест выше и пять ниже. Вся команда — дальше',
  allTitle: 'Вся команда',
  boardLabel: 'Команда по очкам',
  aroundLabel: 'Соседи по очкам',
  rules:
    'Очки — это монеты, заработанные трудом. Рядом очки за час работы: неполная смена и больничный ничего не отнимают',
  hideText: 'Не хотите сравнений? Скройтесь из таблицы в профиле: очки и достижения останутся',
  hideLink: 'В профиль',
  hidden: 'Коллеги вас здесь не видят',
  place: 'Место {rank}',
  you: 'вы',
  points: '{count, plural, one {очко} few {очка} many {очков} other {очка}}',
  perHour: '{points} в час',
  noHours: 'часов пока нет',
  tasks: '{count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  norm: '{percent} от нормы',
  emptyTitle: 'В таблице пока никого',
  emptyText: 'Сотрудники появятся здесь с первыми очками',
  loadFailed: 'Таблица не загрузилась',
} as const satisfies Record<keyof typeof teamEn, string>
