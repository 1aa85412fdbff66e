import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { allItemRows, type ItemFilters, type ItemQuery } from './shop.list.queries.ts'

type Row = InferResult<ReturnType<typeof allItemRows>>[number]

const columns: Column<Row>[] = [
  { kind: 'number', title: { ru: 'Место', en: 'Place' }, read: ({ position }) => position },
  { kind: 'text', title: { ru: 'Товар', en: 'Item' }, read: ({ name }) => name },
  {
    kind: 'text',
    title: { ru: 'Описание', en: 'Description' },
    read: ({ description }) => description || null,
  },
  { kind: 'number', title: { ru: 'Цена, монет', en: 'Price, coins' }, read: ({ price }) => price },
  { kind: 'number', title: { ru: 'Осталось', en: 'Left' }, read: ({ stock }) => stock },
  {
    kind: 'number',
    title: { ru: 'На человека в месяц', en: 'For a person a month' },
    read: ({ limit_per_user }) => limit_per_user,
  },
  { kind: 'number', title: { ru: 'Желающих', en: 'Wished by' }, read: ({ wishes }) => wishes },
  { kind: 'yesNo', title: { ru: 'Продаётся', en: 'On sale' }, read: ({ is_active }) => is_active },
]

export const itemFile = (db: Db, actor: Actor, filters: ItemFilters, query: ItemQuery): ListFile =>
  listFile({
    name: { ru: 'Магазин', en: 'Shop' },
    columns,
    rows: allItemRows(db, actor, filters, query),
  })
