import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { PatientPool } from './patient-pool.ts'

const patienceMs = 300

type Opened = (error?: Error) => void

/** While it is slow, connections are opened only by the functions in `held`, which can also make that fail. */
class SlowClient extends pg.Client {
  static isSlow = false
  static held: Opened[] = []

  override connect(): Promise<pg.Client>
  override connect(callback: Parameters<pg.Client['connect']>[0]): void
  override connect(callback?: Parameters<pg.Client['connect']>[0]): unknown {
    if (!callback) return super.connect()
    const fail = callback as Opened // the pool passes one that needs no connection
    const open = () => super.connect(callback)
    if (SlowClient.isSlow) SlowClient.held.push((error) => (error ? fail(error) : open()))
    else open()
  }
}

let pool: PatientPool
beforeEach(() => {
  const connection = inject('connection')
  pool = new PatientPool(patienceMs, {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    Client: SlowClient,
    max: 3,
  })
})
afterEach(async () => {
  SlowClient.isSlow = false
  for (const open of SlowClient.held.splice(0)) open(new Error('over'))
  await pool.end()
})

const isOf = async (client: pg.PoolClient) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

test('callers get released connections in the order of their calls while others are being opened', async () => {
  const first = await pool.connect()
  const pid = await isOf(first)
  SlowClient.isSlow = true
  const order: number[] = []
  const callers = [1, 2, 3].map(async (number) => {
    const client = await pool.connect()
    order.push(number)
    expect(await isOf(client)).toBe(pid)
    client.release()
  })
  first.release()
  await Promise.all(callers)
  expect(order).toEqual([1, 2, 3])
})

test('a connection that comes after its caller is served stays for later callers', async () => {
  const first = await pool.connect()
  SlowClient.isSlow = true
  const second = pool.connect()
  first.release()
  await second
  for (const open of SlowClient.held.splice(0)) open()
  await expect.poll(() => [pool.totalCount, pool.idleCount]).toEqual([2, 1])
  const third = await pool.connect()
  expect(SlowClient.held).toHaveLength(0)
  ;(await second).release()
  third.release()
})

test('a caller that waits too long fails, and its connection serves the next one', async () => {
  SlowClient.isSlow = true
  await expect(pool.connect()).rejects.toThrow('Connection terminated due to connection timeout')
  const second = pool.connect()
  expect(SlowClient.held).toHaveLength(1)
  for (const open of SlowClient.held.splice(0)) open()
  ;(await second).release()
  expect(pool.totalCount).toBe(1)
})

test('each failure to open a connection fails one caller, unless another connection comes for it', async () => {
  const first = await pool.connect()
  SlowClient.isSlow = true
  const callers = [pool.connect(), pool.connect()]
  first.release()
  const client = await callers[0]
  const [one, two] = SlowClient.held.splice(0)
  one?.(new Error('no route'))
  await new Promise((resolve) => setImmediate(resolve))
  two?.()
  const second = await callers[1]
  client?.release()
  second?.release()
  const failing = pool.connect()
  const another = pool.connect()
  const third = pool.connect()
  const outcomes = Promise.allSettled([failing, another, third])
  await expect.poll(() => SlowClient.held.length).toBe(1)
  SlowClient.held.pop()?.(new Error('no route'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  for (const outcome of await outcomes) if (outcome.status === 'fulfilled') outcome.value.release()
})

test('the request of a caller who has left takes no patience from later callers', async () => {
  const late = 1200
  pool.options.connectionTimeoutMillis = late
  const held = [await pool.connect(), await pool.connect(), await pool.connect()]
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await expect(pool.connect()).rejects.toThrow('timeout exceeded')
  await after(late - patienceMs - 100)
  // The request of the first caller times out 100 ms after the second caller came, and a connection is free
  // 100 ms later.
  const second = pool.connect()
  const third = pool.connect()
  const outcomes = Promise.allSettled([second, third] as const)
  await after(200)
  held.pop()?.release()
  const [got, refused] = await outcomes
  for (const client of held) client.release()
  if (got.status === 'fulfilled') got.value.release()
  expect([got.status, refused.status]).toEqual(['fulfilled', 'rejected'])
})

test('callers for whom nothing can be opened are refused when their patience ends', async () => {
  const started = Date.now()
  pool.options.connectionTimeoutMillis = 50
  const held = [await pool.connect(), await pool.connect(), await pool.connect()]
  const waited = pool.connect().then(
    () => null,
    () => Date.now() - started,
  )
  expect(await waited.finally(() => held.map((client) => client.release()))).toBeGreaterThanOrEqual(
    patienceMs,
  )
})
