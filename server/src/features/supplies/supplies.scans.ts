import { randomUUID } from 'node:crypto'
import type { Box, BoxLine, Scan, ScanBody, SupplyCount } from '@artel/contract/supplies'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import { findProductOfBarcode } from '../products/products.ts'
import { type LockedBox, listItems, lockBoxRows, removeItems, updateItems } from './supplies.boxes.queries.ts'
import { finish, showBox, touchItems } from './supplies.boxes.ts'
import { refuseUnplanned, withinPlan } from './supplies.items.ts'
import { toPack } from './supplies.policy.ts'
import { findCount, shareSupplyRow } from './supplies.queries.ts'
import {
  addPieces,
  countIntoTask,
  countOutOfTask,
  findScan,
  insertScan,
  stampTakenBack,
} from './supplies.scans.queries.ts'

type SharedSupply = NonNullable<Awaited<ReturnType<typeof shareSupplyRow>>>

async function shareSupply(db: Db, id: number): Promise<SharedSupply> {
  const supply = await shareSupplyRow(db, id)
  if (!supply || supply.deleted_at !== null) throw new ApiError('not_found')
  return supply
}

type Scanned = { box: Box; item: BoxLine | null; scan: Scan; product: SupplyCount }

/**
 * Puts a piece, or more, of what was scanned into a box. Packers of one supply go beside each other and meet only at a
 * product of which both take. The same `scan_id` again changes nothing, whatever became of the supply meanwhile.
 * @throws ApiError not_found; barcode_unknown, box_sealed, plan_exceeded; wrong_state; idempotency_conflict
 */
export async function scan(
  db: Db,
  actor: Actor,
  supplyId: number,
  boxId: number,
  { barcode, scan_id = randomUUID(), quantity }: ScanBody,
): Promise<Scanned> {
  const supply = await shareSupply(db, supplyId)
  const [box] = await lockBoxRows(db, supplyId, [boxId])
  if (!box) throw new ApiError('not_found')
  const product_id = await findProductOfBarcode(db, barcode)
  const before = await findScan(db, supplyId, scan_id)
  const said = { box_id: boxId, product_id, quantity }
  if (before) return replay(db, actor, supply, before, said)
  toPack(actor, supply)
  if (product_id === null)
    throw new ApiError('barcode_unknown', [{ path: 'barcode', key: 'barcode_unknown' }])
  if (box.sealed_at !== null) throw new ApiError('box_sealed')
  await put(db, actor, box, { scan_id, product_id, quantity })
  await finish(db, supply)
  return answer(db, actor, supply, scan_id)
}

type Said = { box_id: number; product_id: number | null; quantity: number }

async function replay(
  db: Db,
  actor: Actor,
  supply: SharedSupply,
  before: Scan,
  said: Said,
): Promise<Scanned> {
  const isSame =
    before.box_id === said.box_id &&
    before.product_id === said.product_id &&
    before.quantity === said.quantity
  if (!isSame) throw new ApiError('idempotency_conflict')
  return answer(db, actor, supply, before.scan_id)
}

type Piece = { scan_id: string; product_id: number; quantity: number }

async function put(db: Db, actor: Actor, box: LockedBox, piece: Piece): Promise<void> {
  const line = { ...piece, supply_id: box.supply_id, box_id: box.id }
  if (box.planned_count > 0) {
    const present = (await listItems(db, box.id)).some(({ product_id }) => product_id === piece.product_id)
    if (!present) refuseUnplanned(box)
  }
  await withinPlan(addPieces(db, line))
  const task = await countIntoTask(db, actor.userId, line)
  if (task) db.announce({ entity: 'task', id: task.id, action: 'update' }, [actor.userId])
  await touchItems(db, actor, box)
  await insertScan(db, {
    ...{ ...line, user_id: actor.userId, created_at: nowIso() },
    ...(task && { task_id: task.id, task_quantity: task.counted }),
  }).catch((error: { constraint?: string }) => {
    // The same scan, sent to two boxes at once.
    throw error.constraint === 'supply_scans_one_of_scan_id' ? new ApiError('idempotency_conflict') : error
  })
}

async function answer(db: Db, actor: Actor, supply: SharedSupply, scanId: string): Promise<Scanned> {
  const made = await findScan(db, supply.id, scanId)
  if (!made) throw new Error('A scan was not written')
  const box = await showBox(db, actor, supply, made.box_id)
  // None where it was taken out again meanwhile.
  const item = box.items.find(({ product_id }) => product_id === made.product_id) ?? null
  const product = await readCount(db, supply.id, made.product_id)
  return { box, item, scan: made, product }
}

const readCount = async (db: Db, supplyId: number, product_id: number): Promise<SupplyCount> =>
  (await findCount(db, supplyId, product_id)) ?? { product_id, planned: null, packed: 0 }

/**
 * Takes a scan back; one that was taken back stays so. @throws ApiError not_found; box_sealed; empty; wrong_state also
 * where the box no longer has the pieces
 */
export async function takeBack(
  db: Db,
  actor: Actor,
  supplyId: number,
  boxId: number,
  scanId: string,
): Promise<{ box: Box; product: SupplyCount }> {
  const supply = await shareSupply(db, supplyId)
  const [box] = await lockBoxRows(db, supplyId, [boxId])
  const made = box && (await findScan(db, supplyId, scanId))
  if (!box || made?.box_id !== boxId) throw new ApiError('not_found')
  if (made.taken_back_at === null) {
    toPack(actor, supply)
    if (box.sealed_at !== null) throw new ApiError('box_sealed')
    await takeOut(db, actor, box, made)
    await finish(db, supply)
  }
  const product = await readCount(db, supplyId, made.product_id)
  return { box: await showBox(db, actor, supply, boxId), product }
}

async function takeOut(db: Db, actor: Actor, box: LockedBox, made: Scan): Promise<void> {
  const line = (await listItems(db, box.id)).find(({ product_id }) => product_id === made.product_id)
  const rest = (line?.quantity ?? 0) - made.quantity
  if (!line || rest < 0) throw new ApiError('wrong_state')
  if (rest === 0 && line.planned === null) await removeItems(db, [line.id])
  else await updateItems(db, [{ ...line, quantity: rest }])
  await stampTakenBack(db, made.id, nowIso(), actor.userId)
  await touchItems(db, actor, box)
  if (made.task_id === null || made.task_quantity === 0) return
  const doer = await countOutOfTask(db, made.task_id, made.task_quantity)
  if (doer !== undefined) db.announce({ entity: 'task', id: made.task_id, action: 'update' }, [doer])
}
