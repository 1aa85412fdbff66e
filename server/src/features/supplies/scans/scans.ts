import { randomUUID } from 'node:crypto'
import type { Box, BoxLine, Scan, ScanBody, SupplyCount } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../../access/actor.ts'
import { datedBack } from '../../../access/work-steps.ts'
import { latest, nowIso } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { inOwnTransaction } from '../../../database/transaction.ts'
import { ApiError } from '../../../errors/errors.ts'
import { onConstraint } from '../../../errors/on-constraint.ts'
import {
  findLine,
  listItems,
  readScanned,
  removeItems,
  touchBoxes,
  updateItems,
} from '../boxes/boxes.queries.ts'
import { finish, keepPaidPieces } from '../boxes/boxes.ts'
import { refuseUnplanned, withinPlan } from '../boxes/items.ts'
import { findSettledScan } from '../inspections/inspections.queries.ts'
import { rightsToBox, toPack, toTakeBack } from '../supplies.policy.ts'
import {
  countOutOfTask,
  countScan,
  findScan,
  lockCounted,
  lockForScan,
  lookUpScan,
  type ScannedBox,
  stampTakenBack,
} from './scans.queries.ts'

type Scanned = { box: Box; item: BoxLine | null; scan: Scan; product: SupplyCount }

/** @throws ApiError not_found */
async function lock(db: Db, supplyId: number, boxId: number): Promise<ScannedBox> {
  const [held] = await lockForScan(db, { supplyId, boxId })
  if (!held) throw new ApiError('not_found')
  return held
}

/** @throws ApiError not_found where the supply or the box was deleted */
function assertThere({ deleted_at, box_deleted_at }: ScannedBox): void {
  if (deleted_at !== null || box_deleted_at !== null) throw new ApiError('not_found')
}

/**
 * Puts one or more pieces of the scanned product into a box. Packers of one supply work in parallel and wait
 * for each other only at the same box or product. A repeated `scan_id` changes nothing and gets the same
 * response, even if the supply, the box or the barcode has changed since.
 * @throws ApiError not_found; barcode_unknown, box_sealed, plan_exceeded; wrong_state; idempotency_conflict
 */
export async function scan(
  { root, db, actor }: { root: Root; db: Db; actor: Actor },
  supplyId: number,
  boxId: number,
  { barcode, scan_id = randomUUID(), quantity, age_ms }: ScanBody,
): Promise<Scanned> {
  const said = { barcode, scan_id, quantity, age_ms }
  const { held, made } = await inOwnTransaction(root, db, (own) => count(own, actor, supplyId, boxId, said))
  return answer(db, actor, held, made)
}

type Counted = { held: ScannedBox; made: Scan }

async function count(
  db: Db,
  actor: Actor,
  supplyId: number,
  boxId: number,
  { barcode, scan_id, quantity, age_ms }: ScanBody & { scan_id: string },
): Promise<Counted> {
  const held = await lock(db, supplyId, boxId)
  const [known] = await lookUpScan(db, { supplyId, boxId, scanId: scan_id, barcode, quantity })
  const { product_id = null, is_same = null } = known ?? {}
  if (is_same !== null) {
    const made = is_same ? await findScan(db, supplyId, scan_id) : undefined
    if (!made) throw new ApiError('idempotency_conflict')
    return { held, made }
  }
  assertThere(held)
  toPack(actor, held)
  if (product_id === null)
    throw new ApiError('barcode_unknown', [{ path: 'barcode', key: 'barcode_unknown' }])
  if (held.sealed_at !== null) throw new ApiError('box_sealed')
  await assertPlanned(db, held, product_id)
  const line = { supply_id: supplyId, box_id: boxId, product_id, quantity }
  // No device has scanned into a box before it was created.
  const at = latest(datedBack(age_ms), held.box_created_at)
  const work = countScan(db, { ...line, scan_id, barcode, user_id: actor.userId, at }).catch(refuseTwice)
  const made = await withinPlan(work)
  if (made.task_id !== null)
    db.announce({ entity: 'task', id: made.task_id, action: 'update' }, [actor.userId])
  await finish(db, held)
  return { held, made: { ...made, box_number: held.number } }
}

// The same scan was sent to two boxes at the same time.
const refuseTwice = onConstraint({
  supply_scans_one_of_scan_id: () => new ApiError('idempotency_conflict'),
})

/** A box that has a plan takes only products of its plan. @throws ApiError plan_exceeded */
async function assertPlanned(db: Db, held: ScannedBox, productId: number): Promise<void> {
  if (held.planned_count === 0) return
  const present = (await listItems(db, held.box_id)).some(({ product_id }) => product_id === productId)
  if (!present) refuseUnplanned(held)
}

async function answer(db: Db, actor: Actor, held: ScannedBox, made: Scan): Promise<Scanned> {
  const { product_id } = made
  const [found] = await readScanned(db, { id: made.box_id, productId: product_id })
  if (!found) throw new ApiError('not_found')
  const { counted, ...row } = found
  const box = { ...row, can: rightsToBox(actor, held, { ...row, deleted_at: held.box_deleted_at }) }
  const shown = box.items.find((line) => line.product_id === product_id)
  // Null if the line was taken out again meanwhile.
  const item = shown ?? (box.items_count > box.items.length ? await findLine(db, box.id, product_id) : null)
  return { box, item, scan: made, product: counted ?? { product_id, planned: null, packed: 0 } }
}

/** Pieces that a task counts no longer. */
export type Loss = { task_id: number; pieces: number }

/** Takes pieces out of tasks that are in review or done, and pays the done ones anew. */
export type Recount = (db: Db, actor: Actor, losses: readonly Loss[]) => Promise<void>

type Undoing = { db: Db; actor: Actor; recount: Recount }

/**
 * Undoes a scan. A scan that was undone before stays so. A task that is in review or done has its pieces counted
 * anew, and its pay with them.
 * @throws ApiError not_found; forbidden for a colleague's scan; box_sealed; empty; wrong_state also if the
 * box no longer has the pieces or was inspected since, or if tasks have counted them that are paid;
 * insufficient_coins if the person has spent the coins for them
 */
export async function undoScan(
  { db, actor, recount }: Undoing,
  supplyId: number,
  boxId: number,
  scanId: string,
): Promise<{ box: Box; product: SupplyCount }> {
  const held = await lock(db, supplyId, boxId)
  const made = await findScan(db, supplyId, scanId)
  if (made?.box_id !== boxId) throw new ApiError('not_found')
  if (made.taken_back_at === null) {
    assertThere(held)
    toPack(actor, held)
    toTakeBack(actor, made)
    if (held.sealed_at !== null) throw new ApiError('box_sealed')
    await assertUninspected(db, made)
    await takeOut({ db, actor, recount }, supplyId, made)
    await finish(db, held)
  }
  const { box, product } = await answer(db, actor, held, made)
  return { box, product }
}

/** What an inspection has counted is no longer taken back. @throws ApiError wrong_state */
async function assertUninspected(db: Db, { id, box_id }: Scan): Promise<void> {
  const settled = await findSettledScan(db, box_id)
  if (settled !== null && id <= settled)
    throw new ApiError('wrong_state', [{ path: 'scan_key', key: 'box_inspected' }])
}

async function takeOut(by: Undoing, supplyId: number, made: Scan): Promise<void> {
  const { db, actor } = by
  const { task_id, task_quantity } = made
  const losses = task_id === null || task_quantity === 0 ? [] : [{ task_id, pieces: task_quantity }]
  await takeFromTasks(by, losses, async () => {
    const line = (await listItems(db, made.box_id)).find(({ product_id }) => product_id === made.product_id)
    const rest = (line?.quantity ?? 0) - made.quantity
    if (!line || rest < 0) throw new ApiError('wrong_state')
    if (rest === 0 && line.planned === null) await removeItems(db, [line.id])
    else await updateItems(db, [{ ...line, quantity: rest }])
    await touchBoxes(db, actor, [made.box_id])
    await stampTakenBack(db, made.id, nowIso(), actor.userId)
  })
  await keepPaidPieces(db, actor, supplyId, [made.product_id])
}

/**
 * Takes pieces out of tasks. Locks the tasks before `changeBoxes` locks the counts of products, in the same order as
 * a scan and a finish; accounts are locked last.
 */
export async function takeFromTasks(
  { db, actor, recount }: Undoing,
  losses: readonly Loss[],
  changeBoxes: () => Promise<void>,
): Promise<void> {
  const fixed = await lockCounted(
    db,
    losses.map(({ task_id }) => task_id),
  )
  for (const { task_id: id, pieces } of losses) {
    if (fixed.has(id)) continue
    const assignee = await countOutOfTask(db, id, pieces)
    if (assignee !== undefined) db.announce({ entity: 'task', id, action: 'update' }, [assignee])
  }
  await changeBoxes()
  await recount(
    db,
    actor,
    losses.filter(({ task_id }) => fixed.has(task_id)),
  )
}
