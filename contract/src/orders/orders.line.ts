// Without schemas, so that pages that only draw a status do not load the schema library.

export const orderStatuses = ['pending', 'processing', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The next statuses of each status. A delivered or cancelled order changes only by an undo. */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** Statuses in which a person still waits for their purchase. */
export const openOrderStatuses: readonly OrderStatus[] = ['pending', 'processing']

/** Seconds after a step in which it can be undone. */
export const undoSeconds = 600

/** Kinds of events in the history of an order. */
export const orderEventKinds = ['create', 'step', 'undo', 'comment'] as const
export type OrderEventKind = (typeof orderEventKinds)[number]
