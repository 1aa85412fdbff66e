import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'

const test_ = useLoneTestApp()

/** Rows of `supply_boxes` that sequential scans of committed transactions have read. */
async function countReadWhole(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select seq_tup_read as count from pg_stat_user_tables where relname = 'supply_boxes'`.execute(test_.root)
  return Number(rows[0]?.count)
}

test('copying boxes uses query plans for the current table size, not for a former one', async () => {
  const { db, as } = await buildTeam(test_)
  const [supply, other] = [await buildSupply(db), await buildSupply(db)]
  const box = await buildBox(db, supply)
  const product_id = await buildScannable(db, 'COPIED')
  await buildItem(db, supply, box, { product_id, quantity: 1 })
  const copy = async (times: number) =>
    expect((await as.admin.post(`/supplies/${supply}/box/${box}/copy`, { times })).statusCode).toBe(201)

  await sql`analyze supply_boxes`.execute(test_.root)
  // A connection can reuse a query plan from the sixth execution on.
  for (let time = 0; time < 8; time++) await copy(1)
  const others = 5000
  await db.query(sql`
    insert into supply_boxes (company_id, supply_id, number, created_at)
    select ${db.companyId}, ${other}, number, now() from generate_series(1, ${others}::int4) as number`)
  const before = await countReadWhole()
  const times = 200
  await copy(times)
  // A connection reports its counts within a second of its next use.
  await new Promise((done) => setTimeout(done, 1500))
  await copy(1)
  expect((await countReadWhole()) - before).toBeLessThan((times * others) / 2)
})
