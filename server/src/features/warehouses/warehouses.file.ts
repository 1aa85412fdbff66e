import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { allWarehouseRows, type WarehouseFilters, type WarehouseQuery } from './warehouses.queries.ts'

type WarehouseRow = InferResult<ReturnType<typeof allWarehouseRows>>[number]

const yes: Words = { ru: 'Да', en: 'Yes' }
const no: Words = { ru: 'Нет', en: 'No' }

const columns: Column<WarehouseRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ name }) => name },
  { kind: 'text', title: { ru: 'Адрес', en: 'Address' }, read: ({ address }) => address },
  {
    kind: 'text',
    title: { ru: 'Работает', en: 'Active' },
    read: ({ is_active }, language) => (is_active ? yes : no)[language],
  },
  {
    kind: 'text',
    title: { ru: 'Склад в МоёмСкладе', en: 'Store in MoySklad' },
    read: ({ moy_sklad_id }) => moy_sklad_id,
  },
  { kind: 'instant', title: { ru: 'Добавлен', en: 'Added' }, read: ({ created_at }) => created_at },
]

export const warehouseFile = (
  db: Db,
  actor: Actor,
  filters: WarehouseFilters,
  query: WarehouseQuery,
): ListFile =>
  listFile({
    name: { ru: 'Склады', en: 'Warehouses' },
    columns,
    rows: allWarehouseRows(db, actor, filters, query),
  })
