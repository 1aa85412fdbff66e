import { ApiError } from '../../http/errors.ts'

/** The ledger source of an order. */
export const sourceOf = (id: number) => ({ type: 'order', id }) as const

/** The ledger key of an event of an order. An event that repeats after an undo has its number in the key. */
export const keyOf = (id: number, event: 'purchase' | 'refund', time: number): string =>
  [`order:${id}:${event}`, ...(time > 1 ? [time] : [])].join(':')

/** Translates refusals of the database, which happen if other buyers were faster. */
export function refuseShort(error: { constraint?: string }): never {
  if (error.constraint === 'shop_items_stock_suffices') throw new ApiError('out_of_stock')
  if (error.constraint === 'shop_months_within_limit') throw new ApiError('limit_reached')
  throw error
}
