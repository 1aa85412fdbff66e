import type { MoySkladReason, MoySkladRunState } from '@artel/contract/moysklad.line'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { allRunRows, type RunFilters, type RunQuery } from './sync/runs.queries.ts'

type Row = InferResult<ReturnType<typeof allRunRows>>[number]

const reasons: Record<MoySkladReason, Words> = {
  first: { ru: 'Первый обмен', en: 'First sync' },
  schedule: { ru: 'По расписанию', en: 'On schedule' },
  manual: { ru: 'Вручную', en: 'By hand' },
  event: { ru: 'По сообщению', en: 'After a message' },
  full: { ru: 'Полная сверка', en: 'Full check' },
}
const states: Record<MoySkladRunState, Words> = {
  waiting: { ru: 'Ждёт', en: 'Waiting' },
  running: { ru: 'Идёт', en: 'Running' },
  done: { ru: 'Завершён', en: 'Done' },
  failed: { ru: 'Не удался', en: 'Failed' },
  stopped: { ru: 'Остановлен', en: 'Stopped' },
}

const columns: Column<Row>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Начало', en: 'Began' }, read: ({ started_at }) => started_at },
  { kind: 'instant', title: { ru: 'Конец', en: 'Ended' }, read: ({ finished_at }) => finished_at },
  {
    kind: 'text',
    title: { ru: 'Почему', en: 'Why' },
    read: ({ reason }, language) => reasons[reason][language],
  },
  {
    kind: 'text',
    title: { ru: 'Состояние', en: 'State' },
    read: ({ state }, language) => states[state][language],
  },
  { kind: 'number', title: { ru: 'Создано', en: 'Created' }, read: ({ counts }) => counts.created },
  { kind: 'number', title: { ru: 'Связано', en: 'Tied' }, read: ({ counts }) => counts.tied },
  { kind: 'number', title: { ru: 'Изменено', en: 'Changed' }, read: ({ counts }) => counts.changed },
  { kind: 'number', title: { ru: 'С ошибками', en: 'With errors' }, read: ({ counts }) => counts.failed },
  { kind: 'number', title: { ru: 'Пропало', en: 'Gone' }, read: ({ counts }) => counts.gone },
  { kind: 'number', title: { ru: 'Остатков', en: 'Stock' }, read: ({ counts }) => counts.stock },
  { kind: 'number', title: { ru: 'Запросов', en: 'Requests' }, read: ({ requests }) => requests },
  { kind: 'text', title: { ru: 'Кто', en: 'By' }, read: ({ user }) => user?.full_name ?? null },
]

export const runFile = (db: Db, actor: Actor, filters: RunFilters, query: RunQuery): ListFile =>
  listFile({
    name: { ru: 'Обмены с МоимСкладом', en: 'Syncs with MoySklad' },
    columns,
    rows: allRunRows(db, actor, filters, query),
  })
