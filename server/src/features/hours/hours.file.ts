import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allShiftRows, type HoursFilters, type HoursQuery } from './hours.queries.ts'

type ShiftFileRow = InferResult<ReturnType<typeof allShiftRows>>[number]

const columnsFor = (say: Say): Column<ShiftFileRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'day', title: { ru: 'День', en: 'Day' }, read: ({ day }) => day },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  { kind: 'instant', title: { ru: 'Приход', en: 'In' }, read: ({ started_at }) => started_at },
  { kind: 'instant', title: { ru: 'Уход', en: 'Out' }, read: ({ ended_at }) => ended_at },
  { kind: 'duration', title: { ru: 'Перерывы', en: 'Breaks' }, read: ({ break_seconds }) => break_seconds },
  {
    kind: 'duration',
    title: { ru: 'Отработано', en: 'Worked' },
    read: ({ worked_seconds, confirmed }) => (confirmed ? worked_seconds : null),
  },
  {
    kind: 'duration',
    title: { ru: 'Не подтверждено', en: 'Unconfirmed' },
    read: ({ worked_seconds, confirmed }) => (confirmed ? null : worked_seconds),
  },
  { kind: 'duration', title: { ru: 'Опоздание', en: 'Late' }, read: ({ late_seconds }) => late_seconds },
  {
    kind: 'duration',
    title: { ru: 'Переработка', en: 'Overtime' },
    read: ({ overtime_seconds }) => overtime_seconds,
  },
  {
    kind: 'text',
    title: { ru: 'Источник', en: 'Source' },
    read: ({ source }, language) => say(language, `shifts.source_${source}`),
  },
  {
    kind: 'instant',
    title: { ru: 'Отметка прихода', en: 'Punched in' },
    read: ({ punched_started_at }) => punched_started_at,
  },
  {
    kind: 'instant',
    title: { ru: 'Отметка ухода', en: 'Punched out' },
    read: ({ punched_ended_at }) => punched_ended_at,
  },
  {
    kind: 'text',
    title: { ru: 'Кто изменил', en: 'Changed by' },
    read: ({ editor }) => editor?.full_name ?? null,
  },
  { kind: 'text', title: { ru: 'Заметка', en: 'Note' }, read: ({ note }) => note },
]

export const hoursFile = async (
  db: Db,
  actor: Actor,
  filters: HoursFilters,
  query: HoursQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Часы', en: 'Hours' },
    columns: columnsFor(await findSay(db)),
    rows: allShiftRows(db, actor, filters, query),
  })
