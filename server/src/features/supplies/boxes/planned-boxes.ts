import type { Distribution, PlanBody, Proposal } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { discardPlans } from '../../../database/queries/plans.ts'
import { ApiError } from '../../../errors/errors.ts'
import { auditBoxes, describeBoxes } from '../supplies.audit.ts'
import { findSupply } from '../supplies.ts'
import { findEmptyBoxes, insertItems, listAssigned, lockBoxRows, touchBoxes } from './boxes.queries.ts'
import { finish, makeBoxes, type PackedSupply } from './boxes.ts'
import { countBoxes, distribute, type Rest } from './distribution.ts'
import { readPlan } from './plan.ts'

/** How `planBoxes` would plan the boxes of a supply. @throws ApiError not_found; 422 at `pieces` */
export async function proposeBoxes(
  db: Db,
  actor: Actor,
  supplyId: number,
  asked: Distribution,
): Promise<Proposal> {
  await findSupply(db, actor, supplyId)
  return readProposal(db, supplyId, asked)
}

async function readProposal(db: Db, supplyId: number, asked: Distribution): Promise<Proposal> {
  const rest = await readRest(db, supplyId)
  const groups = distribute(rest, asked)
  const boxes = countBoxes(groups)
  const units = rest.reduce((sum, { quantity }) => sum + quantity, 0)
  return { units, boxes, empty_boxes: (await findEmptyBoxes(db, supplyId, boxes)).length, groups }
}

/** What the plan of a supply still leaves for boxes, in its order. */
async function readRest(db: Db, supplyId: number): Promise<Rest[]> {
  const assigned = new Map((await listAssigned(db, supplyId)).map((row) => [row.product_id, row.pieces]))
  return (await readPlan(db, supplyId))
    .map(({ product_id, quantity }) => ({
      product_id,
      quantity: quantity - (assigned.get(product_id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Plans boxes as the proposal says: first the empty ones, then new ones. @returns the proposal
 * @throws ApiError wrong_state if the person has seen another proposal; empty if the supply is packed; 422 at `pieces`
 */
export async function planBoxes(
  db: Db,
  actor: Actor,
  supply: PackedSupply,
  { boxes, units, ...asked }: PlanBody,
): Promise<Proposal> {
  const proposal = await readProposal(db, supply.id, asked)
  if (proposal.boxes !== boxes || proposal.units !== units)
    throw new ApiError('wrong_state', [{ path: 'pieces', key: 'proposal_changed' }])
  const empty = await lockEmpty(db, supply.id, boxes)
  const before = await describeBoxes(db, empty)
  const plans = proposal.groups.flatMap(({ count, items }) => Array.from({ length: count }, () => items))
  const lines = plans.reduce((sum, { length }) => sum + length, 0)
  await discardPlans(db, boxes + lines)
  const made = await makeBoxes(db, supply, boxes - empty.length, {}, 'pieces')
  const ids = [...empty, ...made]
  await insertItems(
    db,
    plans.flatMap((items, index) =>
      items.map(({ product_id, planned }) => ({
        supply_id: supply.id,
        box_id: ids[index]!, // there is a box for each plan
        product_id,
        quantity: 0,
        planned,
        expires_on: null,
      })),
    ),
  )
  await touchBoxes(db, null, empty)
  await auditBoxes(db, actor, 'update', supply, empty, before)
  await auditBoxes(db, actor, 'create', supply, made)
  await finish(db, supply)
  return proposal
}

/** Locks the empty boxes that get a plan. A scan may have filled some of them meanwhile. @returns their ids by number */
async function lockEmpty(db: Db, supplyId: number, most: number): Promise<number[]> {
  const found = await findEmptyBoxes(db, supplyId, most)
  const boxes = found.length === 0 ? [] : await lockBoxRows(db, supplyId, found)
  return boxes
    .filter(({ units_count, planned_count, sealed_at }) => !units_count && !planned_count && !sealed_at)
    .toSorted((a, b) => a.number - b.number)
    .map(({ id }) => id)
}
