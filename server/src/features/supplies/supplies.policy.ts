import type { Box, ListedSupply, Pallet } from '@artel/contract/supplies/supplies'
import {
  openSupplyStatuses,
  type SupplyStatus,
  shippedStatuses,
  supplyMoves,
} from '@artel/contract/supplies/supplies.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../errors/errors.ts'

/** What the rights to a supply depend on. */
export type SupplyStanding = { status: SupplyStatus; deleted_at: string | null }

/** Staff pack while the supply is being packed, admins until it is shipped. */
const mayPack = (actor: Actor, { status, deleted_at }: SupplyStanding): boolean =>
  deleted_at === null && (isAdmin(actor) ? openSupplyStatuses.includes(status) : status === 'packing')

const mayDelete = ({ status }: SupplyStanding): boolean => !shippedStatuses.includes(status)

/** A file replaces packed pieces, so an import is possible only before the supply is packed. */
export const mayImport = ({ status, deleted_at }: SupplyStanding): boolean =>
  deleted_at === null && (status === 'draft' || status === 'packing')

export function rightsTo(actor: Actor, supply: SupplyStanding): ListedSupply['can'] {
  const leads = isAdmin(actor)
  const isHere = supply.deleted_at === null
  return {
    edit: leads && isHere && openSupplyStatuses.includes(supply.status),
    delete: leads && isHere && mayDelete(supply),
    restore: leads && !isHere,
    pack: mayPack(actor, supply),
    move_to: leads && isHere ? [...supplyMoves[supply.status]] : [],
    import: leads && mayImport(supply),
  }
}

/**
 * `planned_count`: null or 0 without a plan. `deleted_at`: missing if the query reads only boxes that are not
 * deleted.
 */
type BoxStanding = {
  packed_by: number | null
  sealed_at: string | null
  units_count: number
  planned_count: number | null
  pallet: Box['pallet']
  deleted_at?: string | null
}

/** Only admins plan boxes. A copy would repeat the plan of a box, and a deletion would end it. */
const mayChangePlanOf = (actor: Actor, { planned_count }: Pick<BoxStanding, 'planned_count'>): boolean =>
  isAdmin(actor) || !planned_count

/** Supplies whose boxes may be counted again, also after they have left. */
const inspectedStatuses: readonly SupplyStatus[] = ['packing', 'packed', 'shipped', 'accepted']

/** Admins inspect the boxes that others have packed. A trigger also refuses whoever has scanned into the box. */
const mayInspect = (
  actor: Actor,
  { status, deleted_at }: SupplyStanding,
  box: Pick<BoxStanding, 'units_count' | 'packed_by' | 'deleted_at'>,
): boolean =>
  isAdmin(actor) &&
  deleted_at === null &&
  !box.deleted_at &&
  inspectedStatuses.includes(status) &&
  box.units_count > 0 &&
  box.packed_by !== actor.userId

/** Allows counting a box again. @throws ApiError wrong_state; forbidden for whoever has packed it */
export function toInspect<T extends BoxStanding>(
  actor: Actor,
  supply: SupplyStanding,
  box: T,
): Allowed<T, 'inspect'> {
  if (!mayInspect({ ...actor, userId: 0 }, supply, box)) throw new ApiError('wrong_state')
  return allow(box, 'inspect', mayInspect(actor, supply, box))
}

export function rightsToBox(actor: Actor, supply: SupplyStanding, box: BoxStanding): Box['can'] {
  const packs = mayPack(actor, supply) && !box.deleted_at
  const isOpen = box.sealed_at === null
  return {
    edit: packs && isOpen,
    seal: packs && isOpen && box.units_count > 0,
    unseal: packs && !isOpen && box.pallet === null,
    copy: packs && mayChangePlanOf(actor, box),
    delete: packs && isOpen && mayChangePlanOf(actor, box),
    plan: packs && isOpen && isAdmin(actor),
    inspect: mayInspect(actor, supply, box),
  }
}

export function rightsToPallet(
  actor: Actor,
  supply: SupplyStanding,
  { closed_at, boxes_count }: Pick<Pallet, 'closed_at' | 'boxes_count'>,
): Pallet['can'] {
  const packs = mayPack(actor, supply)
  const isOpen = closed_at === null
  return {
    load: packs && isOpen,
    close: packs && isOpen && boxes_count > 0,
    reopen: packs && !isOpen,
    delete: packs && isOpen,
  }
}

/** Allows editing, changing the status, deleting, restoring and importing. @throws ApiError forbidden */
export const toLead = <T extends SupplyStanding>(actor: Actor, supply: T): Allowed<T, 'lead'> =>
  allow(supply, 'lead', isAdmin(actor))

/** Allows scanning, and adding and changing boxes. @throws ApiError wrong_state */
export function toPack<T extends SupplyStanding>(actor: Actor, supply: T): Allowed<T, 'pack'> {
  // Everyone may pack, so the only reason to refuse is the state of the supply.
  if (!mayPack(actor, supply)) throw new ApiError('wrong_state')
  return allow(supply, 'pack', true)
}

/** Allows copying or deleting a box, together with its plan if it has one. @throws ApiError forbidden */
export const toChangePlan = <T extends Pick<BoxStanding, 'planned_count'>>(
  actor: Actor,
  box: T,
): Allowed<T, 'change_plan'> => allow(box, 'change_plan', mayChangePlanOf(actor, box))

/** Allows undoing a scan: admins undo any scan, packers only their own. @throws ApiError forbidden */
export const toTakeBack = <T extends { user_id: number }>(actor: Actor, scan: T): Allowed<T, 'take_back'> =>
  allow(scan, 'take_back', isAdmin(actor) || scan.user_id === actor.userId)
