import type { CallName } from '../../api/calls.ts'

/** Every call whose response a step of an order changes. A step also moves coins, stock and limits. */
export const orderReads: readonly CallName[] = [
  ...(['orders.list', 'orders.get', 'orders.waiting'] as const),
  ...(['coins.list', 'personnel.unfinished'] as const),
  ...(['shop.list', 'shop.get', 'shop.worth'] as const),
]
