import type { Components } from '@artel/contract/products/products'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { texts } from '../../database/queries/arrays.ts'
import { containsWords } from '../../database/queries/search.ts'
import { given, givenBarcodes } from './products.given.ts'

/** Fields of a product that another service also has. */
export type LinkedFields = {
  article: string
  name: string
  barcodes: string[]
  category: string | null
  description: string
  weight_g: number | null
  components: Components
  is_active: boolean
}

const fields = [
  'article',
  'name',
  'barcodes',
  'category',
  'description',
  'weight_g',
  'components',
  'is_active',
] as const satisfies (keyof LinkedFields)[]

/** Keys to find products by; `looks`: articles in their visible form. */
export type SoughtProducts = {
  ids: readonly number[]
  moySkladIds: readonly string[]
  looks: readonly string[]
  barcodes: string[]
}

/** The limits make each search use its index, even in a growing table without planner statistics. */
export async function findSoughtIds(db: Db, sought: SoughtProducts): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`
    select found.id from unnest(${texts(sought.moySkladIds)}) as one, lateral (
      select id from products where company_id = ${db.companyId} and moy_sklad_id = one limit 1) as found
    union
    select id from products
    where article_key(company_id, article)
      = any(array(select ${db.companyId}::bigint::text || ' ' || one from unnest(${texts(sought.looks)}) as one))
    union
    select product_id from product_barcodes
    where company_id + 0 = ${db.companyId} and barcode = any(${texts(sought.barcodes)})`)
  return [...new Set([...sought.ids, ...rows.map(({ id }) => id)])]
}

const rowsOf = (db: Db, ids: readonly number[]) =>
  db
    .from('products')
    .select(['id', 'moy_sklad_id', 'version', 'field_versions', ...fields])
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .orderBy('id')

export const findLinkedRows = (db: Db, ids: readonly number[]) => rowsOf(db, ids).execute()

/** Locks the rows until the transaction ends. */
export const lockLinkedRows = (db: Db, ids: readonly number[]) => rowsOf(db, ids).forNoKeyUpdate().execute()

export type LinkedRow = Awaited<ReturnType<typeof findLinkedRows>>[number]

/** Products with exactly this name in its search form; at most `most`. */
export const findByName = (db: Db, name: string, most: number) =>
  db
    .from('products')
    .select(['id', 'moy_sklad_id', 'version', 'field_versions', ...fields])
    // The index finds the few products with these words. The next condition drops those with other words.
    .where(containsWords(sql`product_words(name, article, barcodes, wildberries_id)`, name))
    .where(sql<boolean>`search_form(name) = search_form(${name})`)
    .orderBy('id')
    .limit(most)
    .execute()

/** @returns our ids by MoySklad ids */
export async function insertLinkedRows(
  db: Db,
  rows: readonly (LinkedFields & { moy_sklad_id: string })[],
  at: string,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const made = await db.query(sql<{ id: number; moy_sklad_id: string }>`
    insert into products (company_id, article, name, barcodes, category, description, weight_g, components, is_active,
      moy_sklad_id, created_at, updated_at)
    select ${db.companyId}, article, name, ${givenBarcodes}, category, description, weight_g, components::jsonb,
      is_active, moy_sklad_id, ${at}, ${at}
    from ${given(rows, [...fields, 'moy_sklad_id'])}
    returning id, moy_sklad_id`)
  return new Map(made.map(({ id, moy_sklad_id }) => [moy_sklad_id, id]))
}

/** Sets temporary articles on rows that the transaction writes later, so that others can take theirs. */
export async function parkArticles(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update('products', { article: sql<string>`gen_random_uuid()::text` })
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .execute()
}

/** Overwrites whole rows, including their next versions. Sets no editor, because no user changed them. */
export async function updateLinkedRows(db: Db, rows: readonly LinkedRow[], at: string): Promise<void> {
  if (rows.length === 0) return
  await db.query(sql`
    update products set article = given.article, name = given.name, barcodes = ${givenBarcodes},
      category = given.category, description = given.description, weight_g = given.weight_g,
      components = given.components::jsonb, is_active = given.is_active, moy_sklad_id = given.moy_sklad_id,
      version = given.version, field_versions = given.field_versions::jsonb,
      updated_at = case when given.version = products.version then products.updated_at else ${at} end,
      updated_by = case when given.version = products.version then products.updated_by end
    from ${given(rows, [...fields, 'id', 'moy_sklad_id', 'version', 'field_versions'])}
    where products.company_id = ${db.companyId} and products.id = given.id`)
}
