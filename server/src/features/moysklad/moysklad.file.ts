import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allRunRows, type RunFilters, type RunQuery } from './sync/runs.queries.ts'

type Row = InferResult<ReturnType<typeof allRunRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Начало', en: 'Began' }, read: ({ started_at }) => started_at },
  { kind: 'instant', title: { ru: 'Конец', en: 'Ended' }, read: ({ finished_at }) => finished_at },
  {
    kind: 'text',
    title: { ru: 'Почему', en: 'Why' },
    read: ({ reason }, language) => say(language, `moySklad.reason_${reason}`),
  },
  {
    kind: 'text',
    title: { ru: 'Состояние', en: 'State' },
    read: ({ state }, language) => say(language, `moySklad.state_${state}`),
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

export const runFile = async (
  db: Db,
  actor: Actor,
  filters: RunFilters,
  query: RunQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Обмены с МоимСкладом', en: 'Syncs with MoySklad' },
    columns: columnsFor(await findSay(db)),
    rows: allRunRows(db, actor, filters, query),
  })
