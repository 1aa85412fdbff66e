import type { PrintReason, PrintStatus } from '@artel/contract/printers.line'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { allPrintRows, type PrintFilters, type PrintQuery } from './printers.queries.ts'

type Row = InferResult<ReturnType<typeof allPrintRows>>[number]

const statuses: Record<PrintStatus, Words> = {
  waiting: { ru: 'Ждёт', en: 'Waiting' },
  printing: { ru: 'Печатается', en: 'Printing' },
  printed: { ru: 'Напечатано', en: 'Printed' },
  failed: { ru: 'Не напечатано', en: 'Failed' },
  unknown: { ru: 'Проверьте этикетки', en: 'Check the labels' },
  cancelled: { ru: 'Отменено', en: 'Cancelled' },
}

const reasons: Record<PrintReason, Words> = {
  unreachable: { ru: 'Принтер выключен или не в сети', en: 'The printer is off or not in the network' },
  silent: { ru: 'Принтер не отвечает', en: 'The printer does not answer' },
  cut_off: { ru: 'Связь с принтером прервалась', en: 'The connection to the printer was lost' },
  no_paper: { ru: 'Нет бумаги', en: 'No paper' },
  no_ribbon: { ru: 'Нет ленты', en: 'No ribbon' },
  head_open: { ru: 'Открыта крышка', en: 'The cover is open' },
  jam: { ru: 'Замялась бумага', en: 'Paper jam' },
  paused: { ru: 'Принтер на паузе', en: 'The printer is paused' },
  hot: { ru: 'Печатающая головка перегрелась', en: 'The print head is too hot' },
  fault: { ru: 'Неисправность принтера', en: 'Printer fault' },
  interrupted: { ru: 'Сервер остановился во время печати', en: 'The server stopped while printing' },
  no_boxes: { ru: 'Коробов больше нет', en: 'The boxes were deleted' },
  bad_label: { ru: 'Этикетку нельзя нарисовать', en: 'The label cannot be drawn' },
  unset: { ru: 'Принтер убран из настроек', en: 'The printer was removed from the settings' },
  restored: { ru: 'Данные восстановлены из копии', en: 'The data were restored from a backup' },
}

const columns: Column<Row>[] = [
  { kind: 'instant', title: { ru: 'Создана', en: 'Created' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Поставка', en: 'Shipment' }, read: ({ supply_number }) => supply_number },
  { kind: 'number', title: { ru: 'Короб', en: 'Box' }, read: ({ box_number }) => box_number },
  { kind: 'text', title: { ru: 'Принтер', en: 'Printer' }, read: ({ printer }) => printer },
  { kind: 'text', title: { ru: 'Размер', en: 'Size' }, read: ({ size }) => size.replace('x', ' × ') },
  { kind: 'text', title: { ru: 'Кто', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Статус', en: 'Status' },
    read: ({ status }, language) => statuses[status][language],
  },
  {
    kind: 'text',
    title: { ru: 'Причина', en: 'Reason' },
    read: ({ reason }, language) => (reason ? reasons[reason][language] : null),
  },
  { kind: 'number', title: { ru: 'Этикеток', en: 'Labels' }, read: ({ count }) => count },
  { kind: 'number', title: { ru: 'Напечатано', en: 'Printed' }, read: ({ done }) => done },
  { kind: 'instant', title: { ru: 'Завершена', en: 'Ended' }, read: ({ ended_at }) => ended_at },
]

export const printFile = (db: Db, actor: Actor, filters: PrintFilters, query: PrintQuery): ListFile =>
  listFile({ name: { ru: 'Печать', en: 'Prints' }, columns, rows: allPrintRows(db, actor, filters, query) })
