import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Person } from '@artel/contract/users/users'
import { sql } from 'kysely'
import type { Change, Db, Draft } from '../../database/db.ts'
import { instructionsOf } from '../../database/instructions.ts'
import { personOf } from '../../database/queries/person.ts'

const ownColumns = [
  'products.id',
  'products.name',
  'products.article',
  'products.barcodes',
  'products.wildberries_id',
  'products.brand',
  'products.category',
  'products.description',
  'products.components',
  'products.money',
  'products.coins',
  'products.norm_seconds',
  'products.weight_g',
  'products.is_active',
  'products.moy_sklad_id',
  'products.version',
] as const

type Stock = { warehouse_id: number; quantity: number }[]

const stock = sql<Stock>`coalesce((
  select jsonb_agg(jsonb_build_object('warehouse_id', warehouse_id, 'quantity', quantity) order by warehouse_id)
  from product_stock as stored
  where stored.company_id = products.company_id and stored.product_id = products.id
), '[]')`

/** Products as lists and pages show them, without media. */
export const productRows = (db: Db) =>
  db
    .from('products')
    .select(ownColumns)
    .select(['products.created_at', 'products.updated_at'])
    .select(stock.as('stock'))

// Before the first change, the creator, who is not stored twice, because each reference costs a lookup.
const changer = sql<Person | null>`coalesce(${personOf('products.updated_by')}, ${personOf('products.created_by')})`

export const findProductRow = (db: Db, id: number, userId: number) =>
  productRows(db)
    .select(changer.as('updated_by'))
    .select(instructionsOf('products.id', userId).as('instructions'))
    .where('products.id', '=', id)
    .executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockProductRow = (db: Db, id: number) =>
  db
    .from('products')
    .select([...ownColumns, 'products.field_versions'])
    .select(stock.as('stock'))
    .where('products.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProductRow>>>

/** The file of the first photo of the product whose id is in `column`. */
export const firstPhotoOf = (column: string) => sql<string | null>`(
  select multimedia.file
  from product_multimedia as held
  join multimedia on multimedia.company_id = held.company_id and multimedia.id = held.multimedia_id
  where held.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)}
    and held.product_id = ${sql.ref(column)} and multimedia.type = 'photo'
  order by held.position
  limit 1
)`

type ProductColumn =
  | 'tasks.product_id'
  | 'link.product_id'
  | 'supply_products.product_id'
  | 'supply_box_items.product_id'
  | 'supply_scans.product_id'
  | 'line.product_id'

/** The product whose id is in `column`; null if the column is null. */
export const productOf = (column: ProductColumn) => sql<ProductBrief | null>`(
  select jsonb_build_object('id', one.id, 'name', one.name, 'article', one.article,
    'barcodes', one.barcodes, 'photo', ${firstPhotoOf('one.id')})
  from products as one
  where one.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)} and one.id = ${sql.ref(column)}
)`

/** Locks rows against deletion until the transaction ends. */
export const lockProductRows = (db: Db, ids: readonly number[]) =>
  db
    .from('products')
    .select(['id', 'name', 'article', 'money', 'coins', 'norm_seconds', 'is_active'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Products other than `except` whose articles look like one of these. */
export const findByLooks = (db: Db, articles: readonly string[], except: number | null = null) =>
  db
    .from('products')
    .select(['id', 'article', 'name'])
    .where(
      sql<boolean>`article_key(company_id, article) = any(array(
      select article_key(${db.companyId}, one) from unnest(${sql.val([...articles])}::text[]) as one))`,
    )
    .where('id', 'is distinct from', except)
    .execute()

/** Products other than `except` that have one of these barcodes. */
export const findBarcodeHolders = (db: Db, barcodes: readonly string[], except: number | null = null) =>
  db
    .from('product_barcodes')
    .innerJoin('products', (join) =>
      join
        .onRef('products.company_id', '=', 'product_barcodes.company_id')
        .onRef('products.id', '=', 'product_barcodes.product_id'),
    )
    .select(['product_barcodes.barcode', 'products.id', 'products.article'])
    .where('product_barcodes.barcode', 'in', barcodes)
    .where('product_barcodes.product_id', 'is distinct from', except)
    .execute()

export const insertProduct = async (db: Db, draft: Draft<'products'>): Promise<number> =>
  (await db.insert('products', draft).returning('id').executeTakeFirstOrThrow()).id

export async function updateProductRow(db: Db, id: number, fields: Change<'products'>): Promise<void> {
  await db.update('products', fields).where('id', '=', id).execute()
}

/** Fails on a foreign key if the product is in use. */
export async function deleteProductRow(db: Db, id: number): Promise<void> {
  await db.remove('products').where('id', '=', id).execute()
}

/** Replaces the stock of a product in all warehouses. */
export async function replaceStock(db: Db, id: number, stored: Stock): Promise<void> {
  await db.remove('product_stock').where('product_id', '=', id).execute()
  if (stored.length === 0) return
  await db
    .insert(
      'product_stock',
      stored.map((row) => ({ product_id: id, ...row })),
    )
    .execute()
}
