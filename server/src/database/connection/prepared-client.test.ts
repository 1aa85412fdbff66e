import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { isBrokenConnection } from './broken-connection.ts'
import { openPool, openRoot } from './open.ts'
import { PreparedClient } from './prepared-client.ts'

const pool = openPool(inject('connection'), () => {})
const root = openRoot(pool)
afterAll(() => root.destroy())

const prepared = async (like: string) => {
  const text = sql<{
    count: number
  }>`select count(*) as count from pg_prepared_statements where statement like ${like}`
  return (await text.execute(root)).rows[0]?.count
}

test('prepares a repeated statement, but not one that runs once', async () => {
  // Statements that run one after another share a connection.
  for (let value = 0; value < 5; value++) {
    const { rows } = await sql`select ${value}::int + 41000 as sum`.execute(root)
    expect(rows).toEqual([{ sum: value + 41000 }])
  }
  await sql`select ${1}::int + 42000 as sum`.execute(root)
  expect(await prepared('%41000%')).toBe(1)
  expect(await prepared('%42000%')).toBe(0)
})

test('a frequent statement stays prepared, and one that is no longer used gives way', async () => {
  const run = (value: number) => sql`select ${value}::int + ${sql.lit(value)} as sum`.execute(root)
  const frequent = () => sql`select ${1}::int + 47000 as sum`.execute(root)
  for (let value = 46_000; value < 46_500; value++) {
    for (let times = 0; times < 3; times++) await run(value)
    await frequent()
  }
  expect(await prepared('%47000%')).toBe(1)
  expect(await prepared('%46499%')).toBe(1)
  expect(await prepared('%46000%')).toBe(0)
  expect(await prepared('%')).toBeLessThanOrEqual(400)
  // A dropped statement can be prepared again, also after a failure in a transaction.
  for (let times = 0; times < 3; times++) await run(46_000)
  expect(await prepared('%46000%')).toBe(1)
})

test('drops statements in a failed transaction too', async () => {
  const run = (on: typeof root, value: number) =>
    sql`select ${value}::int + ${sql.lit(value)} as sum`.execute(on)
  await root.connection().execute(async (connection) => {
    for (let value = 48_000; value < 48_400; value++)
      for (let times = 0; times < 3; times++) await run(connection, value)
    await sql`begin`.execute(connection)
    await expect(sql`select ${1}::int / 0`.execute(connection)).rejects.toThrow('division by zero')
    for (let value = 49_000; value < 49_010; value++)
      for (let times = 0; times < 3; times++)
        await expect(run(connection, value)).rejects.toThrow('transaction is aborted')
    await sql`rollback`.execute(connection)
    for (const value of [48_000, 48_399, 49_000, 49_009])
      for (let times = 0; times < 3; times++)
        expect((await run(connection, value)).rows).toEqual([{ sum: 2 * value }])
  })
})

test('lists of any length are one statement', async () => {
  const named = (names: readonly string[]) =>
    root.selectFrom('companies').select('id').where('name', 'in', names).where('name', 'not in', ['x', 'y'])
  const texts = [[], ['a'], ['a', 'b']].map((names) => named(names).compile().sql)
  expect(new Set(texts).size).toBe(1)
  expect(await named([]).execute()).toEqual([])
})

test('runs several statements in one text repeatedly without preparing them', async () => {
  const many = sql.raw('select 43000 as one; select 43001 as other')
  for (let round = 0; round < 5; round++) await many.execute(root)
  expect(await prepared('%43000%')).toBe(0)
})

test('a prepared statement sees rows that were inserted later', async () => {
  await root.connection().execute(async (connection) => {
    await sql`create temporary table things (name text)`.execute(connection)
    const read = () => sql`select * from things where name <> ${'x'}`.execute(connection)
    for (let round = 0; round < 4; round++) await read()
    await sql`insert into things values ('a')`.execute(connection)
    expect((await read()).rows).toEqual([{ name: 'a' }])
  })
})

test('closes a connection after a query timeout', async () => {
  const connection = inject('connection')
  const options = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new PreparedClient({ ...options, query_timeout: 100 })
  await client.connect()
  const ended = once(client, 'end')
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout')
  await ended
  // It counts as a lost connection, so that the response is 503 and a safe request is retried.
  await expect(client.query('select 1')).rejects.toSatisfy(isBrokenConnection)
})
