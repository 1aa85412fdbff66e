import type { BodyOf } from '@artel/contract/call'
import { ssccCount, ssccOf } from '@artel/contract/supplies/sscc'
import type { Pallet, PalletBox, supplies } from '@artel/contract/supplies/supplies'
import { maxPallets } from '@artel/contract/supplies/supplies.line'
import type { Actor } from '../../../access/actor.ts'
import { onceAtStep } from '../../../access/work-steps.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { lockToPack, type PackedSupply } from '../boxes/boxes.ts'
import { rightsToPallet, type SupplyStanding } from '../supplies.policy.ts'
import { findSupply } from '../supplies.ts'
import { auditPallet } from './pallets.audit.ts'
import {
  claimSerial,
  countLoose,
  countPallets,
  findJudgedBox,
  findPrefix,
  insertPallet,
  type LockedPallet,
  listJudgedBoxes,
  listLoad,
  listPalletRows,
  lockBoxesOfPallets,
  lockPalletRow,
  moveBoxes,
  type StandingBox,
  updatePalletRow,
} from './pallets.queries.ts'

/** @throws ApiError not_found */
export async function listPallets(
  db: Db,
  actor: Actor,
  supplyId: number,
): Promise<{ pallets: Pallet[]; loose_count: number }> {
  const supply = await findSupply(db, actor, supplyId)
  const rows = await listPalletRows(db, supplyId).execute()
  const pallets = rows.map((row) => ({ ...row, can: rightsToPallet(actor, supply, row) }))
  return { pallets, loose_count: await countLoose(db, supplyId) }
}

/** @throws ApiError not_found */
export async function listPalletBoxes(
  db: Db,
  actor: Actor,
  supplyId: number,
): Promise<{ boxes: PalletBox[]; is_whole: boolean }> {
  const { boxes_count } = await findSupply(db, actor, supplyId)
  const boxes = await listJudgedBoxes(db, supplyId)
  return { boxes, is_whole: boxes.length >= boxes_count }
}

/** @throws ApiError not_found */
export async function showPallet(
  db: Db,
  actor: Actor,
  supply: SupplyStanding & { id: number },
  id: number,
): Promise<Pallet> {
  const row = await listPalletRows(db, supply.id, id).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return { ...row, can: rightsToPallet(actor, supply, row) }
}

/** @throws ApiError not_found */
async function lockPallet(db: Db, supply: PackedSupply, id: number): Promise<LockedPallet> {
  const pallet = await lockPalletRow(db, supply.id, id)
  if (!pallet) throw new ApiError('not_found')
  return pallet
}

/** @throws ApiError not_found, pallet_closed */
async function lockOpenPallet(db: Db, supply: PackedSupply, id: number): Promise<LockedPallet> {
  const pallet = await lockPallet(db, supply, id)
  if (pallet.closed_at !== null) throw closedError(pallet.number)
  return pallet
}

const closedError = (number: number) => new ApiError('pallet_closed', [], {}, { pallet: number })

/** @returns its id @throws ApiError sscc_used_up; 422 if the supply has too many pallets */
export async function createPallet(db: Db, actor: Actor, supply: PackedSupply): Promise<number> {
  const { count, last } = await countPallets(db, supply.id)
  if (count >= maxPallets) throw fieldError('number', 'too_many_pallets', { maximum: maxPallets })
  const draft = {
    supply_id: supply.id,
    number: last + 1,
    created_by: actor.userId,
    created_at: nowIso(),
  }
  const prefix = await findPrefix(db)
  const id = prefix === null ? await insertPallet(db, draft) : await insertWithSscc(db, draft, prefix)
  if (id === null) throw new Error('A pallet was not written')
  await auditPallet(db, actor, 'create', supply, { id, number: draft.number })
  announce(db, supply)
  return id
}

/** Skips codes that a prefix before gave: two prefixes of which one begins with the other share codes. */
async function insertWithSscc(
  db: Db,
  draft: Parameters<typeof insertPallet>[1],
  prefix: string,
): Promise<number> {
  for (;;) {
    const serial = await claimSerial(db, prefix, ssccCount(prefix))
    if (serial === null) throw new ApiError('sscc_used_up')
    const id = await insertPallet(db, { ...draft, barcode: ssccOf(prefix, serial) })
    if (id !== null) return id
  }
}

/** Takes all boxes off and deletes the pallet. @throws ApiError not_found, pallet_closed */
export async function deletePallet(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  const pallet = await lockOpenPallet(db, supply, id)
  const load = await listLoad(db, supply.id, id)
  await moveBoxes(
    db,
    load.map((box) => box.id),
    null,
  )
  await updatePalletRow(db, id, { deleted_at: nowIso() })
  await auditPallet(db, actor, 'delete', supply, pallet, { off: load })
  announce(db, supply)
}

type PutBody = BodyOf<typeof supplies.putOnPallet>

/**
 * Puts the box with a scanned code on a pallet. A repeated step changes nothing and gets the present answer.
 * @throws ApiError not_found; box_open, on_other_pallet, pallet_closed; wrong_state; idempotency_conflict; 422 if no
 * box of the supply has the code
 */
export async function putOnPallet(
  db: Db,
  actor: Actor,
  supplyId: number,
  id: number,
  { barcode, from_pallet_id, step }: PutBody,
): Promise<{ pallet: Pallet; box: PalletBox | null }> {
  await onceAtStep(
    db,
    actor,
    {
      call: 'supplies.putOnPallet',
      step,
      subjectId: id,
      content: { barcode },
      on: { table: 'supply_pallets', id },
    },
    async () => {
      const supply = await lockToPack(db, actor, supplyId)
      const pallet = await lockOpenPallet(db, supply, id)
      const found = await findJudgedBox(db, supplyId, barcode)
      if (!found) throw fieldError('barcode', 'no_such_box')
      await load(db, actor, supply, pallet, [found.id], from_pallet_id)
      return id
    },
  )
  const supply = await findSupply(db, actor, supplyId)
  const box = await findJudgedBox(db, supplyId, barcode)
  return { pallet: await showPallet(db, actor, supply, id), box: box ?? null }
}

/** Puts boxes on a pallet, all or none. @throws ApiError as `putOnPallet`; 422 at the box */
export async function putManyOnPallet(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  id: number,
  boxIds: readonly number[],
): Promise<void> {
  await load(db, actor, supply, await lockOpenPallet(db, supply, id), boxIds)
}

/** `from`: the pallet from which a box may be moved. */
async function load(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  pallet: LockedPallet,
  boxIds: readonly number[],
  from?: number,
): Promise<void> {
  const boxes = await lockBoxesOfPallets(db, supply.id, boxIds)
  const known = new Set(boxes.map(({ id }) => id))
  const missing = boxIds.findIndex((id) => !known.has(id))
  if (missing !== -1) throw fieldError(`box_ids.${missing}`, 'no_such_box')
  const coming = boxes.filter(({ pallet_id }) => pallet_id !== pallet.id)
  for (const box of coming) await assertLoadable(db, supply, box, from)
  if (coming.length === 0) return
  await moveBoxes(
    db,
    coming.map(({ id }) => id),
    pallet.id,
  )
  await auditPallet(db, actor, 'update', supply, pallet, { on: coming })
  announce(db, supply)
}

async function assertLoadable(
  db: Db,
  supply: PackedSupply,
  { number, sealed_at, pallet_id, pallet_number }: StandingBox,
  from: number | undefined,
): Promise<void> {
  if (sealed_at === null) throw new ApiError('box_open', [], {}, { number })
  if (pallet_id === null) return
  if (pallet_id !== from)
    throw new ApiError('on_other_pallet', [], {}, { number, pallet: pallet_number ?? 0 })
  await lockOpenPallet(db, supply, pallet_id)
}

/** Boxes that do not stand on this pallet stay where they are. @throws ApiError not_found, pallet_closed */
export async function takeOffPallet(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  id: number,
  boxIds: readonly number[],
): Promise<void> {
  const pallet = await lockOpenPallet(db, supply, id)
  const boxes = await lockBoxesOfPallets(db, supply.id, boxIds)
  const going = boxes.filter(({ pallet_id }) => pallet_id === id)
  if (going.length === 0) return
  await moveBoxes(
    db,
    going.map((box) => box.id),
    null,
  )
  await auditPallet(db, actor, 'update', supply, pallet, { off: going })
  announce(db, supply)
}

/** A closed pallet stays closed. @throws ApiError not_found; pallet_empty */
export async function closePallet(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  const pallet = await lockPallet(db, supply, id)
  if (pallet.closed_at !== null) return
  if ((await listLoad(db, supply.id, id)).length === 0) throw new ApiError('pallet_empty')
  await close(db, actor, supply, pallet)
  announce(db, supply)
}

async function close(
  db: Db,
  actor: Actor,
  supply: { id: number; number: string },
  pallet: { id: number; number: number },
): Promise<void> {
  await updatePalletRow(db, pallet.id, { closed_at: nowIso(), closed_by: actor.userId })
  await auditPallet(db, actor, 'seal', supply, pallet)
}

/** @throws ApiError not_found */
export async function reopenPallet(db: Db, actor: Actor, supply: PackedSupply, id: number): Promise<void> {
  const pallet = await lockPallet(db, supply, id)
  if (pallet.closed_at === null) return
  await updatePalletRow(db, id, { closed_at: null, closed_by: null })
  await auditPallet(db, actor, 'unseal', supply, pallet)
  announce(db, supply)
}

function announce(db: Db, { id }: { id: number }): void {
  db.announce({ entity: 'supply', id, action: 'update' }, 'everyone')
}
