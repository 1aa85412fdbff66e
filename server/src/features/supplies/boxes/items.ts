import type { BoxItemInput, MoveBody } from '@artel/contract/supplies/supplies'
import { type Actor, isAdmin } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { onConstraint } from '../../../errors/on-constraint.ts'
import { lockProducts } from '../../products/products.ts'
import {
  type Item,
  insertItems,
  type LockedBox,
  listItems,
  removeItems,
  updateItems,
} from './boxes.queries.ts'

/** Maximum pieces of one product in a box. */
const maxPieces = 1_000_000
/** PostgreSQL's error code for a number out of range: the pieces of a product in all boxes of a supply. */
const tooLarge = '22003'

/**
 * Translates database errors of `work`, which puts pieces into boxes. The database enforces the plans and the
 * maximum pieces of a line and of a supply.
 * @throws ApiError plan_exceeded; 422 at `quantity`
 */
export const withinPlan = <T>(work: Promise<T>): Promise<T> => work.catch(refuseBeyond)

const beyondPlan = () => new ApiError('plan_exceeded')
const tooMany = () => fieldError('quantity', 'too_big', { maximum: maxPieces })
const refuseBeyond = onConstraint({
  supply_products_within_plan: beyondPlan,
  supply_box_items_within_plan: beyondPlan,
  supply_box_items_quantity_check: tooMany,
  [tooLarge]: tooMany,
})

/**
 * Replaces the lines of a box, whose row is locked. Only admins change the planned pieces.
 * @returns whether anything has changed @throws ApiError forbidden, plan_exceeded; 422 at `items`
 */
export async function setItems(
  db: Db,
  actor: Actor,
  box: LockedBox,
  items: readonly BoxItemInput[],
): Promise<boolean> {
  const present = await listItems(db, box.id)
  const byProduct = new Map(present.map((item) => [item.product_id, item]))
  const wanted = items.map((item) => ({ ...item, planned: planOf(item, byProduct.get(item.product_id)) }))
  refuseOverreach(actor, box, byProduct, wanted)
  await lockAll(db, wanted, byProduct)
  const named = new Set(wanted.map(({ product_id }) => product_id))
  const left = present.filter(({ product_id }) => !named.has(product_id))
  // A planned line stays, with zero pieces, when a packer takes its pieces out.
  const emptied = isAdmin(actor) ? [] : left.filter(({ planned }) => planned !== null)
  const removed = left.filter((item) => !emptied.includes(item)).map(({ id }) => id)
  const changed = [
    ...emptied.filter(({ quantity }) => quantity > 0).map((item) => ({ ...item, quantity: 0 })),
    ...wanted.flatMap((item) => {
      const old = byProduct.get(item.product_id)
      return old && !isSame(old, item) ? [{ ...old, ...item }] : []
    }),
  ]
  const made = wanted.filter(({ product_id }) => !byProduct.has(product_id))
  await removeItems(db, removed)
  await updateItems(db, changed)
  await insertItems(
    db,
    made.map((item) => ({ ...item, supply_id: box.supply_id, box_id: box.id })),
  )
  return removed.length + changed.length + made.length > 0
}

const planOf = (item: BoxItemInput, old: Item | undefined): number | null =>
  item.planned === undefined ? (old?.planned ?? null) : item.planned

type Wanted = Omit<BoxItemInput, 'planned'> & { planned: number | null }

const isSame = (old: Item, item: Wanted): boolean =>
  old.quantity === item.quantity && old.planned === item.planned && old.expires_on === item.expires_on

/**
 * @throws ApiError forbidden if a packer changes a plan; plan_exceeded if they add an unplanned product; 422
 */
function refuseOverreach(
  actor: Actor,
  box: LockedBox,
  present: ReadonlyMap<number, Item>,
  wanted: readonly Wanted[],
): void {
  for (const [index, { product_id, quantity, planned }] of wanted.entries()) {
    const old = present.get(product_id)
    if (quantity === 0 && planned === null)
      throw fieldError(`items.${index}.quantity`, 'too_small', { minimum: 1 })
    if (isAdmin(actor)) continue
    if (planned !== (old?.planned ?? null)) throw new ApiError('forbidden')
    if (!old) refuseUnplanned(box)
  }
}

/** Refuses an unplanned product in a box that has a plan. @throws ApiError plan_exceeded */
export function refuseUnplanned({ planned_count }: Pick<LockedBox, 'planned_count'>): void {
  if (planned_count > 0) throw new ApiError('plan_exceeded')
}

async function lockAll(db: Db, wanted: readonly Wanted[], present: ReadonlyMap<number, Item>): Promise<void> {
  const fresh = wanted.filter(({ product_id }) => !present.has(product_id))
  const held = await lockProducts(
    db,
    fresh.map(({ product_id }) => product_id),
  )
  for (const [index, { product_id }] of wanted.entries())
    if (!present.has(product_id) && !held.has(product_id))
      throw fieldError(`items.${index}.product_id`, 'no_such_product')
}

/** Moves pieces between two boxes, whose rows are locked. @throws ApiError plan_exceeded; 422 at the field */
export async function moveItem(
  db: Db,
  mayChangePlan: boolean,
  from: LockedBox,
  to: LockedBox,
  { product_id, quantity }: MoveBody,
): Promise<void> {
  const source = (await listItems(db, from.id)).find((item) => item.product_id === product_id)
  const target = (await listItems(db, to.id)).find((item) => item.product_id === product_id)
  if (!source) throw fieldError('product_id', 'no_such_product')
  if (source.quantity < quantity)
    throw fieldError('quantity', 'more_than_box_has', { quantity: source.quantity })
  const { expires_on } = source
  if (target && target.quantity > 0 && target.expires_on !== expires_on)
    throw fieldError('to_box_id', 'expiry_differs')
  if (!target && !mayChangePlan) refuseUnplanned(to)
  const rest = source.quantity - quantity
  // Takes the pieces out first, because a full plan would refuse them in the other box.
  if (rest === 0 && source.planned === null) await removeItems(db, [source.id])
  else await updateItems(db, [{ ...source, quantity: rest }])
  if (target) await updateItems(db, [{ ...target, quantity: target.quantity + quantity, expires_on }])
  else
    await insertItems(db, [
      { supply_id: to.supply_id, box_id: to.id, product_id, quantity, planned: null, expires_on },
    ])
}
