import type { OrderPatch, OrderRights } from '@artel/contract/orders/orders'
import { type OrderStatus, orderMoves, undoSeconds } from '@artel/contract/orders/orders.line'
import { type Actor, isAdmin, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { now } from '../../clock.ts'

/** The fields of an order that the rights depend on. */
export type OrderStanding = {
  user_id: number
  status: OrderStatus
  status_at: string
  /** Who has set the status: the buyer for a new order. */
  status_by: number
  undo_to: OrderStatus | null
}

const isOwn = (actor: Actor, order: Pick<OrderStanding, 'user_id'>): boolean => order.user_id === actor.userId

/** Staff see their own orders, admins all. */
export const maySee = (actor: Actor, order: Pick<OrderStanding, 'user_id'>): boolean =>
  isAdmin(actor) || isOwn(actor, order)

/** Until when the last step can be undone; null if it cannot. */
export function undoUntil({ status_at, undo_to }: OrderStanding): string | null {
  const until = new Date(Date.parse(status_at) + undoSeconds * 1000)
  return undo_to === null || until < now() ? null : until.toISOString()
}

/**
 * Whether the actor may prepare an order, undo its steps and change its photos. An admin who is not an owner
 * may change their own order only if they took its last step themselves. Otherwise they could undo a handover
 * by another person, get their coins back and keep the item.
 */
const mayLead = (actor: Actor, order: OrderStanding): boolean =>
  mayDecideFor(actor, order.user_id) || (isAdmin(actor) && order.status_by === actor.userId)

export function rightsTo(actor: Actor, order: OrderStanding): OrderRights {
  const leads = mayLead(actor, order)
  const cancels = isOwn(actor, order) && order.status === 'pending'
  return {
    move_to: leads ? [...orderMoves[order.status]] : cancels ? ['cancelled'] : [],
    needs_reason: !isOwn(actor, order),
    edit: leads,
    undo: leads && undoUntil(order) !== null,
  }
}

/** Who leads an order may change it; the buyer may only cancel it. @throws ApiError forbidden */
export function toMove<T extends OrderStanding>(
  actor: Actor,
  order: T,
  { status, multimedia_ids }: OrderPatch,
): Allowed<T, 'move'> {
  const cancelsOwn = isOwn(actor, order) && status === 'cancelled' && multimedia_ids === undefined
  return allow(order, 'move', mayLead(actor, order) || cancelsOwn)
}

/** Whether the step is allowed. The buyer cannot cancel an order that is being prepared. */
export const mayStep = (actor: Actor, order: OrderStanding, status: OrderStatus): boolean =>
  orderMoves[order.status].includes(status) && (mayLead(actor, order) || order.status === 'pending')

/** @throws ApiError forbidden */
export const toUndo = <T extends OrderStanding>(actor: Actor, order: T): Allowed<T, 'undo'> =>
  allow(order, 'undo', mayLead(actor, order))
