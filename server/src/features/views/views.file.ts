import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { openScreens } from './views.policy.ts'
import { allViewRows, type ViewFilters, type ViewQuery } from './views.queries.ts'

type Row = InferResult<ReturnType<typeof allViewRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  {
    kind: 'text',
    title: { ru: 'Список', en: 'List' },
    read: ({ screen }, language) => say(language, `${screen}.title`),
  },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ name }) => name },
  { kind: 'yesNo', title: { ru: 'Общий', en: 'Shared' }, read: ({ user_id }) => user_id === null },
  { kind: 'text', title: { ru: 'Что хранит', en: 'Keeps' }, read: ({ state }) => JSON.stringify(state) },
  { kind: 'instant', title: { ru: 'Создан', en: 'Created' }, read: ({ created_at }) => created_at },
]

export const viewFile = async (
  db: Db,
  actor: Actor,
  filters: ViewFilters,
  query: ViewQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Виды', en: 'Views' },
    columns: columnsFor(await findSay(db)),
    rows: allViewRows(db, actor, openScreens(actor, filters.screen), filters, query),
  })
