import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { nowIso, today } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { personOf } from '../../database/queries/person.ts'
import { countPlaces } from '../../database/queries/places.ts'

const ownColumns = [
  'shop_items.id',
  'shop_items.name',
  'shop_items.description',
  'shop_items.price',
  'shop_items.stock',
  'shop_items.limit_per_user',
  'shop_items.is_active',
  'shop_items.position',
  'shop_items.version',
] as const

/** The first day of the current month in the company's timezone. The limits of purchases apply per month. */
export const monthOf = ({ timezone }: Pick<Actor, 'timezone'>): string => `${today(timezone).slice(0, 7)}-01`

const leftFor = (actor: Actor) => sql<number | null>`case when limit_per_user is not null then greatest(
  0, limit_per_user - coalesce((
    select bought from shop_months as months
    where months.company_id = shop_items.company_id and months.item_id = shop_items.id
      and months.user_id = ${actor.userId} and months.month = ${monthOf(actor)}
  ), 0)) end`

/** Whether the actor has put the item on their wish list. */
export const isWishedBy = ({ userId }: Actor) => sql<boolean>`exists (
  select from shop_wishes as wishes
  where wishes.company_id = shop_items.company_id and wishes.item_id = shop_items.id and wishes.user_id = ${userId}
)`

const wishes = (actor: Actor) =>
  isAdmin(actor)
    ? sql<number | null>`(select count(*) from shop_wishes as wishes
        where wishes.company_id = shop_items.company_id and wishes.item_id = shop_items.id)`
    : sql<number | null>`null`

/** The items that the actor may see, as lists and pages show them, without media. */
export function itemRows(db: Db, actor: Actor) {
  const rows = db
    .from('shop_items')
    .select(ownColumns)
    .select(['shop_items.created_at', 'shop_items.updated_at'])
    .select([leftFor(actor).as('left_for_me'), isWishedBy(actor).as('is_wished')])
    .select(wishes(actor).as('wishes'))
  return isAdmin(actor) ? rows : rows.where('shop_items.is_active', '=', true)
}

export const findItemRow = (db: Db, actor: Actor, id: number) =>
  itemRows(db, actor)
    .select(personOf('shop_items.updated_by').$notNull().as('updated_by'))
    .where('shop_items.id', '=', id)
    .executeTakeFirst()

/** Locks the row until the transaction ends. Orders that refer to it can still be inserted. */
export const lockItemRow = (db: Db, id: number) =>
  db
    .from('shop_items')
    .select([...ownColumns, 'shop_items.taken', 'shop_items.field_versions'])
    .where('shop_items.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItemRow>>>

/** The file of the first photo of the item whose id is in `column`. */
export const firstPhotoOf = (column: 'shop_items.id' | 'orders.item_id') => sql<string | null>`(
  select multimedia.file
  from shop_item_multimedia as held
  join multimedia on multimedia.company_id = held.company_id and multimedia.id = held.multimedia_id
  where held.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)}
    and held.shop_item_id = ${sql.ref(column)} and multimedia.type = 'photo'
  order by held.position
  limit 1
)`

/** Inserts an item at the last position. The caller must have locked the positions. @returns its id */
export async function insertItem(db: Db, draft: Omit<Draft<'shop_items'>, 'position'>): Promise<number> {
  const position = (await countPlaces(db, 'shop_items')) + 1
  const row = { ...draft, position }
  return (await db.insert('shop_items', row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateItemRow(db: Db, id: number, fields: Change<'shop_items'>): Promise<void> {
  await db.update('shop_items', fields).where('id', '=', id).execute()
}

/** Fails on a foreign key if there are orders of the item. */
export async function deleteItemRow(db: Db, id: number): Promise<void> {
  await db.remove('shop_items').where('id', '=', id).execute()
}

/** @returns whether the wish changed */
export async function setWish(db: Db, itemId: number, userId: number, isWished: boolean): Promise<boolean> {
  const wish = { item_id: itemId, user_id: userId }
  if (isWished) {
    const row = db.insert('shop_wishes', { ...wish, created_at: nowIso() })
    const added = await row.onConflict((same) => same.doNothing()).executeTakeFirst()
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const removed = await db
    .remove('shop_wishes')
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function findWishers(db: Db, itemId: number): Promise<number[]> {
  const rows = await db.from('shop_wishes').select('user_id').where('item_id', '=', itemId).execute()
  return rows.map(({ user_id }) => user_id)
}
