import type { Warehouse, WarehouseDraft, WarehousePatch } from '@artel/contract/company/warehouses'
import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { toManage } from './warehouses.policy.ts'
import {
  deleteWarehouseRow,
  findByText,
  findWarehouse,
  insertWarehouse,
  type LockedWarehouse,
  listWarehouseRows,
  lockWarehouseRow,
  lockWarehouseRows,
  updateWarehouseRow,
  type WarehouseFilters,
  type WarehouseQuery,
  warehouseRows,
} from './warehouses.queries.ts'

export {
  createLinkedWarehouses,
  findLinkedWarehouses,
  type LinkedWarehouse,
  updateLinkedWarehouses,
} from './warehouses.linked.ts'

/** All warehouses of the company by name, because the app keeps the whole list for its forms. */
export const allWarehouses = (db: Db): Promise<Warehouse[]> =>
  warehouseRows(db).orderBy('name').limit(1000).execute()

export async function listWarehouses(
  db: Db,
  actor: Actor,
  filters: WarehouseFilters,
  query: WarehouseQuery,
): Promise<{ warehouses: Warehouse[]; pagination: Pagination }> {
  const { rows, pagination } = await listWarehouseRows(db, actor, filters, query)
  return { warehouses: rows, pagination }
}

/** Warehouses for the global search. */
export async function searchWarehouses(db: Db, _: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, text)
  return rows.map(({ id, name, address }) => ({
    entity: 'warehouse',
    id,
    title: name,
    subtitle: address ?? '',
  }))
}

/** @throws ApiError not_found */
export async function getWarehouse(db: Db, id: number): Promise<Warehouse> {
  const row = await findWarehouse(db, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/**
 * Locks a warehouse against deletion until the transaction ends, because a row will refer to it. `present` is
 * the current warehouse of that row, which may be switched off. @throws ApiError 422 at `path`
 */
export async function lockWarehouseShared(
  db: Db,
  id: number,
  path: string,
  present: number | null = null,
): Promise<void> {
  await lockWarehousesShared(db, [id], () => path, present === null ? [] : [present])
}

/** The same for many; `path` returns the path of an element. @throws ApiError 422 */
export async function lockWarehousesShared(
  db: Db,
  ids: readonly number[],
  path: (index: number) => string,
  present: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const rows = new Map((await lockWarehouseRows(db, ids)).map((row) => [row.id, row]))
  for (const [index, id] of ids.entries()) {
    const row = rows.get(id)
    if (!row) throw fieldError(path(index), 'no_such_warehouse')
    if (!row.is_active && !present.includes(id)) throw fieldError(path(index), 'warehouse_off')
  }
}

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockWarehouse(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Allowed<LockedWarehouse, 'manage'>> {
  const row = await lockWarehouseRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toManage(actor, row)
}

/** @throws ApiError 422 at `name` if it is taken */
export async function createWarehouse(db: Db, actor: Actor, draft: WarehouseDraft): Promise<number> {
  const id = await insertWarehouse(db, { ...draft, created_at: nowIso() }).catch(refuseTaken)
  const entry = { action: 'create', entity: 'warehouse', id, title: draft.name } as const
  await writeAudit(db, actor, { ...entry, after: { ...draft } })
  db.announce({ entity: 'warehouse', id, action: 'create' }, 'everyone')
  return id
}

/** @throws ApiError stale if somebody has changed one of the fields since; 422 at `name` if it is taken */
export async function updateWarehouse(
  db: Db,
  actor: Actor,
  warehouse: Allowed<LockedWarehouse, 'manage'>,
  { version: base, ...fields }: WarehousePatch,
): Promise<void> {
  const { id, name } = warehouse
  await refuseStale(base, warehouse, fields, {
    findChanged: (since) => changedSince(warehouse, since),
    findChange: (names) => findLastChange(db, 'warehouse', id, names),
    readCurrent: () => getWarehouse(db, id),
  })
  const changed = changedFields(warehouse, fields)
  if (Object.keys(changed).length === 0) return
  await updateWarehouseRow(db, id, { ...changed, ...nextVersion(warehouse, changed) }).catch(refuseTaken)
  const changes = changesOf(warehouse, { ...warehouse, ...changed })
  await writeAudit(db, actor, { action: 'update', entity: 'warehouse', id, title: name, ...changes })
  db.announce({ entity: 'warehouse', id, action: 'update' }, 'everyone')
}

/** @throws ApiError in_use if something refers to the warehouse */
export async function deleteWarehouse(
  db: Db,
  actor: Actor,
  { id, name, address }: Allowed<LockedWarehouse, 'manage'>,
): Promise<void> {
  await deleteUnused(deleteWarehouseRow(db, id))
  const entry = { action: 'delete', entity: 'warehouse', id, title: name } as const
  await writeAudit(db, actor, { ...entry, before: { name, address } })
  db.announce({ entity: 'warehouse', id, action: 'delete' }, 'everyone')
}

const refuseTaken = onConstraint({
  warehouses_one_of_name: () => fieldError('name', 'warehouse_name_taken'),
})
