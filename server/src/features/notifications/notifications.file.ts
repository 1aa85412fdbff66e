import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import {
  allNotificationRows,
  type NotificationFilters,
  type NotificationQuery,
} from './notifications.queries.ts'
import { describeNotification } from './notifications.texts.ts'

type Row = InferResult<ReturnType<typeof allNotificationRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  {
    kind: 'text',
    title: { ru: 'Что', en: 'What' },
    read: ({ kind, params, actor }, language) =>
      describeNotification({ language, say }, kind, params, actor?.full_name).title,
  },
  {
    kind: 'text',
    title: { ru: 'Подробности', en: 'Details' },
    read: ({ kind, params, actor }, language) =>
      describeNotification({ language, say }, kind, params, actor?.full_name).body,
  },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ actor }) => actor?.full_name ?? null },
  { kind: 'instant', title: { ru: 'Прочитано', en: 'Read' }, read: ({ read_at }) => read_at },
]

export const notificationFile = async (
  db: Db,
  actor: Actor,
  filters: NotificationFilters,
  query: NotificationQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Уведомления', en: 'Notifications' },
    columns: columnsFor(await findSay(db)),
    rows: allNotificationRows(db, actor, filters, query),
  })
