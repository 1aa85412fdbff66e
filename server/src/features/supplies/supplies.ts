import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import type {
  ListedSupply,
  Pace,
  Packing,
  Supply,
  SupplyDraft,
  SupplyFilters,
  SupplyPatch,
} from '@artel/contract/supplies/supplies'
import { openSupplyStatuses, type SupplyStatus, supplyMoves } from '@artel/contract/supplies/supplies.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { dayStart, nowIso, today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { keepLegalEntity } from '../legal-entities/legal-entities.ts'
import { lockWarehouseShared } from '../warehouses/warehouses.ts'
import { firstBoxes } from './boxes/boxes.queries.ts'
import { readPlan, setPlan } from './boxes/plan.ts'
import { closePalletsToShip } from './pallets/ship.ts'
import { lastScans, readPace } from './scans/scans.queries.ts'
import { findByText, listSupplyRows, type SupplyQuery } from './supplies.list.queries.ts'
import { rightsTo, toLead } from './supplies.policy.ts'
import {
  claimNumber,
  findSupplyRow,
  hasNothing,
  insertSupply,
  isNumberTaken,
  type LockedSupply,
  listCounts,
  listInstructions,
  listPackers,
  listProductsOf,
  lockSupplyRow,
  updateSupplyRow,
} from './supplies.queries.ts'

export { createBox, lockToPack, sealBox } from './boxes/boxes.ts'
export { findBoxIds, readLabels } from './labels/labels.ts'
export { countLeftFor } from './scans/scans.queries.ts'
export type { Loss } from './scans/scans.ts'
export { giveToTask, lockScans } from './scans/uncounted.queries.ts'
export { eraseExampleSupplies } from './supplies.erase.ts'
export { findLastPacking, lockSupplyShared, supplyOf } from './supplies.locked.ts'

type LedSupply = Allowed<LockedSupply, 'lead'>

export async function listSupplies(
  db: Db,
  actor: Actor,
  filters: SupplyFilters,
  query: SupplyQuery,
): Promise<{
  supplies: ListedSupply[]
  pagination: Pagination
  totals: { boxes: number; units: number } | null
}> {
  const { rows, ...rest } = await listSupplyRows(db, actor, filters, query)
  return { supplies: rows.map((row) => ({ ...row, can: rightsTo(actor, row) })), ...rest }
}

/** Supplies for the search over everything. */
export async function searchSupplies(db: Db, _: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, text)
  return rows.map(({ id, number, destination }) => ({
    entity: 'supply',
    id,
    title: number,
    subtitle: destination ?? '',
  }))
}

/** The row of a supply. @throws ApiError not_found, for staff also if the supply is deleted */
export async function findSupply(db: Db, actor: Actor, id: number) {
  const row = await findSupplyRow(db, id)
  if (!row || (row.deleted_at !== null && !isAdmin(actor))) throw new ApiError('not_found')
  return row
}

/** @throws ApiError not_found */
export async function getSupply(db: Db, actor: Actor, id: number): Promise<Supply> {
  const row = await findSupply(db, actor, id)
  const products = await listProductsOf(db, id)
  const plan = products.flatMap(({ product_id, planned, position }) =>
    position === null || planned === null ? [] : [{ product_id, quantity: planned }],
  )
  return { ...row, plan, products, boxes: await firstBoxes(db, id), can: rightsTo(actor, row) }
}

/** The data that change while a supply is packed. @throws ApiError not_found */
export async function getPacking(db: Db, actor: Actor, id: number): Promise<Packing> {
  const row = await findSupply(db, actor, id)
  const [products, instructions, packers, scans] = [
    await listCounts(db, id),
    await listInstructions(db, id, actor.userId),
    await listPackers(db, id),
    await lastScans(db, id),
  ]
  return { ...row, products, instructions, packers, scans }
}

/** What the actor has packed in the supply today, and how fast. @throws ApiError not_found */
export async function getPace(db: Db, actor: Actor, id: number): Promise<Pace> {
  await findSupply(db, actor, id)
  const { timezone, userId } = actor
  return readPace(db, id, userId, dayStart(today(timezone), timezone))
}

/** @returns its id @throws ApiError 422 at the field */
export async function createSupply(db: Db, actor: Actor, draft: SupplyDraft): Promise<number> {
  const { plan, number: given, ...fields } = draft
  await lockReferences(db, fields)
  if (given !== undefined && (await isNumberTaken(db, given))) throw fieldError('number', 'number_taken')
  const number = given ?? (await nextNumber(db, actor))
  const at = nowIso()
  const stamps = { created_at: at, updated_at: at, status_at: at }
  const by = { created_by: actor.userId, updated_by: actor.userId }
  const id = await insertSupply(db, { ...fields, number, ...stamps, ...by }).catch(refuseRace)
  await setPlan(db, id, plan)
  const { after } = changesOf({}, { ...draft, number })
  await writeAudit(db, actor, { action: 'create', entity: 'supply', id, title: number, after })
  db.announce({ entity: 'supply', id, action: 'create' }, 'everyone')
  return id
}

// Skips numbers that somebody has entered by hand.
async function nextNumber(db: Db, { timezone }: Actor): Promise<string> {
  const year = Number(today(timezone).slice(0, 4))
  for (;;) {
    const number = `${year}-${String(await claimNumber(db, year)).padStart(6, '0')}`
    if (!(await isNumberTaken(db, number))) return number
  }
}

async function lockReferences(
  db: Db,
  { warehouse_id, legal_entity_id }: Pick<SupplyPatch, 'warehouse_id' | 'legal_entity_id'>,
  presentWarehouse: number | null = null,
): Promise<void> {
  if (warehouse_id) await lockWarehouseShared(db, warehouse_id, 'warehouse_id', presentWarehouse)
  if (legal_entity_id) await keepLegalEntity(db, legal_entity_id, 'legal_entity_id')
}

// Another request took the number between the check and the write.
const refuseRace = onConstraint({ supplies_one_of_number: () => fieldError('number', 'number_taken') })

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockSupply(db: Db, actor: Actor, id: number): Promise<LedSupply> {
  const row = await lockSupplyRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toLead(actor, row)
}

/**
 * Changes the fields that are sent.
 * @throws ApiError 422 at the field; stale if a sent field has another value since the base version;
 * wrong_state for a deleted supply, and for all fields but the comment once the supply is shipped or
 * cancelled
 */
export async function updateSupply(
  db: Db,
  actor: Actor,
  supply: LedSupply,
  { version: base, ...fields }: SupplyPatch,
): Promise<void> {
  const { id, number } = supply
  const row = { ...supply, plan: fields.plan ? await readPlan(db, id) : [] }
  await refuseStale(base, row, fields, {
    findChanged: (since) => changedSince(supply, since),
    findChange: (names) => findLastChange(db, 'supply', id, names),
    readCurrent: () => getSupply(db, actor, id),
  })
  const changed = changedFields(row, fields)
  const names = Object.keys(changed)
  const isClosed = !openSupplyStatuses.includes(supply.status) && names.some((name) => name !== 'comment')
  if (supply.deleted_at !== null || isClosed) throw new ApiError('wrong_state')
  if (names.length === 0) return
  const { plan, ...columns } = changed
  await lockReferences(db, columns, supply.warehouse_id)
  if (columns.number !== undefined && (await isNumberTaken(db, columns.number, id)))
    throw fieldError('number', 'number_taken')
  if (plan) await setPlan(db, id, plan)
  await updateSupplyRow(db, id, {
    ...columns,
    ...nextVersion(supply, changed),
    updated_at: nowIso(),
    updated_by: actor.userId,
  }).catch(refuseRace)
  const changes = changesOf(row, { ...row, ...changed })
  await writeAudit(db, actor, { action: 'update', entity: 'supply', id, title: number, ...changes })
  db.announce({ entity: 'supply', id, action: 'update' }, 'everyone')
}

/** Changes the status of a supply. Does nothing if it has this status. @throws ApiError wrong_state, empty */
export async function moveSupply(
  db: Db,
  actor: Actor,
  supply: LedSupply,
  status: SupplyStatus,
): Promise<void> {
  if (supply.deleted_at !== null) throw new ApiError('wrong_state')
  if (supply.status === status) return
  if (!supplyMoves[supply.status].includes(status)) throw new ApiError('wrong_state')
  if (status === 'packed' && (await hasNothing(db, supply.id))) throw new ApiError('empty')
  if (status === 'shipped') await closePalletsToShip(db, actor, supply)
  const at = nowIso()
  await change(db, actor, supply, { status, status_at: at }, at)
}

/**
 * Puts a supply with its boxes into the trash until it is restored. @throws ApiError wrong_state once shipped
 */
export async function deleteSupply(db: Db, actor: Actor, supply: LedSupply): Promise<void> {
  if (supply.deleted_at !== null) return
  if (!rightsTo(actor, supply).delete) throw new ApiError('wrong_state')
  const at = nowIso()
  await updateSupplyRow(db, supply.id, { deleted_at: at, deleted_by: actor.userId, updated_at: at })
  const { id, number: title, status, boxes_count } = supply
  const before = { number: title, status, boxes_count }
  await writeAudit(db, actor, { action: 'delete', entity: 'supply', id, title, before })
  db.announce({ entity: 'supply', id, action: 'delete' }, 'everyone')
}

/** Restores a deleted supply with its boxes. @throws ApiError number_taken */
export async function restoreSupply(db: Db, actor: Actor, supply: LedSupply): Promise<void> {
  if (supply.deleted_at === null) return
  const { id, number: title } = supply
  if (await isNumberTaken(db, title, id)) throw new ApiError('number_taken')
  await updateSupplyRow(db, id, { deleted_at: null, deleted_by: null, updated_at: nowIso() }).catch(
    onConstraint({ supplies_one_of_number: () => new ApiError('number_taken') }),
  )
  await writeAudit(db, actor, { action: 'restore', entity: 'supply', id, title })
  db.announce({ entity: 'supply', id, action: 'create' }, 'everyone')
}

async function change(
  db: Db,
  actor: Actor,
  supply: LedSupply,
  fields: Pick<LockedSupply, 'status' | 'status_at'>,
  at: string,
): Promise<void> {
  const { id, number: title } = supply
  const stamps = { updated_at: at, updated_by: actor.userId }
  await updateSupplyRow(db, id, { ...fields, ...nextVersion(supply, { status: fields.status }), ...stamps })
  const changes = { before: { status: supply.status }, after: { status: fields.status } }
  await writeAudit(db, actor, { action: 'update', entity: 'supply', id, title, ...changes })
  db.announce({ entity: 'supply', id, action: 'update' }, 'everyone')
}
