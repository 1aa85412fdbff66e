import { readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { fingerprinted } from '../testing/fingerprint.ts'
import { openPool, readInstant } from './connection/open.ts'
import { describeTables, tablesFile } from './generate-tables.ts'
import { migrate } from './migrate.ts'

const pool = openPool(inject('connection'), () => {})

test('tables.ts matches the migrated database', async () => {
  const client = await pool.connect()
  try {
    expect(await readFile(tablesFile, 'utf8')).toBe(await describeTables(client))
  } finally {
    client.release()
  }
})

test('the fingerprint of companies covers every table with a company id', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where column_name = 'company_id' and table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
  expect(rows.map(({ name }) => name)).toEqual(fingerprinted.toSorted())
})

test('no trigger runs while a whole company is moved or deleted', async () => {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select tgrelid::regclass || ' ' || tgname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal`)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ definition }) => !definition.includes('NOT handles_whole_company()'))).toEqual([])
})

test('migrations run once, also from two concurrent connections', async () => {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    expect(await Promise.all(clients.map((client) => migrate(client)))).toEqual([[], []])
  } finally {
    for (const client of clients) client.release()
  }
})

test('rejects a database that is newer than this version', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into migrations (name) values ('9999_later.sql')`)
    await expect(migrate(client)).rejects.toThrow('9999_later.sql')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.each([
  ['2026-11-20 09:30:00+00', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00.5+00', '2026-11-20T09:30:00.500Z'],
  ['2026-11-20 09:30:00.123+00', '2026-11-20T09:30:00.123Z'],
])('the instant %s is read as %s', (stored, wire) => {
  expect(readInstant(stored)).toBe(wire)
})
