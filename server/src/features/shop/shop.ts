import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import type {
  ListedShopItem,
  ShopItem,
  ShopItemDraft,
  ShopItemPatch,
  ShopWorth,
} from '@artel/contract/shop/shop'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { lockPositions, placeIn, placeLast, renumber } from '../../database/queries/places.ts'
import { ApiError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { listMediaIds, listMediaOf, type MediaOwner, setMedia } from '../multimedia/multimedia.ts'
import { notify } from '../notifications/notifications.ts'
import { findByText, type ItemFilters, type ItemQuery, listItemRows } from './shop.list.queries.ts'
import { rightsTo, toManage } from './shop.policy.ts'
import {
  deleteItemRow,
  findItemRow,
  findWishers,
  insertItem,
  type LockedItem,
  lockItemRow,
  setWish,
  updateItemRow,
} from './shop.queries.ts'
import { findUnspent, findWeekly, listSold, weeksOf } from './shop.worth.queries.ts'

export { firstPhotoOf, monthOf } from './shop.queries.ts'

type Managed = Allowed<LockedItem, 'manage'>

const itemMedia: MediaOwner = { table: 'shop_item_multimedia', owner: 'shop_item_id' }

/** The median weekly earnings, to compare prices with; null for staff. */
const weeklyFor = (db: Db, actor: Actor): Promise<number | null> =>
  isAdmin(actor) ? findWeekly(db, actor) : Promise.resolve(null)

export async function listItems(
  db: Db,
  actor: Actor,
  filters: ItemFilters,
  query: ItemQuery,
): Promise<{ shop_items: ListedShopItem[]; pagination: Pagination }> {
  const { rows, pagination } = await listItemRows(db, actor, filters, query)
  const weekly = await weeklyFor(db, actor)
  const shop_items = rows.map((row) => ({
    ...row,
    weeks: weeksOf(row.price, weekly),
    can: rightsTo(actor, row),
  }))
  return { shop_items, pagination }
}

/** Shop items for the global search. */
export async function searchItems(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, actor, text)
  return rows.map(({ id, name }) => ({ entity: 'shop_item', id, title: name, subtitle: '' }))
}

/** Staff do not find inactive items. @throws ApiError not_found */
export async function getItem(db: Db, actor: Actor, id: number): Promise<ShopItem> {
  const row = await findItemRow(db, actor, id)
  if (!row) throw new ApiError('not_found')
  const multimedia = await listMediaOf(db, actor, itemMedia, id)
  const weeks = weeksOf(row.price, await weeklyFor(db, actor))
  return { ...row, multimedia, weeks, can: rightsTo(actor, row) }
}

/** @returns its id @throws ApiError 422 at the field */
export async function createItem(db: Db, actor: Actor, draft: ShopItemDraft): Promise<number> {
  const { multimedia_ids, position, stock, ...fields } = draft
  await lockPositions(db, 'shop_items')
  const at = nowIso()
  const stamps = { created_at: at, updated_at: at, created_by: actor.userId, updated_by: actor.userId }
  const id = await insertItem(db, { ...fields, stocked: stock, ...stamps })
  if (position !== undefined) await placeLast(db, 'shop_items', id, position)
  if (multimedia_ids.length > 0) await setMedia(db, actor, itemMedia, id, multimedia_ids)
  const { after } = changesOf({}, { ...fields, stock, multimedia_ids })
  await writeAudit(db, actor, { action: 'create', entity: 'shop_item', id, title: draft.name, after })
  db.announce({ entity: 'shop_item', id, action: 'create' }, 'everyone')
  return id
}

/** Locks the positions. Call it before a row is locked, so that two concurrent moves cannot deadlock. */
export const lockForMove = (db: Db): Promise<void> => lockPositions(db, 'shop_items')

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockItem(db: Db, actor: Actor, id: number): Promise<Managed> {
  const row = await lockItemRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toManage(actor, row)
}

/**
 * Updates the given fields. Existing orders keep their name and price.
 * @throws ApiError 422 at the field; stale if somebody has changed one of the fields since
 */
export async function updateItem(
  db: Db,
  actor: Actor,
  item: Managed,
  { version: base, ...fields }: ShopItemPatch,
): Promise<void> {
  const { id, name } = item
  const media = fields.multimedia_ids && (await listMediaIds(db, itemMedia, id))
  const row = { ...item, multimedia_ids: media ?? [] }
  const wanted = { ...fields, ...(await placeIn(db, 'shop_items', fields)) }
  await refuseStale(base, row, wanted, {
    findChanged: (since) => changedSince(item, since),
    findChange: (names) => findLastChange(db, 'shop_item', id, names),
    readCurrent: () => getItem(db, actor, id),
  })
  const changed = changedFields(row, wanted)
  if (Object.keys(changed).length === 0) return
  const { multimedia_ids, stock, position, ...columns } = changed
  await updateItemRow(db, id, {
    ...columns,
    ...(stock !== undefined && { stocked: stock === null ? null : stock + item.taken }),
    ...nextVersion(item, changed),
    updated_at: nowIso(),
    updated_by: actor.userId,
  })
  if (position !== undefined) await renumber(db, 'shop_items', { id, from: item.position, to: position })
  if (multimedia_ids) await setMedia(db, actor, itemMedia, id, multimedia_ids)
  const next = { ...row, ...changed }
  // The audit log does not record positions.
  const changes = changesOf({ ...row, position: null }, { ...next, position: null })
  if (Object.keys(changes.after).length > 0)
    await writeAudit(db, actor, { action: 'update', entity: 'shop_item', id, title: name, ...changes })
  if (!isOffered(row) && isOffered(next)) await notifyWishers(db, actor, next)
  db.announce({ entity: 'shop_item', id, action: 'update' }, 'everyone')
}

type Stocked = Pick<LockedItem, 'id' | 'name' | 'price' | 'stock' | 'is_active'>

const isOffered = ({ is_active, stock }: Pick<Stocked, 'is_active' | 'stock'>): boolean =>
  is_active && stock !== 0

async function notifyWishers(db: Db, actor: Actor, { id, name, price }: Stocked): Promise<void> {
  await notify(db, actor, {
    to: await findWishers(db, id),
    kind: 'wish_in_stock',
    params: { id, name, price },
    url: `/shop/item/${id}`,
  })
}

/**
 * Announces that pieces were taken from an item or came back. If the item had run out, also notifies people
 * who have it on their wish list.
 */
export async function notifyOfStock(db: Db, actor: Actor, itemId: number, cameBack: number): Promise<void> {
  db.announce({ entity: 'shop_item', id: itemId, action: 'update' }, 'everyone')
  if (cameBack <= 0) return
  const item = await lockItemRow(db, itemId)
  if (item?.is_active && item.stock === cameBack) await notifyWishers(db, actor, item)
}

/** @throws ApiError in_use if there are orders of the item */
export async function deleteItem(db: Db, actor: Actor, item: Managed): Promise<void> {
  const { id, name, version, field_versions, position, taken, ...fields } = item
  await setMedia(db, actor, itemMedia, id, [])
  await deleteUnused(deleteItemRow(db, id))
  await renumber(db, 'shop_items')
  const { before } = changesOf({ name, ...fields }, {})
  await writeAudit(db, actor, { action: 'delete', entity: 'shop_item', id, title: name, before })
  db.announce({ entity: 'shop_item', id, action: 'delete' }, 'everyone')
}

/** A wish notifies the person when the item is on sale again. @throws ApiError not_found */
export async function wishItem(db: Db, actor: Actor, id: number, isWished: boolean): Promise<void> {
  if (!(await findItemRow(db, actor, id))) throw new ApiError('not_found')
  if (await setWish(db, id, actor.userId, isWished).catch(refuseDeleted))
    db.announce({ entity: 'shop_item', id, action: 'update' }, { only: [actor.userId] })
}

// The item was deleted between the check and the write.
const refuseDeleted = onConstraint({ '23503': () => new ApiError('not_found') })

/** What all unspent coins could buy. */
export async function getWorth(db: Db, actor: Actor): Promise<ShopWorth> {
  const unspent = await findUnspent(db)
  const weekly = await findWeekly(db, actor)
  const sold = await listSold(db, actor)
  const items = sold.map((item) => ({
    ...item,
    pieces: Math.floor(unspent.coins / item.price),
    weeks: weeksOf(item.price, weekly),
  }))
  return { ...unspent, weekly, items }
}
