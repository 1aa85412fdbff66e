import type { CallName } from '../../api/calls.ts'

/** Every call whose response a change of an item changes. */
export const shopReads: readonly CallName[] = ['shop.list', 'shop.get', 'shop.worth']
