import type { SupplyFilters } from '@artel/contract/supplies'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/open.ts'
import { type ListFile, listFile } from '../../http/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { filterSupplies } from './supplies.list.queries.ts'

export type PackingRow = {
  product_barcode: string | null
  quantity: number
  barcode: string
  expires_on: string | null
}

/** Titles of the columns, which are those of Wildberries; by them an import finds them again. */
export const packingTitles = {
  barcode: { ru: 'Баркод товара', en: 'Barcode' },
  quantity: { ru: 'Кол-во товаров', en: 'Quantity' },
  box: { ru: 'ШК короба', en: 'Box barcode' },
  expires_on: { ru: 'Срок годности', en: 'Expiry' },
} as const satisfies Record<string, Words>

// Barcodes are texts, so that no zero and no digit of theirs is lost.
const columns: Column<PackingRow>[] = [
  { kind: 'text', title: packingTitles.barcode, read: ({ product_barcode }) => product_barcode },
  { kind: 'number', title: packingTitles.quantity, read: ({ quantity }) => quantity },
  { kind: 'text', title: packingTitles.box, read: ({ barcode }) => barcode },
  { kind: 'day', title: packingTitles.expires_on, read: ({ expires_on }) => expires_on },
]

type PackingRows = SelectQueryBuilder<Tables, 'supply_boxes', PackingRow>

/** Lines of boxes in the order of the boxes; one with nothing in it has a row of its own, as Wildberries has it. */
export const lineRows = (db: Db): PackingRows =>
  db
    .from('supply_boxes')
    .leftJoin('supply_box_items as item', (join) =>
      join
        .onRef('item.company_id', '=', 'supply_boxes.company_id')
        .onRef('item.box_id', '=', 'supply_boxes.id')
        .on('item.quantity', '>', 0),
    )
    .leftJoin('products', (join) =>
      join.onRef('products.company_id', '=', 'item.company_id').onRef('products.id', '=', 'item.product_id'),
    )
    .select(['supply_boxes.barcode', 'item.expires_on'])
    .select([
      sql<string | null>`products.barcodes[1]`.as('product_barcode'),
      sql<number>`coalesce(item.quantity, 0)`.as('quantity'),
    ])
    .where('supply_boxes.deleted_at', 'is', null)
    .orderBy('supply_boxes.supply_id')
    .orderBy('supply_boxes.number')
    .orderBy('item.id') as unknown as PackingRows // the alias of the lines matters to nobody who reads them

/** What is in the boxes of the supplies that the filters find. */
export const packingListFile = (db: Db, actor: Actor, filters: SupplyFilters): ListFile => {
  const found = filterSupplies(db, actor, filters).clearSelect().select('supplies.id')
  return listFile({
    name: { ru: 'Упаковка', en: 'Packing list' },
    columns,
    rows: lineRows(db).where('supply_boxes.supply_id', 'in', found),
  })
}

/** The header alone, to be filled in. */
export const packingListTemplate = (db: Db): ListFile =>
  listFile({
    name: { ru: 'Упаковка, шаблон', en: 'Packing list, template' },
    columns,
    rows: lineRows(db).where(sql<boolean>`false`),
  })
