import type { TaskFilters } from '@artel/contract/tasks/tasks.filters'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allTaskRows, type TaskQuery } from './tasks.list.queries.ts'
import { refuseUnread } from './tasks.ts'
import { allTimeRows, type TimeFilters, type TimeQuery } from './times/times.queries.ts'

type TaskFileRow = InferResult<ReturnType<typeof allTaskRows>>[number]
type TimeFileRow = InferResult<ReturnType<typeof allTimeRows>>[number]

const taskColumnsFor = (say: Say): Column<TaskFileRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Задача', en: 'Task' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Подробности', en: 'Details' }, read: ({ description }) => description },
  {
    kind: 'text',
    title: { ru: 'Артикул набора', en: 'Article of the set' },
    read: ({ product }) => product?.article ?? null,
  },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => say(language, `tasks.status_${status}`),
  },
  {
    kind: 'text',
    title: { ru: 'Приоритет', en: 'Priority' },
    read: ({ priority }, language) => say(language, `tasks.priority_${priority}`),
  },
  { kind: 'text', title: { ru: 'Исполнитель', en: 'Assignee' }, read: ({ user }) => user?.full_name ?? null },
  { kind: 'text', title: { ru: 'Склад', en: 'Warehouse' }, read: ({ warehouse }) => warehouse },
  { kind: 'text', title: { ru: 'Поставка', en: 'Shipment' }, read: ({ supply }) => supply?.number ?? null },
  { kind: 'number', title: { ru: 'Количество', en: 'Quantity' }, read: ({ quantity }) => quantity },
  { kind: 'number', title: { ru: 'Сделано', en: 'Done' }, read: ({ quantity_done }) => quantity_done },
  { kind: 'duration', title: { ru: 'Норма', en: 'Norm' }, read: ({ norm_seconds }) => norm_seconds },
  { kind: 'duration', title: { ru: 'Время', en: 'Time' }, read: ({ spent_seconds }) => spent_seconds },
  { kind: 'money', title: { ru: 'Оплата, ₽', en: 'Pay, ₽' }, read: ({ money }) => money },
  { kind: 'number', title: { ru: 'Монеты', en: 'Coins' }, read: ({ coins }) => coins },
  { kind: 'instant', title: { ru: 'Срок', en: 'Due' }, read: ({ due_at }) => due_at },
  {
    kind: 'yesNo',
    title: { ru: 'С проверкой', en: 'Needs review' },
    read: ({ requires_review }) => requires_review,
  },
  { kind: 'number', title: { ru: 'Возвраты', en: 'Returns' }, read: ({ returns }) => returns },
  { kind: 'instant', title: { ru: 'Начата', en: 'Started' }, read: ({ started_at }) => started_at },
  { kind: 'instant', title: { ru: 'Закончена', en: 'Finished' }, read: ({ finished_at }) => finished_at },
  { kind: 'text', title: { ru: 'Кто создал', en: 'Created by' }, read: ({ creator }) => creator.full_name },
  { kind: 'instant', title: { ru: 'Создана', en: 'Created' }, read: ({ created_at }) => created_at },
]

const timeColumns: Column<TimeFileRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Исполнитель', en: 'Assignee' }, read: ({ user }) => user.full_name },
  { kind: 'instant', title: { ru: 'Начало', en: 'Start' }, read: ({ started_at }) => started_at },
  { kind: 'instant', title: { ru: 'Конец', en: 'End' }, read: ({ ended_at }) => ended_at },
  { kind: 'duration', title: { ru: 'Время', en: 'Time' }, read: ({ seconds }) => seconds },
  { kind: 'duration', title: { ru: 'Перерывы', en: 'Breaks' }, read: ({ break_seconds }) => break_seconds },
]

export const taskFile = async (
  db: Db,
  actor: Actor,
  filters: TaskFilters,
  query: TaskQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Задачи', en: 'Tasks' },
    columns: taskColumnsFor(await findSay(db)),
    rows: allTaskRows(db, actor, filters, query),
  })

/** The times of a task. @throws ApiError not_found also for a task that the actor may not see */
export async function timeFile(
  db: Db,
  actor: Actor,
  taskId: number,
  filters: TimeFilters,
  query: TimeQuery,
): Promise<ListFile> {
  await refuseUnread(db, actor, taskId)
  return listFile({
    name: { ru: `Время задачи ${taskId}`, en: `Times of task ${taskId}` },
    columns: timeColumns,
    rows: allTimeRows(db, actor, taskId, filters, query),
  })
}
