import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openPool, openRoot, type Root } from '../database/open.ts'
import { openLiveEvents } from '../events/live-events.ts'
import { openDisk } from '../storage/disk.ts'
import { testSettings, useTestApp } from '../testing/app.ts'
import { buildCompany, buildUser } from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'
import { inTransaction } from './transaction.ts'
import { Uploads } from './uploads.ts'

describe('a transaction', () => {
  const test_ = useTestApp()
  const failing = (code: string, times: number) => {
    let left = times
    return async () => {
      if (left-- > 0) throw Object.assign(new Error('in the way'), { code })
      return 'done'
    }
  }

  test.each(['40001', '40P01'])('that fails with %s is tried again', async (code) => {
    expect(await inTransaction(test_.root, failing(code, 3))).toBe('done')
  })

  test('is not tried for ever, nor for what another try cannot mend', async () => {
    await expect(inTransaction(test_.root, failing('40001', 100))).rejects.toThrow('in the way')
    await expect(inTransaction(test_.root, failing('23505', 1))).rejects.toThrow('in the way')
  })
})

describe('a row that somebody holds', () => {
  const held = useTestApp()

  test('is waited for some seconds, then the call is told to come back, and all others go on', async () => {
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
})

// Nobody listens on this port.
const nobody = { host: '127.0.0.1', port: 1, user: 'a', password: 'a', database: 'a' }

describe('a database whose tables are gone', () => {
  test('is our fault: the answer says nothing but a number, under which the log has the cause', async () => {
    const connection = inject('connection')
    // Every cluster has this database, and ours are not in it.
    const empty =
      typeof connection === 'string'
        ? new URL('postgres', connection).href
        : { ...connection, database: 'postgres' }
    const root = openRoot(openPool(empty, () => {}))
    const lines: string[] = []
    const app = await buildApp({
      ...{ root, settings: testSettings, storage: openDisk(inject('dataDir')), uploads: new Uploads('') },
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

describe('a database that is away', () => {
  let root: Root
  beforeAll(() => {
    // Nobody listens on this port.
    root = openRoot(
      openPool({ host: '127.0.0.1', port: 1, user: 'a', password: 'a', database: 'a' }, () => {}),
    )
  })
  afterAll(() => root.destroy())

  test('is answered 503 with when to come back', async () => {
    const events = openLiveEvents(root, nobody, pino({ level: 'silent' }))
    const texts = { locales: { en: {}, ru: {} }, etag: '""' }
    const [storage, uploads] = [openDisk(inject('dataDir')), new Uploads(inject('dataDir'))]
    const app = await buildApp({ root, events, storage, uploads, settings: testSettings, texts })
    const cookie = 'artel_session=u.somebody'
    const answer = await app.inject({ method: 'GET', url: '/api/tasks/1', headers: { cookie } })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: false, code: 'unavailable' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
    await events.close()
  })
})
