// Free of schemas, so that pages which only draw a status do not carry the checker of all shapes.

export const orderStatuses = ['pending', 'processing', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where an order may go from each status. What is delivered or cancelled comes back by an undo alone. */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** Statuses in which somebody still waits for what they have bought. */
export const openOrderStatuses: readonly OrderStatus[] = ['pending', 'processing']

/** So many seconds after a step it can be undone. */
export const undoSeconds = 600

/** What the history of an order tells of. */
export const orderEventKinds = ['create', 'step', 'undo', 'comment'] as const
export type OrderEventKind = (typeof orderEventKinds)[number]
