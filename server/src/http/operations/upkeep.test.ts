import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { upkeepBatch } from '../../database/upkeep.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workOnly } from '../../testing/outbox.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

// A lone app, because the jobs delete rows of all companies.
const test_ = useLoneTestApp()
const many = upkeepBatch + 500

let db: Db
let userId: number

/** What upkeep jobs delete: the job, the table, the columns written here, and their values for row `n`. */
const piles: [job: string, table: keyof Tables, columns: string, values: string][] = [
  [
    'forget-old-keys',
    'idempotency_keys',
    'user_id, path, key, body_hash, created_at',
    `$user, '/tasks', 'key-' || n, sha256('x'), now() - interval '3 days'`,
  ],
  [
    'forget-old-keys',
    'sessions',
    'user_id, token_hash, is_remembered, user_agent, address, created_at, last_seen_at',
    `$user, sha256(('upkeep' || $user || n)::bytea), false, '', '10.0.0.1',
      now() - interval '60 days', now() - interval '60 days'`,
  ],
  [
    'forget-unseen-devices',
    'push_devices',
    'user_id, endpoint, origin, p256dh, auth, name, created_at, seen_at',
    `$user, 'https://upkeep.test/' || $user || '/' || n, 'https://upkeep.test', repeat('a', 87), repeat('a', 22),
      '', now() - interval '100 days', now() - interval '100 days'`,
  ],
  [
    'trim-notifications',
    'notifications',
    'user_id, kind, params, url, created_at',
    `$user, 'task_review', '{}', '/', now() - interval '100 days'`,
  ],
  [
    'forget-old-moy-sklad-runs',
    'moysklad_log',
    'part, action, title, created_at',
    `'product', 'create', 'Набор', now() - interval '100 days'`,
  ],
  [
    'forget-old-moy-sklad-runs',
    'moysklad_runs',
    'reason, state, started_at, finished_at',
    `'manual', 'done', now() - interval '100 days', now() - interval '100 days'`,
  ],
]

const guarded = [...new Set([...piles.map(([, table]) => table), 'tries', 'task_totals', 'product_totals'])]

beforeAll(async () => {
  db = await buildCompany(test_.root)
  userId = (await buildUser(test_.root, db, 'staff')).id
  await sql
    .raw(`create function refuse_long_deletes() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > ${upkeepBatch} then raise 'A statement deletes more than a batch'; end if;
        return null;
      end $$`)
    .execute(test_.root)
  for (const table of guarded)
    await sql
      .raw(`create trigger refuse_long_deletes after delete on ${table} referencing old table as gone
        for each statement execute function refuse_long_deletes()`)
      .execute(test_.root)
})
afterAll(async () => {
  await sql`drop function refuse_long_deletes cascade`.execute(test_.root)
})

const fill = (table: string, columns: string, values: string) =>
  sql
    .raw(`insert into ${table} (company_id, ${columns})
      select ${db.companyId}, ${values.replaceAll('$user', String(userId))} from generate_series(1, ${many}) as n`)
    .execute(test_.root)

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table)} where company_id = ${db.companyId}`.execute(test_.root)
  return rows[0]?.rows ?? 0
}

test.each(piles)('%s deletes old rows of %s in batches', async (job, table, columns, values) => {
  await fill(table, columns, values)
  await workOnly(test_.root, [job], { scheduled: [job] })
  expect(await count(table)).toBe(0)
})

test('deletes all but 500 notifications of a user in batches', async () => {
  await fill(
    'notifications',
    'user_id, kind, params, url, created_at',
    `$user, 'task_review', '{}', '/', now()`,
  )
  await workOnly(test_.root, ['trim-notifications'], { scheduled: ['trim-notifications'] })
  expect(await count('notifications')).toBe(500)
})

test('deletes expired tries in batches', async () => {
  const keys = sql`select sha256(('upkeep' || n)::bytea) from generate_series(1, ${many}::int) as n`
  await sql`insert into tries (key, count, ends_at)
    select key, 1, now() - interval '1 day' from (${keys}) as made (key)`.execute(test_.root)
  await workOnly(test_.root, ['auth-cleanup'], { scheduled: ['auth-cleanup'] })
  // Tries of other test files expire at any time.
  const { rows } = await sql`select from tries where key in (${keys})`.execute(test_.root)
  expect(rows).toEqual([])
})

test.each([
  ['fold-task-totals', 'task_totals', 'tasks, quantity, quantity_done, money, coins', '1, 2, 0, 3, 4'],
  ['fold-product-totals', 'product_totals', 'products', '1'],
])('%s folds deltas in batches and keeps their sum', async (job, table, columns, values) => {
  await fill(table, columns, values)
  await workOnly(test_.root, [job], { scheduled: [job] })
  const { rows } = await sql<{ rows: number; sum: number }>`
    select count(*) as rows, sum(${sql.ref(columns.split(',')[0] ?? '')}) as sum from ${sql.table(table)}
    where company_id = ${db.companyId}`.execute(test_.root)
  expect(rows).toEqual([{ rows: expect.any(Number), sum: many }])
  expect(rows[0]?.rows).toBeLessThan(100)
})

test('no statement deletes all rows before a time at once', () => {
  const root = new URL('../../..', import.meta.url)
  const breaches = globSync('src/**/*.ts', { cwd: root }).filter((path) =>
    /deleteFrom\([^)]*\)\s*\.where\([^)]*'<=?'/.test(readFileSync(new URL(path, root), 'utf8')),
  )
  expect(breaches).toEqual([])
})
