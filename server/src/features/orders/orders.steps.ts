import { type OrderPatch, shortOf } from '@artel/contract/orders/orders'
import type { OrderStatus } from '@artel/contract/orders/orders.line'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { assertSeen, changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { writeAudit } from '../audit/audit.ts'
import { assertUnreversed, postDifference } from '../ledger/ledger.ts'
import { listMediaIds, setMedia } from '../multimedia/multimedia.ts'
import { notifyOfStock } from '../shop/shop.ts'
import { notifyMoved, notifyOrdered, withdrawOrdered } from './orders.notifications.ts'
import { mayStep, undoUntil } from './orders.policy.ts'
import { insertComment, type LockedOrder, updateOrderRow } from './orders.queries.ts'
import { keyOf, refuseShort, sourceOf } from './orders.rules.ts'
import { getOrder, orderMedia, reserveStock } from './orders.ts'

type MovedOrder = Allowed<LockedOrder, 'move'>
type UndoneOrder = Allowed<LockedOrder, 'undo'>

/**
 * Changes the status of an order, its media, or adds a comment. If the order is in the status already, only
 * the media are set. @throws ApiError wrong_state; stale; 422 if a reason is missing
 */
export async function updateOrder(
  db: Db,
  actor: Actor,
  order: MovedOrder,
  { version, status, comment = '', multimedia_ids }: OrderPatch,
): Promise<void> {
  if (status !== undefined && status !== order.status) await assertStatusSeen(db, actor, order, version)
  if (multimedia_ids) await setPhotos(db, actor, order, version, multimedia_ids)
  if (status === undefined) await say(db, actor, order, comment)
  else if (status !== order.status) await step(db, actor, order, status, comment)
}

const presentOf = (db: Db, actor: Actor, order: LockedOrder) => ({
  findChanged: (since: number) => changedSince(order, since),
  findChange: () => Promise.resolve(undefined),
  readCurrent: () => getOrder(db, actor, order.id),
})

/** Only the status must have been seen, because the content and price of an order never change. */
const assertStatusSeen = (
  db: Db,
  actor: Actor,
  order: LockedOrder,
  version: number | undefined,
): Promise<void> => assertSeen(version, order, ['status'], presentOf(db, actor, order))

async function setPhotos(
  db: Db,
  actor: Actor,
  order: MovedOrder,
  version: number | undefined,
  multimedia_ids: number[],
): Promise<void> {
  const row = { ...order, multimedia_ids: await listMediaIds(db, orderMedia, order.id) }
  await refuseStale(version, row, { multimedia_ids }, presentOf(db, actor, order))
  const changed = changedFields(row, { multimedia_ids })
  if (Object.keys(changed).length === 0) return
  await setMedia(db, actor, orderMedia, order.id, multimedia_ids)
  await write(db, order, { multimedia_ids }, {})
  await writeAudit(db, actor, {
    action: 'update',
    entity: 'order',
    id: order.id,
    title: order.name,
    before: { multimedia_ids: row.multimedia_ids },
    after: { multimedia_ids },
  })
}

async function say(db: Db, actor: Actor, order: MovedOrder, comment: string): Promise<void> {
  if (comment === '') return
  const { id, status } = order
  await insertComment(db, {
    order_id: id,
    user_id: actor.userId,
    comment,
    created_at: nowIso(),
    from_status: status,
    to_status: status,
  })
  await write(db, order, { comment }, { comment })
  await notifyMoved(db, actor, order, 'comment', comment)
}

/** Moves an order to its next status, for admins and for the buyer. */
async function step(
  db: Db,
  actor: Actor,
  order: MovedOrder,
  status: OrderStatus,
  comment: string,
): Promise<void> {
  if (!mayStep(actor, order, status)) throw new ApiError('wrong_state')
  const isCancelled = status === 'cancelled'
  if (isCancelled && order.user_id !== actor.userId && comment === '') throw fieldError('comment', 'required')
  if (isCancelled) await adjustOrderCoins(db, actor, order, 0)
  await write(db, order, { status, ...(comment && { comment }) }, moved(actor, status, comment))
  await audit(db, actor, order, status, comment)
  if (isCancelled) {
    await withdrawOrdered(db, order)
    await reserveStock(db)
    await notifyOfStock(db, actor, order.item_id, order.quantity)
  }
  await notifyMoved(db, actor, order, status, comment)
}

/**
 * Undoes the last step. An undone cancellation takes the coins, limit and stock again.
 * @throws ApiError stale; wrong_state if it is too late, there is no step to undo, they no longer suffice, or an owner
 * has reversed an entry of the cancelled order by hand
 */
export async function undoOrder(
  db: Db,
  actor: Actor,
  order: UndoneOrder,
  version: number | undefined,
): Promise<void> {
  await assertStatusSeen(db, actor, order, version)
  const { undo_to } = order
  if (undo_to === null || undoUntil(order) === null) throw new ApiError('wrong_state')
  await stepBack(db, actor, order, undo_to).catch((error: unknown) => {
    if (error instanceof ApiError && shortOf.some((code) => code === error.code))
      throw Object.assign(new ApiError('wrong_state'), { cause: error })
    throw error
  })
}

async function stepBack(db: Db, actor: Actor, order: UndoneOrder, status: OrderStatus): Promise<void> {
  const { total, item_id, quantity } = order
  const wasCancelled = order.status === 'cancelled'
  if (wasCancelled) {
    await adjustOrderCoins(db, actor, order, -total)
    await assertUnreversed(db, sourceOf(order.id))
  }
  await write(db, order, { status }, moved(actor, status, ''))
  await audit(db, actor, order, status, '')
  if (wasCancelled) {
    await notifyOrdered(db, order)
    await reserveStock(db)
    await notifyOfStock(db, actor, item_id, -quantity)
  }
  await notifyMoved(db, actor, order, status, '')
}

const moved = (actor: Actor, status: OrderStatus, comment: string) => ({
  status,
  status_at: nowIso(),
  status_by: actor.userId,
  ...(comment && { comment }),
})

/** Posts the difference that brings the coins of an order to a sum. Each posting has its own key. */
const adjustOrderCoins = (
  db: Db,
  actor: Actor,
  { id, user_id, takes }: LockedOrder,
  sum: number,
): Promise<void> =>
  postDifference(
    db,
    actor,
    {
      ledger: 'coins',
      user_id,
      source: sourceOf(id),
      taking: 'purchase',
      giving: 'refund',
      key: sum === 0 ? keyOf(id, 'refund', takes) : keyOf(id, 'purchase', takes + 1),
    },
    sum,
  )

type Columns = { status?: OrderStatus; status_at?: string; status_by?: number; comment?: string }

async function write(db: Db, order: LockedOrder, changed: object, columns: Columns): Promise<void> {
  const next = nextVersion(order, changed)
  await updateOrderRow(db, order.id, { ...columns, ...next }).catch(refuseShort)
  // The next write of the same call must continue from this version.
  Object.assign(order, next)
  db.announce({ entity: 'order', id: order.id, action: 'update' }, [order.user_id])
}

/** Writes a step of an order to the audit log, with its coins if it moves them. */
async function audit(
  db: Db,
  actor: Actor,
  { id, name, status, total }: LockedOrder,
  to: OrderStatus,
  comment: string,
): Promise<void> {
  const movesCoins = status === 'cancelled' || to === 'cancelled'
  await writeAudit(db, actor, {
    action: 'update',
    entity: 'order',
    id,
    title: name,
    before: { status },
    after: { status: to, ...(movesCoins && { coins: total }), ...(comment && { comment }) },
  })
}
