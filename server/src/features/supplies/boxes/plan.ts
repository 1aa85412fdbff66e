import type { SupplyPlan } from '@artel/contract/supplies/supplies'
import type { Db } from '../../../database/db.ts'
import { ApiError, type FieldIssue, fieldError } from '../../../errors/errors.ts'
import { lockProducts } from '../../products/products.ts'
import { listCounts, listProductsOf, replacePlan } from '../supplies.queries.ts'

/** The rows of a supply's plan, in their order. */
export const readPlan = async (db: Db, supplyId: number): Promise<SupplyPlan> =>
  (await listCounts(db, supplyId)).flatMap(({ product_id, planned, position }) =>
    position === null || planned === null ? [] : [{ product_id, quantity: planned }],
  )

/**
 * Sets the plan of a supply, whose row is locked. The plan must cover the pieces that are packed already.
 * @throws ApiError 422 at the row of the plan
 */
export async function setPlan(db: Db, supplyId: number, plan: SupplyPlan): Promise<void> {
  const held = await lockProducts(
    db,
    plan.map(({ product_id }) => product_id),
  )
  for (const [index, { product_id }] of plan.entries())
    if (!held.has(product_id)) throw fieldError(`plan.${index}.product_id`, 'no_such_product')
  if (plan.length > 0) await refuseBelowPacked(db, supplyId, plan)
  await replacePlan(db, supplyId, plan)
}

async function refuseBelowPacked(db: Db, supplyId: number, plan: SupplyPlan): Promise<void> {
  const places = new Map(plan.map(({ product_id }, index) => [product_id, index]))
  const issues: FieldIssue[] = []
  for (const { product_id, packed, product } of await listProductsOf(db, supplyId)) {
    const index = places.get(product_id)
    const row = index === undefined ? undefined : plan[index]
    if (packed === 0) continue
    if (!row) issues.push({ path: 'plan', key: 'packed_not_planned', values: { article: product.article } })
    else if (row.quantity < packed)
      issues.push({ path: `plan.${index}.quantity`, key: 'less_than_packed', values: { packed } })
  }
  if (issues.length > 0) throw new ApiError('invalid', issues)
}
