import type { Box, ListedSupply } from '@artel/contract/supplies'
import {
  openSupplyStatuses,
  type SupplyStatus,
  shippedStatuses,
  supplyMoves,
} from '@artel/contract/supplies.line'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../http/errors.ts'

/** What the rights to a supply depend on. */
export type SupplyStanding = { status: SupplyStatus; deleted_at: string | null }

/** Staff pack while the supply is being packed, admins until it is shipped. */
const mayPack = (actor: Actor, { status, deleted_at }: SupplyStanding): boolean =>
  deleted_at === null && (isAdmin(actor) ? openSupplyStatuses.includes(status) : status === 'packing')

const mayDelete = ({ status }: SupplyStanding): boolean => !shippedStatuses.includes(status)

/** A file replaces what is packed, so it comes before all is. */
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

/** `planned_count`: null or 0 where it has no plan. `deleted_at`: not there where only boxes that are not deleted are read. */
type BoxStanding = {
  sealed_at: string | null
  units_count: number
  planned_count: number | null
  deleted_at?: string | null
}

/** Only admins say what belongs into boxes: a copy would repeat a plan, and a deletion would end it. */
const mayChangePlanOf = (actor: Actor, { planned_count }: Pick<BoxStanding, 'planned_count'>): boolean =>
  isAdmin(actor) || !planned_count

export function rightsToBox(actor: Actor, supply: SupplyStanding, box: BoxStanding): Box['can'] {
  const packs = mayPack(actor, supply) && !box.deleted_at
  const isOpen = box.sealed_at === null
  return {
    edit: packs && isOpen,
    seal: packs && isOpen && box.units_count > 0,
    unseal: packs && !isOpen,
    copy: packs && mayChangePlanOf(actor, box),
    delete: packs && isOpen && mayChangePlanOf(actor, box),
    plan: packs && isOpen && isAdmin(actor),
  }
}

/** Edits, moves along its line, deletes, restores, imports into. @throws ApiError forbidden */
export const toLead = <T extends SupplyStanding>(actor: Actor, supply: T): Allowed<T, 'lead'> =>
  allow(supply, 'lead', isAdmin(actor))

/** Adds and changes boxes, and scans. @throws ApiError wrong_state */
export function toPack<T extends SupplyStanding>(actor: Actor, supply: T): Allowed<T, 'pack'> {
  // Whoever comes may pack; only the supply may not be there yet, or any more.
  if (!mayPack(actor, supply)) throw new ApiError('wrong_state')
  return allow(supply, 'pack', true)
}

/** Copies or deletes a box with its plan, if it has one. @throws ApiError forbidden */
export const toChangePlan = <T extends Pick<BoxStanding, 'planned_count'>>(
  actor: Actor,
  box: T,
): Allowed<T, 'change_plan'> => allow(box, 'change_plan', mayChangePlanOf(actor, box))

/** Takes a scan back: admins anybody's, packers their own. @throws ApiError forbidden */
export const toTakeBack = <T extends { user_id: number }>(actor: Actor, scan: T): Allowed<T, 'take_back'> =>
  allow(scan, 'take_back', isAdmin(actor) || scan.user_id === actor.userId)
