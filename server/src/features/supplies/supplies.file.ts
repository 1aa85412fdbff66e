import type { SupplyFilters } from '@artel/contract/supplies/supplies'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import {
  allBoxRows,
  allScanRows,
  type BoxFilters,
  type BoxQuery,
  type ScanFilters,
  type ScanQuery,
} from './boxes/parts.queries.ts'
import { allSupplyRows, type SupplyQuery } from './supplies.list.queries.ts'
import { findSupply } from './supplies.ts'

type SupplyFileRow = InferResult<ReturnType<typeof allSupplyRows>>[number]
type BoxFileRow = InferResult<ReturnType<typeof allBoxRows>>[number]
type ScanFileRow = InferResult<ReturnType<typeof allScanRows>>[number]

const supplyColumnsFor = (say: Say): Column<SupplyFileRow>[] => [
  { kind: 'text', title: { ru: 'Поставка', en: 'Shipment' }, read: ({ number }) => number },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => say(language, `supplies.status_${status}`),
  },
  {
    kind: 'text',
    title: { ru: 'Маркетплейс', en: 'Marketplace' },
    read: ({ marketplace }, language) => say(language, `supplies.marketplace_${marketplace}`),
  },
  {
    kind: 'text',
    title: { ru: 'Юрлицо', en: 'Legal entity' },
    read: (row) => row.legal_entity?.name ?? null,
  },
  { kind: 'text', title: { ru: 'Склад', en: 'Warehouse' }, read: ({ warehouse }) => warehouse },
  { kind: 'text', title: { ru: 'Куда', en: 'Destination' }, read: ({ destination }) => destination },
  { kind: 'day', title: { ru: 'Дата поставки', en: 'Planned on' }, read: ({ planned_on }) => planned_on },
  { kind: 'number', title: { ru: 'Коробов', en: 'Boxes' }, read: ({ boxes_count }) => boxes_count },
  { kind: 'number', title: { ru: 'Закрыто', en: 'Sealed' }, read: ({ sealed_count }) => sealed_count },
  { kind: 'number', title: { ru: 'План, шт.', en: 'Plan, pcs' }, read: ({ planned_count }) => planned_count },
  {
    kind: 'number',
    title: { ru: 'Упаковано, шт.', en: 'Packed, pcs' },
    read: ({ units_count }) => units_count,
  },
  { kind: 'text', title: { ru: 'Комментарий', en: 'Comment' }, read: ({ comment }) => comment || null },
  { kind: 'instant', title: { ru: 'Создана', en: 'Created' }, read: ({ created_at }) => created_at },
]

const boxColumns: Column<BoxFileRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ number }) => number },
  { kind: 'text', title: { ru: 'ШК короба', en: 'Box barcode' }, read: ({ barcode }) => barcode },
  { kind: 'number', title: { ru: 'План, шт.', en: 'Plan, pcs' }, read: ({ planned_count }) => planned_count },
  {
    kind: 'number',
    title: { ru: 'В коробе, шт.', en: 'In it, pcs' },
    read: ({ units_count }) => units_count,
  },
  {
    kind: 'number',
    title: { ru: 'Паллета', en: 'Pallet' },
    read: ({ pallet }) => pallet?.number ?? null,
  },
  { kind: 'number', title: { ru: 'Вес, г', en: 'Weight, g' }, read: ({ weight_g }) => weight_g },
  {
    kind: 'text',
    title: { ru: 'Кто упаковал', en: 'Packed by' },
    read: (row) => row.packer?.full_name ?? null,
  },
  { kind: 'instant', title: { ru: 'Закрыт', en: 'Sealed' }, read: ({ sealed_at }) => sealed_at },
]

const scanColumns: Column<ScanFileRow>[] = [
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ user }) => user.full_name },
  { kind: 'number', title: { ru: 'Короб', en: 'Box' }, read: ({ box_number }) => box_number },
  { kind: 'text', title: { ru: 'Артикул', en: 'Article' }, read: ({ product }) => product.article },
  { kind: 'text', title: { ru: 'Набор', en: 'Set' }, read: ({ product }) => product.name },
  { kind: 'number', title: { ru: 'Штук', en: 'Pieces' }, read: ({ quantity }) => quantity },
  { kind: 'number', title: { ru: 'Задача', en: 'Task' }, read: ({ task_id }) => task_id },
  { kind: 'instant', title: { ru: 'Отменён', en: 'Undone' }, read: ({ taken_back_at }) => taken_back_at },
]

export const supplyFile = async (
  db: Db,
  actor: Actor,
  filters: SupplyFilters,
  query: SupplyQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Поставки', en: 'Shipments' },
    columns: supplyColumnsFor(await findSay(db)),
    rows: allSupplyRows(db, actor, filters, query),
  })

/** @throws ApiError not_found */
export async function boxFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: BoxFilters,
  query: BoxQuery,
): Promise<ListFile> {
  const { number } = await findSupply(db, actor, id)
  return listFile({
    name: { ru: `Короба поставки ${number}`, en: `Boxes of shipment ${number}` },
    columns: boxColumns,
    rows: allBoxRows(db, actor, id, filters, query),
  })
}

/** @throws ApiError not_found */
export async function scanFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: ScanFilters,
  query: ScanQuery,
): Promise<ListFile> {
  const { number } = await findSupply(db, actor, id)
  return listFile({
    name: { ru: `Сканы поставки ${number}`, en: `Scans of shipment ${number}` },
    columns: scanColumns,
    rows: allScanRows(db, actor, id, filters, query),
  })
}
