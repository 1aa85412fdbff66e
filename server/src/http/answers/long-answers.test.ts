import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, TestClient } from '../../testing/client.ts'
import { buildUser } from '../../testing/rows/build.ts'
import { buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'

const test_ = useTestApp()
let as: Team['as']
let second: TestClient
let stranger: TestClient

beforeAll(async () => {
  const [team, other] = [await buildTeam(test_), await buildTeam(test_)]
  as = team.as
  second = await TestClient.signIn(test_.app, await buildUser(test_.root, team.db, 'owner'))
  stranger = other.as.owner
  const long = { comment: 'х'.repeat(65_000) }
  const rows = Array.from({ length: 200 }, () => ({
    action: 'update' as const,
    entity: 'product' as const,
    created_at: nowIso(),
    before: long,
    after: long,
  }))
  for (const part of [rows.slice(0, 100), rows.slice(100)]) await team.db.insert('audit', part).execute()
  await other.db.insert('audit', rows.slice(0, 20)).execute()
})

test('refuses a page whose rows are too large, and answers a shorter page', async () => {
  expect(codeOf(await as.owner.post('/listing/audit?limit=200'))).toEqual([413, 'too_large'])
  const answer = await as.owner.post('/listing/audit?limit=100')
  expect(answer.statusCode).toBe(200)
  expect(answer.body.audit).toHaveLength(100)
})

test('compresses a long answer if the client accepts gzip', async () => {
  const ask = (limit: number, coding: string) =>
    as.owner.send('POST', `/listing/audit?limit=${limit}`, undefined, {
      headers: { 'accept-encoding': coding },
    })
  const plain = await ask(1, 'br, gzip;q=0')
  expect(plain.raw.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.raw.headers['content-encoding']).toBeUndefined()
  const { headers, rawPayload } = (await ask(1, 'gzip, deflate, br')).raw
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(rawPayload.length).toBeLessThan(10_000)
  expect(JSON.parse(String(gunzipSync(rawPayload)))).toEqual(plain.body)
  expect((await ask(0, 'gzip')).raw.headers['content-encoding']).toBeUndefined()
})

test('limits concurrent long pages, and answers short requests meanwhile', async () => {
  const [long, short] = await Promise.all([
    // Four calls of a person read at once, so two people exceed the limit of long reads, however fast the
    // calls are.
    times(16, (index) => (index % 2 === 0 ? as.owner : second).post('/listing/audit?limit=20')),
    times(12, () => as.owner.post('/listing/tasks')),
  ])
  const codes = long.map(({ statusCode }) => statusCode)
  expect(codes).toContain(200)
  expect(codes).toContain(429)
  expect(new Set(codes).size).toBe(2)
  expect(short.map(({ statusCode }) => statusCode)).toEqual(short.map(() => 200))
  expect((await as.owner.post('/listing/audit?limit=20')).statusCode).toBe(200)
})

test('long pages of one company leave places to those of another company', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const long = Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? as.owner : second).post('/listing/audit?limit=20'),
    )
    const refused = async (answer: Promise<Answer>) => expect((await answer).statusCode).toBe(429)
    // After the first refusal the other calls are still reading.
    await Promise.any(long.map(refused))
    statuses.push((await stranger.post('/listing/audit?limit=20')).statusCode)
    await Promise.all(long)
  }
  expect(statuses).toEqual(statuses.map(() => 200))
})

describe('a supply with more rows than a call may read', () => {
  let large: Team
  let supply: number

  beforeAll(async () => {
    large = await buildTeam(test_)
    supply = await buildSupply(large.db)
    const { db } = large
    const at = nowIso()
    // Each product has 50 barcodes of 64 characters. One statement for all products would exceed its timeout.
    for (let first = 1; first < 5000; first += 500)
      await db.query(sql`
        insert into products (company_id, name, article, barcodes, created_at, updated_at)
        select ${db.companyId}, 'Набор', 'L-' || number,
          (select array_agg(rpad(number || '-' || place || '-', 64, 'x')) from generate_series(1, 50) as place),
          ${at}, ${at}
        from generate_series(${first}::int, ${first + 499}::int) as number`)
    await db.query(sql`
      insert into supply_products (company_id, supply_id, product_id)
      select company_id, ${supply}, id from products where company_id = ${db.companyId}`)
  })

  test('is not changed by a write whose answer would be too large', async () => {
    const change = await large.as.admin.send('PUT', `/supplies/${supply}`, { comment: 'Срочно' })
    expect(codeOf(change)).toEqual([413, 'too_large'])
    const { rows } = await sql<{ comment: string }>`
      select comment from supplies where company_id = ${large.db.companyId} and id = ${supply}`.execute(
      test_.root,
    )
    expect(rows).toEqual([{ comment: '' }])
  })
})
