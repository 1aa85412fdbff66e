import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allPushRows, type PushFilters, type PushQuery } from './pushes.queries.ts'

type Row = InferResult<ReturnType<typeof allPushRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ send_at }) => send_at },
  { kind: 'text', title: { ru: 'Заголовок', en: 'Title' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Текст', en: 'Text' }, read: ({ body }) => body },
  { kind: 'text', title: { ru: 'Ссылка', en: 'Link' }, read: ({ url }) => url },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => say(language, `pushes.status_${status}`),
  },
  { kind: 'number', title: { ru: 'Людей', en: 'People' }, read: ({ counts }) => counts.targets },
  { kind: 'number', title: { ru: 'Доставлено', en: 'Delivered' }, read: ({ counts }) => counts.delivered },
  { kind: 'number', title: { ru: 'Не дошло', en: 'Failed' }, read: ({ counts }) => counts.failed },
  { kind: 'number', title: { ru: 'Открыто', en: 'Opened' }, read: ({ counts }) => counts.opened },
  { kind: 'text', title: { ru: 'Кто', en: 'By' }, read: ({ created_by }) => created_by.full_name },
]

export const pushFile = async (
  db: Db,
  actor: Actor,
  filters: PushFilters,
  query: PushQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Пуши', en: 'Pushes' },
    columns: columnsFor(await findSay(db)),
    rows: allPushRows(db, actor, filters, query),
  })
