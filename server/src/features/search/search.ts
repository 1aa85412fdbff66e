import type { SearchResult } from '@artel/contract/search'
import { inOtherLayout } from '@artel/contract/shapes/keyboard'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { searchInstructions } from '../instructions/instructions.ts'
import { searchLegalEntities } from '../legal-entities/legal-entities.ts'
import { searchOrders } from '../orders/orders.ts'
import { searchProducts } from '../products/products.ts'
import { searchItems } from '../shop/shop.ts'
import { searchSupplies } from '../supplies/supplies.ts'
import { searchTasks } from '../tasks/tasks.ts'
import { searchUsers } from '../users/users.ts'
import { searchWarehouses } from '../warehouses/warehouses.ts'

/** What a feature finds of its things: the best few, and only of what the actor may see. */
type Search = (db: Db, actor: Actor, text: string) => Promise<SearchResult[]>

/** In the order in which they are shown. */
const searches: readonly Search[] = [
  searchTasks,
  searchProducts,
  searchSupplies,
  searchInstructions,
  searchUsers,
  searchItems,
  searchOrders,
  searchLegalEntities,
  searchWarehouses,
]

/** Milliseconds of one statement; somebody waits for it at each key. */
const budget = 1000

/** Two letters are still on their way to a word; in the other layout they may be signs, which no index has. */
const shortestWord = 3

/** Looks everywhere; where nothing is found, once more for what the same keys give in the other layout. */
export async function searchEverything(root: Root, actor: Actor, text: string): Promise<SearchResult[]> {
  return root
    .transaction()
    .setAccessMode('read only')
    .execute(async (connection) => {
      // How rare the words are decides between two plans that differ a hundredfold, so each search has its own.
      await sql`select set_config('statement_timeout', ${String(budget)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(connection)
      const db = new Db(connection, actor.companyId)
      const found = await searchAll(db, actor, text)
      if (found.length > 0 || text.length < shortestWord) return found
      return searchAll(db, actor, inOtherLayout(text))
    })
}

async function searchAll(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const found: SearchResult[] = []
  for (const search of searches) found.push(...(await search(db, actor, text)))
  return found
}
