import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { hasOwn } from '../../database/first-steps.ts'

export type Mark = Exclude<keyof Draft<'example_rows'>, 'id' | 'is_leaving'>

/** Whether the company has a set, a task or a supply that is not of its example. */
export async function hasOwnRows(db: Db): Promise<boolean> {
  const [row] = await db.query(sql<{ has: boolean }>`
    select ${hasOwn('products')} or ${hasOwn('tasks')} or ${hasOwn('supplies')} as has
    from companies where companies.id = ${db.companyId}`)
  return row?.has ?? false
}

export const findExample = (db: Db) => db.from('examples').select('created_at').executeTakeFirst()

/** Waits for another transaction that adds or removes the example. @returns whether there was none */
export async function insertExample(db: Db): Promise<boolean> {
  const added = await db
    .insert('examples', { created_at: nowIso() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst()
  return added !== undefined
}

export const lockExample = (db: Db) => db.from('examples').select('created_at').forUpdate().executeTakeFirst()

/** Its marks are deleted with it. */
export async function deleteExample(db: Db): Promise<void> {
  await db.remove('examples').execute()
}

export async function markRows(db: Db, mark: Mark, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .insert(
      'example_rows',
      ids.map((id) => ({ [mark]: id })),
    )
    .execute()
}

/** Ids of the rows of the example, by the column of `example_rows` that names them, in the order in which they were added. */
export async function listMarked(db: Db): Promise<(mark: Mark) => number[]> {
  const rows = await db
    .from('example_rows')
    .select(['task_id', 'supply_id', 'product_id', 'legal_entity_id', 'warehouse_id', 'multimedia_id'])
    .orderBy('id')
    .execute()
  return (mark) => rows.map((row) => row[mark]).filter((id) => id !== null && id !== undefined)
}

export const findAnyWarehouse = (db: Db) =>
  db.from('warehouses').select('id').where('is_active', '=', true).orderBy('id').limit(1).executeTakeFirst()

export const findAnyLegalEntity = (db: Db) =>
  db
    .from('legal_entities')
    .select('id')
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const refersTo = (table: string, column: 'product_id' | 'legal_entity_id' | 'warehouse_id', owner: string) =>
  sql<boolean>`exists (
    select from ${sql.table(table)} as one
    where one.company_id = ${sql.ref(`${owner}.company_id`)} and one.${sql.id(column)} = ${sql.ref(`${owner}.id`)}
  )`
const any = (...conditions: ReturnType<typeof refersTo>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`.as('is_used')

/** Locks sets, and reads which of them something else of the company refers to. */
export async function lockSets(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  await db.from('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const refers = (table: string) => refersTo(table, 'product_id', 'products')
  return db
    .from('products')
    .select([
      'id',
      'name as title',
      any(
        sql`products.moy_sklad_id is not null`,
        ...['tasks', 'supply_products', 'supply_box_items', 'supply_scans', 'instruction_products'].map(
          refers,
        ),
      ),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** The same for legal entities. A connected service needs the one that it is connected for. */
export async function lockEntities(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  await db.from('legal_entities').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return db
    .from('legal_entities')
    .select([
      'id',
      'name as title',
      any(
        sql`legal_entities.moy_sklad_id is not null or legal_entities.wildberries_token is not null`,
        refersTo('supplies', 'legal_entity_id', 'legal_entities'),
      ),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** The same for warehouses. */
export async function lockStores(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  await db.from('warehouses').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const refers = (table: string) => refersTo(table, 'warehouse_id', 'warehouses')
  return db
    .from('warehouses')
    .select([
      'id',
      'name as title',
      any(
        sql`warehouses.moy_sklad_id is not null`,
        ...['users', 'tasks', 'supplies', 'product_stock'].map(refers),
      ),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
