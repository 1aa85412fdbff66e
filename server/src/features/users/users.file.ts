import type { InferResult } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allCardRows, allUserRows, type UserFilters, type UserQuery } from './users.queries.ts'

type CardRow = InferResult<ReturnType<typeof allCardRows>>[number]
type UserRow = InferResult<ReturnType<typeof allUserRows>>[number]

const cardColumnsFor = (say: Say): Column<CardRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Имя', en: 'First name' }, read: ({ first_name }) => first_name },
  { kind: 'text', title: { ru: 'Фамилия', en: 'Last name' }, read: ({ last_name }) => last_name },
  { kind: 'text', title: { ru: 'Прозвище', en: 'Nickname' }, read: ({ nick_name }) => nick_name },
  {
    kind: 'text',
    title: { ru: 'Состояние', en: 'Status' },
    read: ({ status }, language) => say(language, `users.status_${status}`),
  },
]

const userColumnsFor = (say: Say): Column<UserRow>[] => [
  ...cardColumnsFor(say),
  {
    kind: 'text',
    title: { ru: 'Кто', en: 'Type' },
    read: ({ type }, language) => say(language, `users.type_${type}`),
  },
  { kind: 'text', title: { ru: 'Почта', en: 'Email' }, read: ({ email }) => email },
  { kind: 'text', title: { ru: 'Телефон', en: 'Phone' }, read: ({ phone }) => phone },
  { kind: 'text', title: { ru: 'Должность', en: 'Position' }, read: ({ position }) => position },
  { kind: 'text', title: { ru: 'Склад', en: 'Warehouse' }, read: ({ warehouse }) => warehouse },
  { kind: 'money', title: { ru: 'Деньги', en: 'Money' }, read: ({ money }) => money },
  { kind: 'number', title: { ru: 'Монеты', en: 'Coins' }, read: ({ coins }) => coins },
  { kind: 'day', title: { ru: 'День рождения', en: 'Birthday' }, read: ({ birth_date }) => birth_date },
  { kind: 'day', title: { ru: 'Работает с', en: 'Hired on' }, read: ({ hired_on }) => hired_on },
  {
    kind: 'text',
    title: { ru: 'Сотрудник в МоёмСкладе', en: 'Employee in MoySklad' },
    read: ({ moy_sklad_id }) => moy_sklad_id,
  },
  { kind: 'instant', title: { ru: 'Был в сети', en: 'Last seen' }, read: ({ last_seen_at }) => last_seen_at },
  { kind: 'instant', title: { ru: 'Добавлен', en: 'Added' }, read: ({ created_at }) => created_at },
]

const name: Words = { ru: 'Сотрудники', en: 'People' }

/** The list of people as a file. It has the same fields of a person as the list that the actor may see. */
export async function userFile(
  db: Db,
  actor: Actor,
  filters: UserFilters,
  query: UserQuery,
): Promise<ListFile> {
  const say = await findSay(db)
  return isAdmin(actor)
    ? listFile({ name, columns: userColumnsFor(say), rows: allUserRows(db, actor, filters, query) })
    : listFile({ name, columns: cardColumnsFor(say), rows: allCardRows(db, actor, filters, query) })
}
