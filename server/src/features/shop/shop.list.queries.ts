import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { shop } from '@artel/contract/shop/shop'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords, hasWord } from '../../database/queries/search.ts'
import { firstPhotoOf, isWishedBy, itemRows } from './shop.queries.ts'

export type ItemFilters = BodyOf<typeof shop.list>
export type ItemQuery = QueryOf<typeof shop.list>

const columnOf: { [sort: string]: string } = { bought: 'taken' }

const orderOf = ({ sort_by }: ItemQuery): Order => ({
  id: sql.ref('shop_items.id'),
  by: sort_by === 'id' ? null : sql.ref(`shop_items.${columnOf[sort_by] ?? sort_by}`),
})

const isInStock = sql<boolean>`(shop_items.stock is distinct from 0)`
const isAffordable = ({ companyId, userId }: Actor) => sql<boolean>`(shop_items.price <= (
  select balance from accounts where company_id = ${companyId} and ledger = 'coins' and user_id = ${userId}
))`

function filterRows(db: Db, actor: Actor, filters: ItemFilters) {
  return applyFilters(itemRows(db, actor), filters, {
    ids: (all, value) => all.where('shop_items.id', 'in', value),
    is_active: (all, value) => all.where('shop_items.is_active', '=', value),
    in_stock: (all, value) => all.where(isInStock, '=', value),
    is_wished: (all, value) => all.where(isWishedBy(actor), '=', value),
    is_affordable: (all, value) => all.where(isAffordable(actor), '=', value),
    date_from: (all, value) => all.where('shop_items.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('shop_items.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) =>
      all.where(containsWords(sql`shop_items.name || ' ' || shop_items.description`, value)),
  })
}

type Asked = [db: Db, actor: Actor, filters: ItemFilters, query: ItemQuery]

export const listItemRows = (...[db, actor, filters, query]: Asked) =>
  findPage(
    db,
    filterRows(db, actor, filters).select(firstPhotoOf('shop_items.id').as('photo')),
    orderOf(query),
    query,
  )

/** Selects all items of the list, without paging. */
export const allItemRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

const found = 5

/** The best matches for the global search: active items first, then in the order of the shop. */
export async function findByText(db: Db, actor: Actor, text: string) {
  if (!hasWord(text)) return []
  return itemRows(db, actor)
    .where(containsBeginnings(sql`shop_items.name`, text))
    .orderBy('is_active', 'desc')
    .orderBy('shop_items.position')
    .limit(found)
    .execute()
}
