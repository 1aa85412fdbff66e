import { ApiError } from '../../http/errors.ts'

/** What entries of the ledger came from. */
export const sourceOf = (id: number) => ({ type: 'order', id }) as const

/** The business event of an order; from its second time on, after a cancellation was undone, with its number. */
export const keyOf = (id: number, event: 'purchase' | 'refund', time: number): string =>
  [`order:${id}:${event}`, ...(time > 1 ? [time] : [])].join(':')

/** What the database refuses because others were faster. */
export function refuseShort(error: { constraint?: string }): never {
  if (error.constraint === 'shop_items_stock_suffices') throw new ApiError('out_of_stock')
  if (error.constraint === 'shop_months_within_limit') throw new ApiError('limit_reached')
  throw error
}
