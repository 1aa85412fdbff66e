import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { moveClock } from '../../clock.ts'
import { openPool, openRoot, openSessionRoot, poolSizes, type Root } from '../../database/connection/open.ts'
import { inTransaction } from '../../database/transaction.ts'
import { describeError } from '../../errors/errors.ts'
import { openLiveEvents } from '../../events/live-events.ts'
import { Uploads } from '../../files/uploads.ts'
import { minuteMs } from '../../sessions/session-life.ts'
import { openDisk } from '../../storage/disk.ts'
import { testSettings, useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { sayDefault } from '../../texts/said-texts.ts'

describe('a transaction', () => {
  const test_ = useTestApp()
  const failing = (code: string, times: number) => {
    let left = times
    return async () => {
      if (left-- > 0) throw Object.assign(new Error('in the way'), { code })
      return 'done'
    }
  }

  test.each(['40001', '40P01'])('is retried after error %s', async (code) => {
    expect(await inTransaction(test_.root, failing(code, 3))).toBe('done')
  })

  test('stops retrying after a limit, and does not retry after a permanent error', async () => {
    await expect(inTransaction(test_.root, failing('40001', 100))).rejects.toThrow('in the way')
    await expect(inTransaction(test_.root, failing('23505', 1))).rejects.toThrow('in the way')
  })
})

describe('a locked row', () => {
  const held = useTestApp()

  test('fails the waiting call with 503 within seconds and does not delay other calls', async () => {
    const db = await buildCompany(held.root)
    const user = await buildUser(held.root, db, 'staff')
    const [waiting, reading] = [
      await TestClient.signIn(held.app, user),
      await TestClient.signIn(held.app, await buildUser(held.root, db, 'staff')),
    ]
    await held.root.transaction().execute(async (connection) => {
      const row = connection.selectFrom('users').select('id').where('company_id', '=', db.companyId)
      await row.where('id', '=', user.id).forUpdate().execute()
      const begun = performance.now()
      const change = waiting.send('PUT', '/settings', { parent: 'user', settings: { theme: 'dark' } })
      expect((await reading.post('/listing/tasks')).statusCode).toBe(200)
      expect((await held.app.inject({ url: '/healthz' })).statusCode).toBe(200)
      expect(await change).toMatchObject({ statusCode: 503, body: { code: 'unavailable' } })
      expect(performance.now() - begun).toBeLessThan(5000)
    })
  })

  test('does not delay the reads of its user, which only update last_seen_at', async () => {
    const db = await buildCompany(held.root)
    const user = await buildUser(held.root, db, 'staff')
    const client = await TestClient.signIn(held.app, user)
    await held.root.transaction().execute(async (connection) => {
      const row = connection.selectFrom('users').select('id').where('company_id', '=', db.companyId)
      await row.where('id', '=', user.id).forUpdate().execute()
      moveClock(2 * minuteMs)
      expect((await client.post('/listing/tasks')).statusCode).toBe(200)
    })
    const seen = () => db.from('users').select('last_seen_at').where('id', '=', user.id).executeTakeFirst()
    const before = await seen()
    moveClock(4 * minuteMs)
    await client.post('/listing/tasks')
    moveClock(0)
    expect((await seen())?.last_seen_at).not.toBe(before?.last_seen_at)
  })
})

describe('a pool without free connections', () => {
  test('fails calls with 503 within seconds, until connections are free again', async () => {
    const root = openRoot(openPool(inject('connection'), () => {}))
    const app = await openApp(root)
    let free = () => {}
    const until = new Promise<void>((resolve) => (free = resolve))
    const users = Array.from({ length: 20 }, () => root.connection().execute(() => until))
    await expect.poll(() => status(app, '/readyz'), { timeout: 10_000 }).toBe(503)
    const begun = performance.now()
    expect(await status(app, '/api/tasks/1')).toBe(503)
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(await status(app, '/healthz')).toBe(200)
    free()
    await Promise.all(users)
    expect(await status(app, '/readyz')).toBe(200)
    await app.close()
    await root.destroy()
  })
})

test.each(['53100', '53200', '53300', '57P01', '57P03', '08006', '25006', '58030', 'ENOSPC', 'EDQUOT'])(
  'a temporary error such as %s is answered with 503',
  (code) => {
    const { status, body } = describeError(
      Object.assign(new Error('no'), { code }),
      sayDefault,
      'ru',
      'request',
    )
    expect([status, body.code]).toEqual([503, 'unavailable'])
  },
)

const status = async (app: FastifyInstance, url: string) =>
  (await app.inject({ url, headers: { cookie: 'artel_session=u.somebody' } })).statusCode

async function openApp(root: Root, sessionRoot = root): Promise<FastifyInstance> {
  const events = openLiveEvents(root, nobody, pino({ level: 'silent' }))
  const texts = { locales: { en: {}, ru: {} }, etag: '""' }
  const [storage, uploads] = [openDisk(inject('dataDir')), new Uploads(inject('dataDir'))]
  const options = { root, sessionRoot, events, storage, uploads, texts }
  const app = await buildApp({ ...options, settings: testSettings })
  app.addHook('onClose', () => events.close())
  return app
}

// Nobody listens on this port.
const nobody = { host: '127.0.0.1', port: 1, user: 'a', password: 'a', database: 'a' }

test('the session of a call is read while all connections for calls are in use', async () => {
  const connection = inject('connection')
  const pool = openPool(connection, () => {})
  const root = openRoot(pool)
  const sessionRoot = openSessionRoot(
    pool,
    openPool(connection, () => {}, undefined, poolSizes.reserve),
  )
  const app = await openApp(root, sessionRoot)
  const taken = await Promise.all(Array.from({ length: 20 }, () => root.startTransaction().execute()))
  await Promise.all(taken.map((held) => sql`select 1`.execute(held)))
  expect(await status(app, '/api/user/sessions')).toBe(401)
  await Promise.all(taken.map((held) => held.rollback().execute()))
  await app.close()
  await Promise.all([root.destroy(), sessionRoot.destroy()])
})

describe('a database without tables', () => {
  test('causes a 500 that shows only a request id, under which the log has the cause', async () => {
    const connection = inject('connection')
    // Every cluster has this database, and it has none of our tables.
    const empty =
      typeof connection === 'string'
        ? connection.replace(/\/[^/?]*(?=\?|$)/, '/postgres')
        : { ...connection, database: 'postgres' }
    const root = openRoot(openPool(empty, () => {}))
    const lines: string[] = []
    const app = await buildApp({
      root,
      settings: testSettings,
      storage: openDisk(inject('dataDir')),
      uploads: new Uploads(''),
      events: openLiveEvents(root, nobody, pino({ level: 'silent' })),
      texts: { locales: { en: {}, ru: {} }, etag: '""' },
      log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    })
    const answer = await app.inject({ url: '/api/tasks/1', headers: { cookie: 'artel_session=u.somebody' } })
    const { request_id: id, ...body } = answer.json()
    expect([answer.statusCode, body]).toEqual([
      500,
      { status: false, code: 'internal', message: `Ошибка на сервере. Номер обращения ${id}` },
    ])
    expect([id, answer.headers['x-request-id']]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), id])
    const told = lines.filter((line) => line.includes(id))
    expect(told).toEqual([expect.stringContaining('relation \\"sessions\\" does not exist')])
    await app.close()
    await root.destroy()
  })
})

describe('an unreachable database', () => {
  let root: Root
  beforeAll(() => {
    // Nobody listens on this port.
    root = openRoot(
      openPool({ host: '127.0.0.1', port: 1, user: 'a', password: 'a', database: 'a' }, () => {}),
    )
  })
  afterAll(() => root.destroy())

  test('causes a 503 with Retry-After', async () => {
    const app = await openApp(root)
    const cookie = 'artel_session=u.somebody'
    const answer = await app.inject({ method: 'GET', url: '/api/tasks/1', headers: { cookie } })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: false, code: 'unavailable' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  })
})
