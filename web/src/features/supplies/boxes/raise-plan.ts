import type { Box, Supply } from '@artel/contract/supplies/supplies'

/**
 * The planned pieces a box and a supply need, so that more pieces fit; null: that plan does not limit them.
 */
export type PlanNeeds = { box: number | null; supply: number | null }

export function planNeeds(
  box: Pick<Box, 'items' | 'planned_count'>,
  supply: Pick<Supply, 'plan' | 'products'>,
  productId: number,
  pieces: number,
): PlanNeeds {
  const item = box.items.find(({ product_id }) => product_id === productId)
  // A box with a plan takes no other products. A line without a planned number has no limit.
  const ofBox = item ? item.planned : box.planned_count ? 0 : null
  const whole = supply.products.find(({ product_id }) => product_id === productId)
  const ofSupply = whole ? whole.planned : supply.plan.length > 0 ? 0 : null
  const needed = (planned: number | null, present: number) =>
    planned !== null && present + pieces > planned ? present + pieces : null
  return { box: needed(ofBox, item?.quantity ?? 0), supply: needed(ofSupply, whole?.packed ?? 0) }
}

/** The plan of a supply with at least this many pieces of the product. */
export function raisedPlan(plan: Supply['plan'], productId: number, quantity: number): Supply['plan'] {
  if (plan.every(({ product_id }) => product_id !== productId))
    return [...plan, { product_id: productId, quantity }]
  return plan.map((row) =>
    row.product_id === productId ? { ...row, quantity: Math.max(row.quantity, quantity) } : row,
  )
}

type Items = Pick<Box['items'][number], 'product_id' | 'quantity' | 'planned' | 'expires_on'>[]

/** The contents of a box with at least this many planned pieces of the product. */
export function raisedItems(items: Box['items'], productId: number, planned: number): Items {
  const sent = items.map((item) => ({
    product_id: item.product_id,
    quantity: item.quantity,
    planned: item.product_id === productId ? Math.max(item.planned ?? 0, planned) : item.planned,
    expires_on: item.expires_on,
  }))
  if (items.some(({ product_id }) => product_id === productId)) return sent
  return [...sent, { product_id: productId, quantity: 0, planned, expires_on: null }]
}
