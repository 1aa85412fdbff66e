import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allOrderRows, type OrderFilters, type OrderQuery } from './orders.list.queries.ts'

type Row = InferResult<ReturnType<typeof allOrderRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  { kind: 'text', title: { ru: 'Товар', en: 'Item' }, read: ({ name }) => name },
  { kind: 'number', title: { ru: 'Цена, монет', en: 'Price, coins' }, read: ({ price }) => price },
  { kind: 'number', title: { ru: 'Количество', en: 'Quantity' }, read: ({ quantity }) => quantity },
  { kind: 'number', title: { ru: 'Всего, монет', en: 'Total, coins' }, read: ({ total }) => total },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => say(language, `orders.status_${status}`),
  },
  { kind: 'instant', title: { ru: 'С какого времени', en: 'Since' }, read: ({ status_at }) => status_at },
  { kind: 'text', title: { ru: 'Комментарий', en: 'Comment' }, read: ({ comment }) => comment || null },
]

export const orderFile = async (
  db: Db,
  actor: Actor,
  filters: OrderFilters,
  query: OrderQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Заказы', en: 'Orders' },
    columns: columnsFor(await findSay(db)),
    rows: allOrderRows(db, actor, filters, query),
  })
