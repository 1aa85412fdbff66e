import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildDevice, buildPush } from '../../testing/rows/pushes.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { claimDeliveries, dueOrigins } from '../devices/devices.ts'
import { findUnderWay } from './pushes.queries.ts'

// On a database of its own, because copies and pushes are claimed over all companies.
const test_ = useLoneTestApp()
const origin = 'https://fcm.googleapis.com'
const leaseMs = 60_000
let busy: Team
let calm: Team

beforeEach(async () => {
  await test_.root.deleteFrom('push_deliveries').execute()
  ;[busy, calm] = [await buildTeam(test_), await buildTeam(test_)]
})

/**
 * Inserts `count` copies that have been due for `minutes`.
 * @param at SQL of the origin of copy `number`
 */
async function buildCopies(
  { db, people }: Team,
  count: number,
  minutes: number,
  at = sql<string>`${origin}::text`,
): Promise<void> {
  const device = await buildDevice(db, people.staff)
  await db.query(sql`
    insert into push_deliveries (company_id, device_id, origin, tag, title, body, url, due_at, expires_at)
    select ${db.companyId}, ${device}, ${at}, 'n' || number, 'Отгрузка завтра', '', '/',
      ${nowIso()}::timestamptz - ${minutes}::int4 * interval '1 minute', ${nowIso()}::timestamptz + interval '1 day'
    from generate_series(1, ${count}::int4) as number`)
}

const take = (most: number) => claimDeliveries(test_.root, origin, most, leaseMs)
const countOf = (copies: readonly { company_id: number }[], { db }: Team) =>
  copies.filter(({ company_id }) => company_id === db.companyId).length

test('copies are claimed in equal shares per company, and all if others have none', async () => {
  await buildCopies(busy, 300, 60)
  await buildCopies(calm, 7, 1)
  const first = await take(100)
  expect([countOf(first, busy), countOf(first, calm)]).toEqual([50, 7])
  expect(await take(100)).toHaveLength(100)
})

test('concurrent claims never share a copy and never exceed their limit', async () => {
  await buildCopies(busy, 60, 60)
  await buildCopies(calm, 60, 1)
  const taken = await Promise.all(Array.from({ length: 4 }, () => take(40)))
  const ids = taken.flat().map(({ company_id, id }) => `${company_id} ${id}`)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.max(...taken.map((copies) => copies.length))).toBeLessThanOrEqual(40)
  while ((await take(40)).length > 0);
  expect(await take(1)).toEqual([])
  const { rows } = await sql<{ tries: number }>`select distinct tries from push_deliveries`.execute(
    test_.root,
  )
  expect(rows).toEqual([{ tries: 1 }])
})

test('a claim of fewer copies than companies takes the copy that waits longest', async () => {
  await buildCopies(busy, 3, 60)
  await buildCopies(calm, 3, 1)
  expect((await take(1)).map(({ company_id }) => company_id)).toEqual([busy.db.companyId])
})

test('a company with many origins does not keep the origins of others from their turn', async () => {
  await buildCopies(busy, 300, 60, sql`'https://' || number || '.push.apple.com'`)
  await buildCopies(calm, 7, 1)
  expect((await dueOrigins(test_.root, 2)).slice(1)).toEqual([origin])
})

test('a push whose start was lost is found despite many due pushes of another company', async () => {
  const creator = busy.people.admin.id
  await busy.db.query(sql`
    insert into pushes (company_id, title, body, audience, status, send_at, created_at, created_by)
    select ${busy.db.companyId}, 'Отгрузка завтра', 'В девять', '{"all": true}', 'scheduled',
      ${nowIso()}::timestamptz - interval '1 hour', ${nowIso()}, ${creator}
    from generate_series(1, 1100)`)
  const lost = await buildPush(calm.db, calm.people.admin, { send_at: nowIso() })
  expect((await findUnderWay(test_.root)).map(({ id }) => id)).toContain(lost)
})
