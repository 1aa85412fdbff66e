import type { CallName } from '../../api/calls.ts'

/** Every call whose response a change of a product changes. */
export const productReads: readonly CallName[] = ['products.list', 'products.get', 'tasks.get']
