import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import { allPrintRows, type PrintFilters, type PrintQuery } from './printers.queries.ts'

type Row = InferResult<ReturnType<typeof allPrintRows>>[number]

const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'instant', title: { ru: 'Создана', en: 'Created' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Поставка', en: 'Shipment' }, read: ({ supply_number }) => supply_number },
  { kind: 'number', title: { ru: 'Короб', en: 'Box' }, read: ({ box_number }) => box_number },
  { kind: 'text', title: { ru: 'Принтер', en: 'Printer' }, read: ({ printer }) => printer },
  { kind: 'text', title: { ru: 'Размер', en: 'Size' }, read: ({ size }) => size.replace('x', ' × ') },
  { kind: 'text', title: { ru: 'Кто', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => say(language, `printing.status_${status}`),
  },
  {
    kind: 'text',
    title: { ru: 'Причина', en: 'Reason' },
    read: ({ reason }, language) => reason && say(language, `printing.reason_${reason}`),
  },
  { kind: 'number', title: { ru: 'Этикеток', en: 'Labels' }, read: ({ count }) => count },
  { kind: 'number', title: { ru: 'Напечатано', en: 'Printed' }, read: ({ done }) => done },
  { kind: 'instant', title: { ru: 'Завершена', en: 'Ended' }, read: ({ ended_at }) => ended_at },
]

export const printFile = async (
  db: Db,
  actor: Actor,
  filters: PrintFilters,
  query: PrintQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Печать', en: 'Prints' },
    columns: columnsFor(await findSay(db)),
    rows: allPrintRows(db, actor, filters, query),
  })
