import { ApiError } from '../../errors/errors.ts'
import { onConstraint } from '../../errors/on-constraint.ts'

/** The ledger source of an order. */
export const sourceOf = (id: number) => ({ type: 'order', id }) as const

/** The ledger key of an event of an order. An event that repeats after an undo has its number in the key. */
export const keyOf = (id: number, event: 'purchase' | 'refund', time: number): string =>
  [`order:${id}:${event}`, ...(time > 1 ? [time] : [])].join(':')

/** Other buyers were faster. */
export const refuseShort = onConstraint({
  shop_items_stock_suffices: () => new ApiError('out_of_stock'),
  shop_months_within_limit: () => new ApiError('limit_reached'),
})
