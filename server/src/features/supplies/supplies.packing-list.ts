import type { SupplyFilters } from '@artel/contract/supplies'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/open.ts'
import { fieldError } from '../../http/errors.ts'
import { type ListFile, listFile } from '../../http/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { filterSupplies } from './supplies.list.queries.ts'

export type PackingRow = {
  /** A barcode; of a set that has none its article, by which an import finds it as well. */
  product_code: string | null
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
  { kind: 'text', title: packingTitles.barcode, read: ({ product_code }) => product_code },
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
      sql<string | null>`coalesce(products.barcodes[1], products.article)`.as('product_code'),
      sql<number>`coalesce(item.quantity, 0)`.as('quantity'),
    ])
    .where('supply_boxes.deleted_at', 'is', null)
    .orderBy('supply_boxes.supply_id')
    .orderBy('supply_boxes.number')
    .orderBy('item.id') as unknown as PackingRows // the alias of the lines matters to nobody who reads them

/**
 * What is in the boxes of the supplies that the filters find. @throws ApiError 422 where the article of a set without
 * a barcode is the barcode of another: the file would be taken in as that one
 */
export async function packingListFile(db: Db, actor: Actor, filters: SupplyFilters): Promise<ListFile> {
  const found = filterSupplies(db, actor, filters).clearSelect().select('supplies.id')
  const [nameless] = await bareSets(db)
    .where('supply_products.supply_id', 'in', found)
    .innerJoin('product_barcodes as other', (join) =>
      join
        .onRef('other.company_id', '=', 'products.company_id')
        .onRef('other.barcode', '=', 'products.article'),
    )
    .execute()
  if (nameless) throw fieldError('ids', 'set_without_barcode', nameless)
  return listFile({
    name: { ru: 'Упаковка', en: 'Packing list' },
    columns,
    rows: lineRows(db).where('supply_boxes.supply_id', 'in', found),
  })
}

/** Articles of packed sets that have no barcode, the first alone. */
export const bareSets = (db: Db) =>
  db
    .from('supply_products')
    .innerJoin('products', (join) =>
      join
        .onRef('products.company_id', '=', 'supply_products.company_id')
        .onRef('products.id', '=', 'supply_products.product_id'),
    )
    .select('products.article')
    .where('supply_products.packed', '>', 0)
    .where('products.barcodes', '=', '{}' as unknown as string[]) // PostgreSQL's word for an empty list
    .limit(1)

/** The header alone, to be filled in. */
export const packingListTemplate = (db: Db): ListFile =>
  listFile({
    name: { ru: 'Упаковка, шаблон', en: 'Packing list, template' },
    columns,
    rows: lineRows(db).where(sql<boolean>`false`),
  })
