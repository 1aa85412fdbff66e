import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { ownership, readProduct } from '../../../testing/moysklad/moysklad-items.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { wakeLater, wakeSome } from './wake.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']
let exchange: MoySkladExchange

beforeEach(async () => {
  const team = await buildTeam(test_)
  ;({ db, as } = team)
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
})

/** Stores `count` items that nothing waits for, and one that is gone. */
async function fill(count: number): Promise<void> {
  await exchange.read(readProduct())
  await db.query(sql`
    insert into moysklad_items (company_id, kind, moy_sklad_id, title, data, read_at, gone_at)
    select company_id, kind, gen_random_uuid()::text, title, data, read_at, case number when 1 then read_at end
    from moysklad_items, generate_series(1, ${count}::int4) as number where company_id = ${db.companyId}`)
  await db.update('moysklad_items', { is_waiting: false, is_planned: true }).execute()
}

async function countWaiting(): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    select count(*) as count from moysklad_items
    where company_id = ${db.companyId} and is_waiting and not is_planned`)
  return row?.count ?? 0
}

test('items of a large catalogue are marked in parts, so that no statement takes too long', async () => {
  await fill(5)
  expect(await exchange.step((own) => wakeSome(own, 2))).toBe(true)
  expect(await countWaiting()).toBe(0)
  await exchange.step(wakeLater)
  const steps: [boolean, number][] = []
  for (let isDone = false; !isDone; ) {
    isDone = await exchange.step((own) => wakeSome(own, 2))
    steps.push([isDone, await countWaiting()])
  }
  // The second item is gone.
  expect(steps).toEqual([
    [false, 1],
    [false, 3],
    [false, 5],
    [true, 5],
  ])
})

test('another owner of a field changes no item within the call; the next run compares all items', async () => {
  await fill(3)
  const owners = ownership('artel')
  const { body } = await as.owner.get('/company/moi_sklad')
  const { version } = body.moi_sklad as { version: number }
  const changed = await as.owner.post('/company/moi_sklad', { version, owners })
  expect(changed.statusCode).toBe(200)
  expect(await countWaiting()).toBe(0)
  expect(await exchange.step((own) => wakeSome(own))).toBe(true)
  expect(await countWaiting()).toBe(3)
})
