import type {
  ListedProduct,
  Product,
  ProductDraft,
  ProductFilters,
  ProductPatch,
} from '@artel/contract/products/products'
import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import { visibleForm } from '@artel/contract/shapes/visible'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, type FieldIssue, fieldError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { mapInSlices } from '../../slices.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { listMediaIds, listMediaOf, type MediaOwner, setMedia } from '../multimedia/multimedia.ts'
import { lockWarehousesShared } from '../warehouses/warehouses.ts'
import { findBare, findHolders, mayBeArticle } from './products.import.queries.ts'
import { findByText, listProductRows, type ProductQuery } from './products.list.queries.ts'
import { rightsOf, toManage } from './products.policy.ts'
import {
  deleteProductRow,
  findBarcodeHolders,
  findByLooks,
  findProductRow,
  insertProduct,
  type LockedProduct,
  lockProductRow,
  lockProductRows,
  replaceStock,
  updateProductRow,
} from './products.queries.ts'

export {
  createLinkedProducts,
  findLinkedProducts,
  findProductsByName,
  type LinkedProduct,
  updateLinkedProducts,
} from './products.linked.ts'
export { productOf } from './products.queries.ts'
export { countStock, type StockChange } from './products.stock.ts'

const productMedia: MediaOwner = { table: 'product_multimedia', owner: 'product_id' }

export async function listProducts(
  db: Db,
  actor: Actor,
  filters: ProductFilters,
  query: ProductQuery,
): Promise<{ products: ListedProduct[]; pagination: Pagination }> {
  const { rows, pagination } = await listProductRows(db, actor, filters, query)
  const can = rightsOf(actor)
  return { products: rows.map((row) => ({ ...row, can })), pagination }
}

/** Products for the global search. */
export async function searchProducts(db: Db, _: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, text)
  return rows.map(({ id, name, article }) => ({ entity: 'product', id, title: name, subtitle: article }))
}

/** @throws ApiError not_found */
export async function getProduct(db: Db, actor: Actor, id: number): Promise<Product> {
  const row = await findProductRow(db, id, actor.userId)
  if (!row) throw new ApiError('not_found')
  return { ...row, multimedia: await listMediaOf(db, actor, productMedia, id), can: rightsOf(actor) }
}

/** Product ids by the codes in a file. A code is a barcode, or the article of a product without barcodes. */
export async function findProductsOfCodes(db: Db, codes: readonly string[]): Promise<Map<string, number>> {
  const held = codes.length === 0 ? [] : await findHolders(db, codes)
  const found = new Map(held.map(({ barcode, product_id }) => [barcode, product_id]))
  const others = codes.filter((code) => !found.has(code) && mayBeArticle(code))
  const bare = others.length === 0 ? [] : await findBare(db, others)
  const byArticle = new Map(bare.map(({ id, article }) => [visibleForm(article), id]))
  // In slices, because some codes take a millisecond each.
  for (const [code, form] of await mapInSlices(others, (code) => [code, visibleForm(code)] as const)) {
    const id = byArticle.get(form)
    if (id !== undefined) found.set(code, id)
  }
  return found
}

/** The fields that a task copies from its product. */
export type HeldProduct = Awaited<ReturnType<typeof lockProductRows>>[number]

/** Locks products against deletion until the transaction ends. @returns those that exist, by id */
export async function lockProducts(db: Db, ids: readonly number[]): Promise<Map<number, HeldProduct>> {
  const rows = ids.length === 0 ? [] : await lockProductRows(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** @returns its id @throws ApiError 422 at the field */
export async function createProduct(db: Db, actor: Actor, draft: ProductDraft): Promise<number> {
  const { stock, multimedia_ids, ...fields } = draft
  await refuseTaken(db, fields)
  await lockStores(db, stock)
  const at = nowIso()
  const stamps = { created_at: at, updated_at: at, created_by: actor.userId }
  const row = { ...fields, components: JSON.stringify(fields.components), ...stamps }
  // The column gets the list as JSON text, because a JavaScript array would become a PostgreSQL array.
  const id = await insertProduct(db, row as unknown as typeof row & Pick<ProductDraft, 'components'>).catch(
    refuseRace,
  )
  await replaceStock(db, id, stock)
  if (multimedia_ids.length > 0) await setMedia(db, actor, productMedia, id, multimedia_ids)
  const { after } = changesOf({}, draft)
  await writeAudit(db, actor, { action: 'create', entity: 'product', id, title: draft.name, after })
  db.announce({ entity: 'product', id, action: 'create' }, 'everyone')
  return id
}

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockProduct(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Allowed<LockedProduct, 'manage'>> {
  const row = await lockProductRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toManage(actor, row)
}

/**
 * Updates the given fields. Rows that refer to the product keep the rates that they were created with.
 * @throws ApiError 422 at the field; stale if somebody has changed one of the fields since
 */
export async function updateProduct(
  db: Db,
  actor: Actor,
  product: Allowed<LockedProduct, 'manage'>,
  { version: base, ...fields }: ProductPatch,
): Promise<void> {
  const { id, name } = product
  const sorted = { ...fields, ...(fields.stock && { stock: byWarehouse(fields.stock) }) }
  const media = fields.multimedia_ids && { multimedia_ids: await listMediaIds(db, productMedia, id) }
  const row = { ...product, multimedia_ids: media?.multimedia_ids ?? [] }
  await refuseStale(base, row, sorted, {
    findChanged: (since) => changedSince(product, since),
    findChange: (names) => findLastChange(db, 'product', id, names),
    readCurrent: () => getProduct(db, actor, id),
  })
  const changed = changedFields(row, sorted)
  if (Object.keys(changed).length === 0) return
  const { stock, multimedia_ids, components, ...columns } = changed
  await refuseTaken(db, columns, id)
  if (stock) await lockStores(db, stock, product.stock)
  await updateProductRow(db, id, {
    ...columns,
    ...(components && { components: JSON.stringify(components) as unknown as typeof components }), // as above
    ...nextVersion(product, changed),
    updated_at: nowIso(),
    updated_by: actor.userId,
  }).catch(refuseRace)
  if (stock) await replaceStock(db, id, stock)
  if (multimedia_ids) await setMedia(db, actor, productMedia, id, multimedia_ids)
  const changes = changesOf(row, { ...row, ...changed })
  await writeAudit(db, actor, { action: 'update', entity: 'product', id, title: name, ...changes })
  db.announce({ entity: 'product', id, action: 'update' }, 'everyone')
}

/** @throws ApiError in_use if something refers to the product */
export async function deleteProduct(
  db: Db,
  actor: Actor,
  product: Allowed<LockedProduct, 'manage'>,
): Promise<void> {
  const { id, name, version, field_versions, ...fields } = product
  await setMedia(db, actor, productMedia, id, [])
  await deleteUnused(deleteProductRow(db, id))
  const { before } = changesOf({ name, ...fields }, {})
  await writeAudit(db, actor, { action: 'delete', entity: 'product', id, title: name, before })
  db.announce({ entity: 'product', id, action: 'delete' }, 'everyone')
}

type Stock = ProductDraft['stock']

const byWarehouse = (stock: Stock): Stock => stock.toSorted((a, b) => a.warehouse_id - b.warehouse_id)

const lockStores = (db: Db, stock: Stock, present: Stock = []): Promise<void> =>
  lockWarehousesShared(
    db,
    stock.map(({ warehouse_id }) => warehouse_id),
    (index) => `stock.${index}.warehouse_id`,
    present.map(({ warehouse_id }) => warehouse_id),
  )

type Names = { article?: string; barcodes?: readonly string[] }

/** An article or a barcode belongs to one product of the company. @throws ApiError 422 at each taken one */
async function refuseTaken(
  db: Db,
  { article, barcodes = [] }: Names,
  id: number | null = null,
): Promise<void> {
  const alike = article === undefined ? [] : await findByLooks(db, [article], id)
  const holders = barcodes.length === 0 ? [] : await findBarcodeHolders(db, barcodes, id)
  const issues: FieldIssue[] = [
    ...alike.map((other) => sameArticle(other.article, article ?? '')),
    ...holders.map((other) => ({
      path: `barcodes.${barcodes.indexOf(other.barcode)}`,
      key: 'barcode_taken' as const,
      values: { article: other.article },
    })),
  ]
  if (issues.length > 0) throw new ApiError('invalid', issues)
}

const sameArticle = (theirs: string, ours: string): FieldIssue =>
  theirs === ours
    ? { path: 'article', key: 'article_taken' }
    : { path: 'article', key: 'article_alike', values: { article: theirs } }

// Another request took the article or the barcode between the check and the write.
const refuseRace = onConstraint({
  products_one_of_article: () => fieldError('article', 'article_taken'),
  product_barcodes_one_of_barcode: () => fieldError('barcodes', 'barcode_taken_now'),
})
