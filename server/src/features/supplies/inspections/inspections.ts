import type { Inspection, InspectionBody } from '@artel/contract/supplies/supplies'
import { openSupplyStatuses } from '@artel/contract/supplies/supplies.line'
import type { Actor } from '../../../access/actor.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { onConstraint } from '../../../errors/on-constraint.ts'
import { assertSeen, changedSince, nextVersion } from '../../../errors/stale.ts'
import { writeAudit } from '../../audit/audit.ts'
import { setMedia } from '../../multimedia/multimedia.ts'
import { lockProducts } from '../../products/products.ts'
import {
  type Item,
  type LockedBox,
  listItems,
  lockBoxRows,
  removeItems,
  updateBoxRow,
  updateItems,
} from '../boxes/boxes.queries.ts'
import { finish, refuseOnPallet, showBox } from '../boxes/boxes.ts'
import { type Recount, takeFromTasks } from '../scans/scans.ts'
import { toInspect } from '../supplies.policy.ts'
import { type LockedSupply, lockSupplyRow } from '../supplies.queries.ts'
import { findSupply } from '../supplies.ts'
import {
  findFewest,
  findLastScan,
  hasPicture,
  insertInspection,
  insertLines,
  inspectionMedia,
  listInspections,
  takeMissing,
} from './inspections.queries.ts'

/** The newest inspections of a box. @throws ApiError not_found */
export async function readInspections(db: Db, actor: Actor, supplyId: number, boxId: number) {
  await showBox(db, actor, await findSupply(db, actor, supplyId), boxId)
  return listInspections(db, boxId)
}

type Counted = { product_id: number; packed: number; found: number }

/**
 * Confirms the content of a box, or lowers it to what was found. Missing pieces are taken from the newest scans,
 * and so from the tasks that count them and from their pay. The box of a supply that has not left gets what was
 * found and is opened; that of a shipped supply stays as it left.
 * @throws ApiError not_found; wrong_state; forbidden for a packer of the box; stale if the box has changed since it
 * was counted; on_pallet; empty; insufficient_coins; 422 at a line or at the photos
 */
export async function inspectBox(
  { db, actor, recount }: { db: Db; actor: Actor; recount: Recount },
  supplyId: number,
  boxId: number,
  { version, lines, comment, multimedia_ids }: InspectionBody,
): Promise<Inspection> {
  const supply = await lockSupplyRow(db, supplyId)
  const [locked] = supply ? await lockBoxRows(db, supplyId, [boxId]) : []
  if (!supply || !locked || supply.deleted_at !== null) throw new ApiError('not_found')
  const box = toInspect(actor, supply, { ...locked, pallet: null })
  await assertSeen(version, box, ['items', 'sealed_at'], {
    findChanged: (since) => changedSince(box, since),
    findChange: async () => undefined,
    readCurrent: () => showBox(db, actor, supply, boxId),
  })
  const items = await listItems(db, boxId)
  const counted = compare(items, lines, await findFewest(db, boxId, box.version))
  await refuseStrangers(db, lines)
  const missing = counted.filter(({ packed, found }) => found < packed)
  if (missing.length > 0 && !(await hasPicture(db, multimedia_ids)))
    throw fieldError('multimedia_ids', 'photo_of_missing')
  const id = await insertInspection(db, {
    supply_id: supplyId,
    box_id: boxId,
    user_id: actor.userId,
    box_version: box.version,
    comment,
    last_scan_id: await findLastScan(db, boxId),
    created_at: nowIso(),
  }).catch(refuseOwn)
  await insertLines(
    db,
    counted.map((line) => ({ inspection_id: id, ...line })),
  )
  if (multimedia_ids.length > 0) await setMedia(db, actor, inspectionMedia, id, multimedia_ids)
  await settle({ db, actor, recount }, { supply, box, items, id, counted })
  await audit(db, actor, { supply, box, counted, comment })
  db.announce({ entity: 'supply', id: supplyId, action: 'update' }, 'everyone')
  const [made] = await listInspections(db, boxId)
  return made! // it was inserted just now
}

const refuseOwn = onConstraint({ box_inspections_by_another: () => new ApiError('forbidden') })

/** @param fewest what earlier inspections of the unchanged box have found. @throws ApiError 422 at `lines` */
function compare(
  items: readonly Item[],
  lines: InspectionBody['lines'],
  fewest: ReadonlyMap<number, number>,
): Counted[] {
  const found = new Map(lines.map(({ product_id, quantity }) => [product_id, quantity]))
  const packed = items.filter(({ quantity }) => quantity > 0)
  if (packed.some(({ product_id }) => !found.has(product_id))) throw fieldError('lines', 'inspection_partial')
  const expected = new Map(
    packed.map(({ product_id, quantity }) => [
      product_id,
      Math.min(quantity, fewest.get(product_id) ?? quantity),
    ]),
  )
  return [...found].map(([product_id, quantity]) => ({
    product_id,
    packed: expected.get(product_id) ?? 0,
    found: quantity,
  }))
}

/** @throws ApiError 422 at the line of a product that does not exist */
async function refuseStrangers(db: Db, lines: InspectionBody['lines']): Promise<void> {
  const known = await lockProducts(
    db,
    lines.map(({ product_id }) => product_id),
  )
  const stranger = lines.findIndex(({ product_id }) => !known.has(product_id))
  if (stranger >= 0) throw fieldError(`lines.${stranger}.product_id`, 'no_such_product')
}

type Outcome = {
  supply: LockedSupply
  box: LockedBox
  items: readonly Item[]
  id: number
  counted: Counted[]
}

async function settle(
  by: { db: Db; actor: Actor; recount: Recount },
  { supply, box, items, id, counted }: Outcome,
): Promise<void> {
  const { db } = by
  const losses = await takeMissing(
    db,
    { inspectionId: id, boxId: box.id },
    counted.map(({ product_id, packed, found }) => ({ product_id, missing: Math.max(0, packed - found) })),
  )
  const isLower = counted.some(({ packed, found }) => found < packed)
  await takeFromTasks(by, losses, async () => {
    if (isLower && openSupplyStatuses.includes(supply.status)) await lowerBox(db, supply, box, items, counted)
  })
}

/** Gives an open box what was found in it. Surplus pieces stay out of the account until somebody packs them. */
async function lowerBox(
  db: Db,
  supply: LockedSupply,
  box: LockedBox,
  items: readonly Item[],
  counted: readonly Counted[],
): Promise<void> {
  if (box.pallet_id !== null) await refuseOnPallet(db, supply.id, box.number, box.pallet_id)
  const found = new Map(counted.map((line) => [line.product_id, line.found]))
  const lower = items.filter(({ product_id, quantity }) => (found.get(product_id) ?? quantity) < quantity)
  const left = lower.map((item) => ({ ...item, quantity: found.get(item.product_id) ?? 0 }))
  const opened = box.sealed_at !== null && ({ sealed_at: null, sealed_by: null } as const)
  const changed = { items: true, ...(opened && { sealed_at: true }) }
  await updateBoxRow(db, box.id, { ...opened, ...nextVersion(box, changed) })
  await removeItems(
    db,
    left.filter(({ quantity, planned }) => quantity === 0 && planned === null).map(({ id }) => id),
  )
  await updateItems(
    db,
    left.filter(({ quantity, planned }) => quantity > 0 || planned !== null),
  )
  await finish(db, supply)
}

type Told = { supply: LockedSupply; box: LockedBox; counted: readonly Counted[]; comment: string }

async function audit(db: Db, actor: Actor, { supply, box, counted, comment }: Told): Promise<void> {
  const total = (of: (line: Counted) => number) => counted.reduce((all, line) => all + of(line), 0)
  await writeAudit(db, actor, {
    action: 'inspect',
    entity: 'box',
    id: box.id,
    title: `${supply.number} / ${box.number}`,
    after: {
      pieces_found: total(({ found }) => found),
      pieces_missing: total(({ packed, found }) => Math.max(0, packed - found)),
      ...(comment !== '' && { comment }),
    },
  })
}
