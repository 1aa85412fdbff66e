import type { QueryOf } from '@artel/contract/call'
import type { ProductFilters, products } from '@artel/contract/products/products'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { type Count, findPage, listPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords, hasWord } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { firstPhotoOf, productRows } from './products.queries.ts'

export type ProductQuery = QueryOf<typeof products.list>

const orderOf = ({ sort_by }: Pick<ProductQuery, 'sort_by'>): Order => ({
  id: sql.ref('products.id'),
  by: sort_by === 'id' ? null : sql.ref(`products.${sort_by}`),
})

// Must be exactly the expression of the index.
const words = sql`product_words(products.name, products.article, products.barcodes, products.wildberries_id)`

function filterRows(db: Db, actor: Actor, filters: ProductFilters) {
  return applyFilters(productRows(db), filters, {
    ids: (all, value) => all.where('products.id', 'in', value),
    is_active: (all, value) => all.where('products.is_active', '=', value),
    brand: (all, value) => all.where('products.brand', 'in', [value].flat()),
    category: (all, value) => all.where('products.category', 'in', [value].flat()),
    barcode: (all, value) => all.where(hasBarcode(db, value)),
    warehouse_id: (all, value) => all.where(liesIn([value].flat())),
    date_from: (all, value) => all.where('products.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('products.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(words, value)),
  })
}

const hasBarcode = ({ companyId }: Db, barcode: string) => sql<boolean>`products.id in (
  select product_id from product_barcodes where company_id = ${companyId} and barcode = ${barcode}
)`

const liesIn = (warehouseIds: readonly number[]) => sql<boolean>`exists (
  select from product_stock as stored
  where stored.company_id = products.company_id and stored.product_id = products.id
    and stored.warehouse_id = any(${[...warehouseIds]}::int8[]) and stored.quantity > 0
)`

type Asked = [db: Db, actor: Actor, filters: ProductFilters, query: ProductQuery]

export async function listProductRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters).select(firstPhotoOf('products.id').as('photo'))
  const isWhole = Object.values(filters).every((value) => value === undefined)
  if (!isWhole) return findPage(db, rows, orderOf(query), query)
  return listPage(rows, orderOf(query), query, await readKeptTotal(db))
}

// The database keeps the count as deltas, so that a request does not count a million rows.
async function readKeptTotal(db: Db): Promise<Count> {
  const [kept] = await db.query(sql<{ total: number }>`
    select ${sumOf('products')} as total from product_totals where company_id = ${db.companyId}`)
  return { total: kept?.total ?? 0, exact: true }
}

/** Selects all products of the list, without paging. */
export const allProductRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

/** Selects no products, for a file with only the header. */
export const noProductRows = (db: Db) => productRows(db).where(sql<boolean>`false`)

const found = 5

/** The best matches for the global search. A product with exactly that barcode or article comes first. */
export function findByText(db: Db, text: string) {
  if (!hasWord(text)) return []
  return db
    .from('products')
    .select(['id', 'name', 'article'])
    .where(containsBeginnings(words, text))
    .orderBy(sql<boolean>`article = ${text} or ${text} = any(barcodes)`, 'desc')
    .orderBy('is_active', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(found)
    .execute()
}
