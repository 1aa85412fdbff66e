import type { CallName } from '../../api/calls.ts'

/** Every call whose answer a step of an order changes: it moves coins, stock and limits too. */
export const orderReads: readonly CallName[] = [
  ...(['orders.list', 'orders.get', 'orders.waiting'] as const),
  ...(['coins.list', 'personnel.unfinished'] as const),
  ...(['shop.list', 'shop.get', 'shop.worth'] as const),
]
