import { z } from 'zod'
import { call } from './call.ts'
import { listCall, oneOrMany } from './list.ts'
import { multimedia, multimediaIds } from './multimedia.ts'
import { orderEventKinds, orderStatuses } from './orders.line.ts'
import { coins, id, instant, judged, longText, sum, version } from './primitives.ts'
import { mostPieces } from './shop.rules.ts'
import { person } from './users.ts'

const status = z.enum(orderStatuses)
const comment = longText(1000)

const can = z.object({
  /** Statuses that the signed-in person may bring it to now. */
  move_to: z.array(status),
  /** Cancelling it takes a `comment`: it is not their own. */
  needs_reason: z.boolean(),
  /** Comment on it, and show how it was handed over. */
  edit: z.boolean(),
  /** Until `undo_until`. */
  undo: z.boolean(),
})
/** What the signed-in person may do with the order as it stands now. */
export type OrderRights = z.infer<typeof can>

const shown = {
  id,
  user_id: id,
  user: person,
  item_id: id,
  /** Name and price of a piece as they were bought; `total` is price × quantity. */
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  total: z.int(),
  status,
  /** What was said last; may be empty. All that was said is in the history. */
  comment: z.string(),
  /** When it came to where it stands. */
  status_at: instant,
  /** Until then an admin can undo its last step; null: there is none to undo. */
  undo_until: instant.nullable(),
  /** File of the first photo of its item as it is now; null where it has none. */
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
  /** Where it stood before; null: it was not there yet. */
  from: status.nullable(),
  /** Where it stood then. */
  to: status,
  comment: z.string(),
  created_at: instant,
})
export type OrderEvent = z.infer<typeof orderEvent>

const order = z.object({
  ...shown,
  /** How it was handed over. */
  multimedia: z.array(multimedia),
  /** The newest first. */
  history: z.array(orderEvent),
})
export type Order = z.infer<typeof order>

const draft = z.strictObject({
  item_id: id,
  quantity: z.int().min(1).max(mostPieces).default(1),
  /** What whoever buys wants said: a size, a colour. */
  comment: comment.default(''),
  /** The price of a piece that the person saw; where it has become another, they are asked again (422). */
  price: coins.optional(),
})
export type OrderDraft = z.output<typeof draft>

/**
 * Staff send `status: 'cancelled'` of their own pending order, admins any status that is offered. A status in which it
 * is already does nothing, and what is said with it is not kept. A comment without a status is a word in its history.
 */
const patch = z
  .strictObject({
    status,
    /** A reason where somebody else's order is cancelled. */
    comment,
    /** In the order in which they are shown; sent, it replaces what was there. */
    multimedia_ids: multimediaIds,
    version,
  })
  .partial()
export type OrderPatch = z.output<typeof patch>

const answer = { order }
/** Of all rows of the filter, those that were cancelled aside. */
const totals = z.object({ quantity: sum, coins: sum })
export type OrderTotals = z.infer<typeof totals>

/** How many orders there are in each status, of what all filters but that of the status find. */
const counts = z.record(status, z.int())
export type OrderCounts = z.infer<typeof counts>

/** What a purchase may find too little of. */
export const shortOf = ['insufficient_coins', 'out_of_stock', 'limit_reached'] as const

/** What people have bought for coins. An order is never deleted. */
export const orders = {
  list: listCall({
    path: '/listing/orders',
    access: 'staff',
    plural: 'orders',
    row: listedOrder,
    sorts: ['name', 'status', 'quantity', 'total', 'status_at', 'created_at'],
    filters: {
      status: oneOrMany(status).optional(),
      user_id: oneOrMany(id).optional(),
      item_id: oneOrMany(id).optional(),
    },
    /** `totals`: null where the number of rows is only estimated. */
    extra: { totals: totals.nullable(), counts },
  }),
  /** How many are new, and so wait for whoever hands out what was bought. */
  waiting: call({ method: 'GET', path: '/orders/waiting', access: 'admin', answer: { waiting: z.int() } }),
  get: call({ method: 'GET', path: '/orders/:id', access: 'staff', answer }),
  /** Takes coins, stock and limit at once. `wrong_state`: the item is switched off. */
  create: call({
    method: 'POST',
    path: '/orders/create',
    access: 'staff',
    isIdempotent: true,
    success: 201,
    body: draft,
    answer,
    errors: [...shortOf, 'wrong_state'],
  }),
  /** Cancelled, it gives back what it took, once. */
  update: call({
    method: 'PUT',
    path: '/orders/:id',
    access: 'staff',
    body: patch,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  /** Takes the last step back within ten minutes. Of a cancelled order it takes again what was given
   * back, where that is still there. */
  undo: call({
    method: 'POST',
    path: '/orders/:id/undo',
    access: 'admin',
    body: judged,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
}
