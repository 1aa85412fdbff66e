import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { warehouseCalls } from '@artel/contract/company/warehouses'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords } from '../../database/queries/search.ts'

export type WarehouseFilters = BodyOf<typeof warehouseCalls.list>
export type WarehouseQuery = QueryOf<typeof warehouseCalls.list>

const columns = [
  'warehouses.id',
  'warehouses.name',
  'warehouses.address',
  'warehouses.moy_sklad_id',
  'warehouses.is_active',
  'warehouses.version',
  'warehouses.created_at',
] as const

export const warehouseRows = (db: Db) => db.from('warehouses').select(columns)

export const findWarehouse = (db: Db, id: number) => warehouseRows(db).where('id', '=', id).executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockWarehouseRow = (db: Db, id: number) =>
  warehouseRows(db).select('field_versions').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type LockedWarehouse = NonNullable<Awaited<ReturnType<typeof lockWarehouseRow>>>

/** Locks the rows against deletion until the transaction ends. */
export const lockWarehouseRows = (db: Db, ids: readonly number[]) =>
  db
    .from('warehouses')
    .select(['id', 'is_active'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()

export const insertWarehouse = async (db: Db, draft: Draft<'warehouses'>): Promise<number> =>
  (await db.insert('warehouses', draft).returning('id').executeTakeFirstOrThrow()).id

export async function updateWarehouseRow(db: Db, id: number, fields: Change<'warehouses'>): Promise<void> {
  await db.update('warehouses', fields).where('id', '=', id).execute()
}

/** Fails on a foreign key if the warehouse is in use. */
export async function deleteWarehouseRow(db: Db, id: number): Promise<void> {
  await db.remove('warehouses').where('id', '=', id).execute()
}

const searched = sql`warehouses.name || ' ' || coalesce(warehouses.address, '')`

function filtered(db: Db, actor: Actor, filters: WarehouseFilters) {
  return applyFilters(warehouseRows(db), filters, {
    ids: (all, value) => all.where('id', 'in', value),
    is_active: (all, value) => all.where('is_active', '=', value),
    date_from: (all, value) => all.where('created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(searched, value)),
  })
}

const orderOf = ({ sort_by }: WarehouseQuery): Order => ({
  id: sql.ref('warehouses.id'),
  by: sort_by === 'id' ? null : sql.ref(`warehouses.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: WarehouseFilters, query: WarehouseQuery]

export async function listWarehouseRows(...[db, actor, filters, query]: Asked) {
  const rows = filtered(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** Selects all warehouses of the list, without paging. */
export const allWarehouseRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filtered(db, actor, filters), orderOf(query), query.direction)

/** Maximum number of warehouses in the global search. */
const found = 5

/** The best matches for a search, active warehouses first. */
export const findByText = (db: Db, text: string) =>
  db
    .from('warehouses')
    .select(['id', 'name', 'address'])
    .where(containsBeginnings(searched, text))
    .orderBy('is_active', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(found)
    .execute()
