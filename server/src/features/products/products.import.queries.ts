import type { FieldVersions } from '@artel/contract/shapes/primitives'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { texts } from '../../database/queries/arrays.ts'
import { given, givenBarcodes } from './products.given.ts'

/** Fields that an import writes. */
export type ImportedFields = {
  article: string
  name: string
  barcodes: readonly string[]
  wildberries_id: number | null
  brand: string | null
  category: string | null
  description: string
  money: number
  coins: number
  norm_seconds: number | null
  weight_g: number | null
  is_active: boolean
}

const fields = [
  'article',
  'name',
  'barcodes',
  'wildberries_id',
  'brand',
  'category',
  'description',
  'money',
  'coins',
  'norm_seconds',
  'weight_g',
  'is_active',
] as const

/** Maximum characters of an article, as in the contract. */
const longestArticle = 100
/** A letter of an article may come as a letter and two marks. */
const maxPartsOfLetter = 3

/**
 * Whether a text of a file may be an article. The database needs up to seconds for the form of a longer text, whose
 * marks it orders one by one.
 */
export const mayBeArticle = (text: string): boolean =>
  text.length <= longestArticle ||
  (text.length <= longestArticle * maxPartsOfLetter && text.normalize('NFC').length <= longestArticle)

/** The condition of a product whose article looks like one of these. */
const looksLike = (db: Db, articles: readonly string[]) => sql`article_key(company_id, article)
  = any(array(select article_key(${db.companyId}, one) from unnest(${texts(articles.filter(mayBeArticle))}) as one))`

/** Locks the products whose articles look like one of these until the transaction ends. */
export const lockByLooks = (db: Db, articles: readonly string[]) =>
  db.query(
    sql<Held>`
      select ${sql.join(['id', 'version', 'field_versions', ...fields].map((name) => sql.ref(name)))} from products
      where ${looksLike(db, articles)}
      for no key update`,
  )

type Held = ImportedFields & { id: number; version: number; field_versions: FieldVersions }

export type FoundProduct = Held

type Holder = { barcode: string; product_id: number; article: string }

/**
 * Finds the products with these barcodes. The query fixes the order of the lookups, because during a
 * company's first import the planner expects hardly any rows, and would scan all of them each time.
 */
export const findHolders = (db: Db, barcodes: readonly string[]): Promise<Holder[]> =>
  db.query(sql<Holder>`
    with held as materialized (
      select barcode, product_id from product_barcodes
      where company_id + 0 = ${db.companyId} and barcode = any(${texts(barcodes)})
    )
    select barcode, product_id,
      (select article from products where company_id = ${db.companyId} and id = held.product_id) as article
    from held`)

/** Products without barcodes whose article looks like one of these. A file names them by article. */
export const findBare = (db: Db, articles: readonly string[]): Promise<{ id: number; article: string }[]> =>
  db.query(sql`
    select id, article from products
    where ${looksLike(db, articles)} and barcodes = '{}'`)

type Stamp = { at: string; by: number }

/** @returns the ids by article */
export async function insertImported(
  db: Db,
  rows: readonly ImportedFields[],
  { at, by }: Stamp,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const made = await db.query(sql<{ id: number; article: string }>`
    insert into products (company_id, article, name, barcodes, wildberries_id, brand, category, description, money,
      coins, norm_seconds, weight_g, is_active, created_at, updated_at, created_by)
    select ${db.companyId}, article, name, ${givenBarcodes}, wildberries_id, brand, category, description, money,
      coins, norm_seconds, weight_g, is_active, ${at}, ${at}, ${by}
    from ${given(rows, fields)}
    returning id, article`)
  return new Map(made.map(({ id, article }) => [article, id]))
}

type Changed = ImportedFields & Pick<FoundProduct, 'id' | 'version' | 'field_versions'>

/** Overwrites whole rows, including their next versions. */
export async function updateImported(db: Db, rows: readonly Changed[], { at, by }: Stamp): Promise<void> {
  if (rows.length === 0) return
  await db.query(sql`
    update products set article = given.article, name = given.name, barcodes = ${givenBarcodes},
      wildberries_id = given.wildberries_id, brand = given.brand, category = given.category,
      description = given.description, money = given.money, coins = given.coins,
      norm_seconds = given.norm_seconds, weight_g = given.weight_g, is_active = given.is_active,
      version = given.version, field_versions = given.field_versions::jsonb, updated_at = ${at}, updated_by = ${by}
    from ${given(rows, [...fields, 'id', 'version', 'field_versions'])}
    where products.company_id = ${db.companyId} and products.id = given.id`)
}

/** Locks the products of an import until the transaction ends, to undo it. */
export const lockForUndo = (db: Db, ids: readonly number[]) =>
  db
    .from('products')
    .select(['id', 'version', 'field_versions', ...fields])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function deleteProducts(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.remove('products').where('id', 'in', ids).execute()
}
