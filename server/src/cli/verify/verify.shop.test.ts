import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { openWithCompany } from '../../testing/installation.ts'
import { buildUser, type TestUser } from '../../testing/rows/build.ts'
import { harm } from '../../testing/rows/harm.ts'
import { buildOrder, buildShopItem } from '../../testing/rows/shop.ts'
import { command, type Installation } from '../testing.ts'

let installation: Installation
let db: Db
let user: TestUser

beforeAll(async () => {
  ;({ installation, db, user } = await openWithCompany())
})

const verify = () => command(installation.env, 'verify')

const coins =
  'an order has taken its coins, or has given them back, unless one of its entries was taken back by hand'
const entries = 'what was entered for an order is of an order that exists, and of whoever has bought'
const taken = 'of an item as many pieces are taken as stand in its orders'
const limits = 'what counts against a monthly limit is what a person has ordered'
const history = 'an order stands where its history has left it'

type Ordered = { id: number; item: number; person: number }

const wrongs: [says: string, wrong: (ordered: Ordered) => RawBuilder<unknown>, found: string[]][] = [
  [
    'an order that is cancelled past everything',
    ({ id }) => sql`update orders set status = 'cancelled' where id = ${id}`,
    [coins, taken, limits, history],
  ],
  [
    'coins of an order that went elsewhere',
    ({ id }) =>
      sql`update ledger_entries set source_id = 999999999 where source_type = 'order' and source_id = ${id}`,
    [coins, entries],
  ],
  [
    'a piece that nobody has ordered',
    ({ item }) => sql`update shop_items set taken = taken + 1 where id = ${item}`,
    [taken],
  ],
  [
    'a purchase that no limit knows of',
    ({ person }) => sql`delete from shop_months where user_id = ${person}`,
    [limits],
  ],
]

test.each(wrongs)('finds %s', async (_, wrong, found) => {
  const buyer = await buildUser(installation.root, db, 'staff')
  const item = await buildShopItem(db, user, { stocked: 5, limit_per_user: 3 })
  const id = await buildOrder(db, buyer, { item_id: item, quantity: 2 })
  const before = await verify()
  for (const name of found) expect(before.text).toContain(`ok     ${name}\n`)
  await harm(installation.root, (connection) => wrong({ id, item, person: buyer.id }).execute(connection))
  const { code, text } = await verify()
  expect(code).toBe(1)
  for (const name of found) expect(text).toContain(`WRONG  ${name}: company ${db.companyId}: `)
  // Removes the fault for the next test.
  await harm(installation.root, async (connection) => {
    for (const table of ['order_events', 'orders', 'shop_months', 'shop_items', 'ledger_entries'])
      await sql`delete from ${sql.table(table)}`.execute(connection)
    await sql`update accounts set balance = 0, credited = 0, entries = 0`.execute(connection)
  })
})
