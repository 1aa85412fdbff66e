import { z } from 'zod'
import { call } from '../call.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { coins, id, instant, judged, longText, sum, version } from '../shapes/primitives.ts'
import { maxPieces } from '../shop/shop.rules.ts'
import { person } from '../users/users.ts'
import { orderEventKinds, orderStatuses } from './orders.line.ts'

const status = z.enum(orderStatuses)
const comment = longText(1000)

const can = z.object({
  /** Statuses that the signed-in person may set now. */
  move_to: z.array(status),
  /** Cancelling it needs a `comment`, because it is another person's order. */
  needs_reason: z.boolean(),
  /** Comment on it, and add media of the handover. */
  edit: z.boolean(),
  /** Until `undo_until`. */
  undo: z.boolean(),
})
/** What the signed-in person may do with the order in its current state. */
export type OrderRights = z.infer<typeof can>

const shown = {
  id,
  user_id: id,
  user: person,
  item_id: id,
  /** Name and price of one piece at the time of the purchase; `total` is price × quantity. */
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  total: z.int(),
  status,
  /** The last comment; may be empty. The history has all comments. */
  comment: z.string(),
  /** When it got its current status. */
  status_at: instant,
  /** Until then an admin can undo its last step; null: there is no step to undo. */
  undo_until: instant.nullable(),
  /** File of the current first photo of its item; null if it has none. */
  photo: z.string().nullable(),
  version: z.int(),
  created_at: instant,
  can,
}

const listedOrder = z.object(shown)
export type ListedOrder = z.infer<typeof listedOrder>

const orderEvent = z.object({
  id,
  user: person,
  kind: z.enum(orderEventKinds),
  /** The previous status; null: the order was created. */
  from: status.nullable(),
  /** The new status. */
  to: status,
  comment: z.string(),
  created_at: instant,
})
export type OrderEvent = z.infer<typeof orderEvent>

const order = z.object({
  ...shown,
  /** Media of the handover. */
  multimedia: z.array(multimedia),
  /** The newest first. */
  history: z.array(orderEvent),
})
export type Order = z.infer<typeof order>

const draft = z.strictObject({
  item_id: id,
  quantity: z.int().min(1).max(maxPieces).default(1),
  /** A wish of the buyer: a size, a colour. */
  comment: comment.default(''),
  /** Price of a piece that the person saw. If it has changed, the person is asked again (422). */
  price: coins.optional(),
})
export type OrderDraft = z.output<typeof draft>

/**
 * Staff send `status: 'cancelled'` for their own pending order, admins any status that is offered. The
 * current status changes nothing, and its comment is not stored. A comment without a status is added to the
 * history.
 */
const patch = z
  .strictObject({
    status,
    /** The reason, if the order of another person is cancelled. */
    comment,
    /** In display order. Replaces the previous list. */
    multimedia_ids: multimediaIds,
    version,
  })
  .partial()
export type OrderPatch = z.output<typeof patch>

const answer = { order }
/** For all rows of the filter except cancelled orders. */
const totals = z.object({ quantity: sum, coins: sum })
export type OrderTotals = z.infer<typeof totals>

/** Number of orders in each status, with all filters except that of the status. */
const counts = z.record(status, z.int())
export type OrderCounts = z.infer<typeof counts>

/** Errors of a purchase that lacks coins, stock or limit. */
export const shortOf = ['insufficient_coins', 'out_of_stock', 'limit_reached'] as const

/** Purchases of people for coins. An order is never deleted. */
export const orders = {
  list: listCall({
    path: '/listing/orders',
    access: 'staff',
    shows: ['order'],
    plural: 'orders',
    row: listedOrder,
    sorts: ['name', 'status', 'quantity', 'total', 'status_at', 'created_at'],
    filters: {
      status: oneOrMany(status).optional(),
      user_id: oneOrMany(id).optional(),
      item_id: oneOrMany(id).optional(),
    },
    addressed: ['status', 'user_id', 'item_id'],
    /** `totals`: null if the number of rows is only an estimate. */
    extra: { totals: totals.nullable(), counts },
  }),
  /** Number of new orders, which wait for the people who hand out purchases. */
  waiting: call({
    method: 'GET',
    path: '/orders/waiting',
    access: 'admin',
    shows: ['order'],
    answer: { waiting: z.int() },
  }),
  get: call({ method: 'GET', path: '/orders/:id', access: 'staff', shows: ['order'], answer }),
  /** Takes coins, stock and limit in one step. `wrong_state`: the item is switched off. */
  create: call({
    method: 'POST',
    path: '/orders/create',
    access: 'staff',
    changes: ['order', 'shop_item', 'coins'],
    isIdempotent: true,
    success: 201,
    body: draft,
    answer,
    errors: [...shortOf, 'wrong_state'],
  }),
  /** A cancelled order returns what it took, once. */
  update: call({
    method: 'PUT',
    path: '/orders/:id',
    access: 'staff',
    changes: ['order', 'shop_item', 'coins'],
    body: patch,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  /**
   * Undoes the last step within ten minutes. For a cancelled order it takes again what was returned, if that
   * is still available.
   */
  undo: call({
    method: 'POST',
    path: '/orders/:id/undo',
    access: 'admin',
    changes: ['order', 'shop_item', 'coins'],
    body: judged,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
}
