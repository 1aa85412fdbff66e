import type { Box, BoxDraft, BoxPatch, MoveBody } from '@artel/contract/supplies/supplies'
import { maxBoxes, maxCopiedLines } from '@artel/contract/supplies/supplies.line'
import { type Actor, isAdmin } from '../../../access/actor.ts'
import type { Allowed } from '../../../access/allowed.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { discardPlans } from '../../../database/queries/plans.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { onConstraint } from '../../../errors/on-constraint.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../../errors/stale.ts'
import { lacksPaidPieces } from '../scans/scans.queries.ts'
import { auditBoxes, describeBoxes } from '../supplies.audit.ts'
import { rightsToBox, type SupplyStanding, toChangePlan, toPack } from '../supplies.policy.ts'
import { hasNothing, type LockedSupply, lockSupplyRow } from '../supplies.queries.ts'
import {
  boxRows,
  copyItems,
  findLastNumber,
  findPalletNumber,
  insertBoxes,
  type LockedBox,
  listItems,
  listLines,
  lockBoxRows,
  removeItems,
  touchBoxes,
  updateBoxRow,
} from './boxes.queries.ts'
import { moveItem, setItems, withinPlan } from './items.ts'

export type PackedSupply = Allowed<LockedSupply, 'pack'>

/** Locks the row of a supply to add or change its boxes. @throws ApiError not_found, wrong_state */
export async function lockToPack(db: Db, actor: Actor, supplyId: number): Promise<PackedSupply> {
  const row = await lockSupplyRow(db, supplyId)
  if (!row || row.deleted_at !== null) throw new ApiError('not_found')
  return toPack(actor, row)
}

/** Locks a box to change it. @throws ApiError not_found, box_sealed */
async function lockOpenBox(db: Db, supplyId: number, id: number): Promise<LockedBox> {
  const box = await lockBox(db, supplyId, id)
  if (box.sealed_at !== null) throw new ApiError('box_sealed')
  return box
}

async function lockBox(db: Db, supplyId: number, id: number): Promise<LockedBox> {
  const [box] = await lockBoxRows(db, supplyId, [id])
  if (!box) throw new ApiError('not_found')
  return box
}

/** Boxes as the calls of boxes return them, in the order of `ids`. */
export async function showBoxes(
  db: Db,
  actor: Actor,
  supply: SupplyStanding & { id: number },
  ids: readonly number[],
): Promise<Box[]> {
  const rows = ids.length === 0 ? [] : await boxRows(db, supply.id).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const linesOf = await listLines(db, ids, Math.max(1, ids.length))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...row, ...linesOf(id), can: rightsToBox(actor, supply, row) }] : []
  })
}

/** @throws ApiError not_found */
export async function showBox(
  db: Db,
  actor: Actor,
  supply: SupplyStanding & { id: number },
  id: number,
): Promise<Box> {
  const [box] = await showBoxes(db, actor, supply, [id])
  if (!box) throw new ApiError('not_found')
  return box
}

/**
 * @returns its id
 * @throws ApiError 422 at the field; plan_exceeded; empty if a packed supply gets an empty box
 */
export async function createBox(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  { barcode = '', weight_g, items }: BoxDraft,
): Promise<number> {
  const packed_by = items.length > 0 ? actor.userId : null
  const [id = 0] = await makeBoxes(db, supply, 1, { barcode, weight_g, packed_by }, 'items')
  const [box] = await lockBoxRows(db, supply.id, [id])
  if (box) await withinPlan(setItems(db, actor, box, items))
  await auditBoxes(db, actor, 'create', supply, [id])
  await finish(db, supply)
  return id
}

/** @returns their ids @throws ApiError 422 at `count`; empty if the supply is packed */
export async function addBoxes(db: Db, actor: Actor, supply: PackedSupply, count: number): Promise<number[]> {
  await discardPlans(db, count)
  const ids = await makeBoxes(db, supply, count, {}, 'count')
  await auditBoxes(db, actor, 'create', supply, ids)
  await finish(db, supply)
  return ids
}

/** @returns ids of the copies @throws ApiError not_found; forbidden; plan_exceeded; empty; 422 at `times` */
export async function copyBox(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  id: number,
  times: number,
): Promise<number[]> {
  const { weight_g, units_count } = toChangePlan(actor, await lockBox(db, supply.id, id))
  const { length: lines } = await listItems(db, id)
  // One copy is always allowed, because its response is as long as that of the box itself.
  const maximum = Math.max(1, Math.floor(maxCopiedLines / Math.max(1, lines)))
  if (times > maximum) throw fieldError('times', 'too_many_copies', { maximum })
  const packed_by = units_count > 0 ? actor.userId : null
  await discardPlans(db, times * Math.max(1, lines))
  const ids = await makeBoxes(db, supply, times, { weight_g, packed_by }, 'times')
  await withinPlan(copyItems(db, id, ids))
  await auditBoxes(db, actor, 'create', supply, ids)
  await finish(db, supply)
  return ids
}

type NewBox = { barcode?: string; weight_g?: number | null; packed_by?: number | null }

/**
 * Creates `count` empty boxes with the next numbers. @returns their ids in the order of their numbers
 * @throws ApiError 422 at the field `path` if the supply would have too many boxes
 */
export async function makeBoxes(
  db: Db,
  supply: PackedSupply,
  count: number,
  fields: NewBox,
  path: string,
): Promise<number[]> {
  if (count === 0) return []
  if (supply.boxes_count + count > maxBoxes) throw fieldError(path, 'too_many_boxes', { maximum: maxBoxes })
  const last = await findLastNumber(db, supply.id)
  const at = nowIso()
  const drafts = Array.from({ length: count }, (_, index) => ({
    ...fields,
    supply_id: supply.id,
    number: last + 1 + index,
    created_at: at,
  }))
  return insertBoxes(db, drafts).catch(refuseRace)
}

const refuseRace = onConstraint({
  supply_boxes_one_of_barcode: () => fieldError('barcode', 'box_barcode_taken'),
})

/** Changes the fields that are sent. @throws ApiError box_sealed; plan_exceeded; stale; 422 at the field */
export async function updateBox(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  id: number,
  { version: base, items, ...fields }: BoxPatch,
): Promise<void> {
  const box = await lockOpenBox(db, supply.id, id)
  const touched = new Set([...Object.keys(changedFields(box, fields)), ...(items ? ['items'] : [])])
  // All lines are one field, so a later scan makes a sent list of lines stale.
  const row = { ...box, items: null }
  await refuseStale<typeof row | (Omit<typeof row, 'items'> & { items: unknown })>(
    base,
    row,
    { ...fields, ...(items && { items }) },
    {
      findChanged: (since) => changedSince(box, since),
      findChange: async () => undefined,
      readCurrent: () => showBox(db, actor, supply, id),
    },
  )
  const before = await describeBoxes(db, [id])
  const held = items ? await listItems(db, id) : []
  const hasChanged = items ? await withinPlan(setItems(db, actor, box, items)) : false
  if (hasChanged) await keepPaidPieces(db, actor, supply.id, productsOf(held))
  if (!hasChanged) touched.delete('items')
  if (touched.size > 0) {
    const columns = changedFields(box, fields)
    await updateBoxRow(db, id, {
      ...columns,
      ...nextVersion(box, Object.fromEntries([...touched].map((name) => [name, true]))),
      ...(hasChanged && { packed_by: actor.userId }),
    }).catch(refuseRace)
  }
  await auditBoxes(db, actor, 'update', supply, [id], before)
  await finish(db, supply)
}

/**
 * Refuses to let packers take out pieces that tasks whose pay is fixed have counted, because the same pieces
 * would be packed again and paid twice. Admins may, to correct a wrong approval. @throws ApiError wrong_state
 */
export async function keepPaidPieces(
  db: Db,
  actor: Actor,
  supplyId: number,
  products: readonly number[],
): Promise<void> {
  if (isAdmin(actor)) return
  if (await lacksPaidPieces(db, supplyId, products))
    throw new ApiError('wrong_state', [{ path: 'items', key: 'pieces_paid' }])
}

const productsOf = (items: readonly { product_id: number }[]) => items.map(({ product_id }) => product_id)

/**
 * @throws ApiError not_found, box_sealed, forbidden, wrong_state; empty if a packed supply loses its last box
 */
export async function deleteBox(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  toChangePlan(actor, await lockOpenBox(db, supply.id, id))
  const before = await describeBoxes(db, [id])
  const items = await listItems(db, id)
  await removeItems(
    db,
    items.map((item) => item.id),
  )
  await keepPaidPieces(db, actor, supply.id, productsOf(items))
  await updateBoxRow(db, id, { deleted_at: nowIso() })
  await auditBoxes(db, actor, 'delete', supply, [id], before)
  await finish(db, supply)
}

/**
 * Moves pieces of a product to another box. @throws ApiError not_found; box_sealed; plan_exceeded; empty; 422
 */
export async function moveLine(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  id: number,
  body: MoveBody,
): Promise<void> {
  if (body.to_box_id === id) throw fieldError('to_box_id', 'same_box')
  const boxes = await lockBoxRows(db, supply.id, [id, body.to_box_id])
  const [from, to] = [boxes.find((box) => box.id === id), boxes.find((box) => box.id === body.to_box_id)]
  if (!from) throw new ApiError('not_found')
  if (!to) throw fieldError('to_box_id', 'no_such_box')
  if (from.sealed_at !== null || to.sealed_at !== null) throw new ApiError('box_sealed')
  const before = await describeBoxes(db, [from.id, to.id])
  await withinPlan(moveItem(db, isAdmin(actor), from, to, body))
  await touchBoxes(db, actor, [from.id, to.id])
  await auditBoxes(db, actor, 'update', supply, [from.id, to.id], before)
  await finish(db, supply)
}

/** Seals a box. A sealed box stays as it is. @throws ApiError not_found; empty if the box is empty */
export async function sealBox(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  const box = await lockBox(db, supply.id, id)
  if (box.sealed_at !== null) return
  if (box.units_count === 0) throw new ApiError('empty')
  const before = await describeBoxes(db, [id])
  const seal = { sealed_at: nowIso(), sealed_by: actor.userId }
  const packer = { packed_by: box.packed_by ?? actor.userId }
  await updateBoxRow(db, id, { ...seal, ...packer, ...nextVersion(box, { sealed_at: true }) })
  await auditBoxes(db, actor, 'seal', supply, [id], before)
  await finish(db, supply)
}

/** @throws ApiError not_found; on_pallet if the box stands on a pallet */
export async function unsealBox(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  const box = await lockBox(db, supply.id, id)
  if (box.sealed_at === null) return
  if (box.pallet_id !== null) await refuseOnPallet(db, supply.id, box.number, box.pallet_id)
  const before = await describeBoxes(db, [id])
  await updateBoxRow(db, id, { sealed_at: null, sealed_by: null, ...nextVersion(box, { sealed_at: true }) })
  await auditBoxes(db, actor, 'unseal', supply, [id], before)
  await finish(db, supply)
}

export async function refuseOnPallet(
  db: Db,
  supplyId: number,
  number: number,
  palletId: number,
): Promise<never> {
  const pallet = await findPalletNumber(db, supplyId, palletId)
  throw new ApiError('on_pallet', [], {}, { number, pallet })
}

/** Announces the change to screens. @throws ApiError empty if a packed supply has no box or an empty one */
export async function finish(db: Db, supply: SupplyStanding & { id: number }): Promise<void> {
  if (supply.status === 'packed' && (await hasNothing(db, supply.id))) throw new ApiError('empty')
  db.announce({ entity: 'supply', id: supply.id, action: 'update' }, 'everyone')
}
