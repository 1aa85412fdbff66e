import type { SupplyFilters } from '@artel/contract/supplies/supplies'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Tables } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { fieldError } from '../../../errors/errors.ts'
import { type ListFile, listFile } from '../../../lists/list-file.ts'
import type { Column, Words } from '../../../spreadsheets/spreadsheets.ts'
import { filterSupplies } from '../supplies.list.queries.ts'

export type PackingRow = {
  /** The first barcode of the set, or its article if it has none. An import finds the set by either. */
  product_code: string | null
  quantity: number
  barcode: string
  expires_on: string | null
  pallet_number: number | null
}

/** Titles of the columns, as in files of Wildberries. An import finds the columns by these titles. */
export const packingTitles = {
  barcode: { ru: 'Баркод товара', en: 'Barcode' },
  quantity: { ru: 'Кол-во товаров', en: 'Quantity' },
  box: { ru: 'ШК короба', en: 'Box barcode' },
  expires_on: { ru: 'Срок годности', en: 'Expiry' },
} as const satisfies Record<string, Words>

// Barcodes are texts, so that a spreadsheet loses no leading zero and no digit.
const columns: Column<PackingRow>[] = [
  { kind: 'text', title: packingTitles.barcode, read: ({ product_code }) => product_code },
  { kind: 'number', title: packingTitles.quantity, read: ({ quantity }) => quantity },
  { kind: 'text', title: packingTitles.box, read: ({ barcode }) => barcode },
  { kind: 'day', title: packingTitles.expires_on, read: ({ expires_on }) => expires_on },
]

// Only for supplies with pallets, so that other files keep the columns of Wildberries. An import leaves it out.
const palletColumn: Column<PackingRow> = {
  kind: 'number',
  title: { ru: 'Паллета', en: 'Pallet' },
  read: ({ pallet_number }) => pallet_number,
}

type PackingRows = SelectQueryBuilder<Tables, 'supply_boxes', PackingRow>

/** Lines of boxes in the order of the boxes. An empty box has one row, as in files of Wildberries. */
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
      sql<number | null>`(
        select pallet.number from supply_pallets as pallet
        where pallet.company_id = supply_boxes.company_id and pallet.id = supply_boxes.pallet_id
      )`.as('pallet_number'),
    ])
    .where('supply_boxes.deleted_at', 'is', null)
    .orderBy('supply_boxes.supply_id')
    .orderBy('supply_boxes.number')
    .orderBy('item.id') as unknown as PackingRows // readers do not use the alias

/**
 * The contents of the boxes of all supplies that the filters find.
 * @throws ApiError 422 if the article of a set without a barcode is the barcode of another set, because an
 * import of the file would take it for the other set
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
  const onPallet = await db
    .from('supply_boxes')
    .select('id')
    .where('pallet_id', 'is not', null)
    .where('supply_id', 'in', found)
    .limit(1)
    .executeTakeFirst()
  return listFile({
    name: { ru: 'Упаковка', en: 'Packing list' },
    columns: onPallet ? [...columns, palletColumn] : columns,
    rows: lineRows(db).where('supply_boxes.supply_id', 'in', found),
  })
}

/** The article of one packed set that has no barcode. */
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
    .where('products.barcodes', '=', '{}' as unknown as string[]) // an empty array in PostgreSQL
    .limit(1)

/** A file with the header alone, for people to fill in. */
export const packingListTemplate = (db: Db): ListFile =>
  listFile({
    name: { ru: 'Упаковка, шаблон', en: 'Packing list, template' },
    columns,
    rows: lineRows(db).where(sql<boolean>`false`),
  })
