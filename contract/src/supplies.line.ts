// Free of schemas, so that pages which only draw a status do not carry the checker of all shapes.

export const supplyStatuses = ['draft', 'packing', 'packed', 'shipped', 'accepted', 'cancelled'] as const
export type SupplyStatus = (typeof supplyStatuses)[number]

export const marketplaces = ['wildberries', 'ozon', 'other'] as const
export type Marketplace = (typeof marketplaces)[number]

/** Where a supply may go from each status: one step on, one step back until it is shipped, or away. */
export const supplyMoves: Record<SupplyStatus, readonly SupplyStatus[]> = {
  draft: ['packing', 'cancelled'],
  packing: ['packed', 'draft', 'cancelled'],
  packed: ['shipped', 'packing', 'cancelled'],
  shipped: ['accepted'],
  accepted: [],
  cancelled: [],
}

/** Statuses in which a supply and its boxes can be changed: staff pack only while it is being packed. */
export const openSupplyStatuses: readonly SupplyStatus[] = ['draft', 'packing', 'packed']

/** Statuses in which a supply has left the warehouse and can no longer be deleted. */
export const shippedStatuses: readonly SupplyStatus[] = ['shipped', 'accepted']

/** So many boxes come with a supply, the first by number; the list of boxes has them all. */
export const shownBoxes = 500

/** So many lines come with the boxes of one answer: longer ones would fill the memory of the server. */
export const shownLines = 5000

/** So many lines are copied at once, as all of them are answered. */
export const mostCopiedLines = 2000

/** So many boxes a supply has at most. */
export const mostBoxes = 20_000

/** Of labels, in millimetres. */
export const labelSizes = ['58x40', '75x120'] as const
export type LabelSize = (typeof labelSizes)[number]

/** Visible ASCII but for commas, with single spaces inside: Wildberries writes `618 0474`. */
export const boxCode = /^(?=.{1,64}$)[!-+\--~]+(?: [!-+\--~]+)*$/
