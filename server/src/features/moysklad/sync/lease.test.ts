import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { nowIso, stopClockAt } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillCatalogue, fillQuietly } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'
import { findCompaniesToWork } from '../moysklad.queries.ts'
import { everyMs } from '../moysklad.show.ts'
import { claimRun } from './lease.ts'
import { nextNight } from './run.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know the address of this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
afterAll(() => moySklad.close())

async function stage() {
  const db = await buildCompany(app.root)
  const owner = await buildUser(app.root, db, 'owner')
  const client = await TestClient.signIn(app.app, owner)
  const account = theirs.addAccount(`${db.companyId}`)
  const run = () => db.from('moysklad_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { db, client, account, run }
}

const isToWork = async ({ companyId }: Db) =>
  (await findCompaniesToWork(app.root, everyMs)).some(({ company_id }) => company_id === companyId)

describe('a run', () => {
  test('without a heartbeat is claimed by another worker, and the first writes nothing more', async () => {
    const { db, client, account, run } = await stage()
    fillQuietly(account, 4000)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    theirs.faults = [{ path: /product/, delayMs: 400 }]
    const first = workFor(app, moySklad, db)
    await expect.poll(async () => (await run()).held_by).not.toBeNull()
    const before = (await run()).held_by
    // A second worker tries too early, and then again after a minute without a heartbeat.
    expect(await claimRun(db, 'early')).toBeUndefined()
    const fallSilent = () =>
      db.query(sql`update moysklad_runs set heard_at = clock_timestamp() - interval '61 seconds'
        where company_id = ${db.companyId}`)
    // The first worker still sends heartbeats, so each attempt makes it silent again.
    const inSilence = <Result>(work: () => Promise<Result>) => fallSilent().then(work)
    await expect.poll(() => inSilence(() => isToWork(db))).toBe(true)
    await expect.poll(() => inSilence(() => claimRun(db, 'second'))).toMatchObject({ held_by: 'second' })
    await first
    const after = await run()
    expect([before === 'second', after.held_by, after.state]).toEqual([false, 'second', 'running'])
    // The second worker stops, too.
    await fallSilent()
    theirs.faults = []
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done' })
    expect(await db.from('moysklad_items').select('id').execute()).toHaveLength(4000)
  })

  test('is the only one of a company, also if concurrent requests start it', async () => {
    const { db, client, account } = await stage()
    fillCatalogue(account, 3)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/company/moi_sklad/sync', {})),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
    await expect(
      db.insert('moysklad_runs', { reason: 'manual', started_at: nowIso() }).execute(),
    ).rejects.toMatchObject({ constraint: 'moysklad_runs_one_under_way' })
  })

  test('stops without a deadlock when the connection is removed', async () => {
    const { db, client, account } = await stage()
    fillQuietly(account, 5000)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    const working = workFor(app, moySklad, db)
    await expect.poll(() => theirs.count(({ path }) => path === '/entity/product')).toBeGreaterThan(1)
    expect((await client.send('DELETE', '/company/moi_sklad')).statusCode).toBe(200)
    await working
    expect((await client.get('/company/moi_sklad')).body.moi_sklad).toEqual({ connected: false })
    expect(await db.from('moysklad_items').select('id').execute()).toEqual([])
    expect(await db.from('moysklad_runs').select('state').execute()).toEqual([{ state: 'stopped' }])
  })
})

describe('the schedule', () => {
  test('finds only connections that are on, not paused and of an active company', async () => {
    const { db, client, account } = await stage()
    fillCatalogue(account, 3)
    expect(await isToWork(db)).toBe(false)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    expect(await isToWork(db)).toBe(false)
    await db.update('moysklad_runs', { started_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await isToWork(db)).toBe(true)
    const paused = { paused_until: '2099-01-01T00:00:00.000Z', pause_reason: 'away' } as const
    await db.update('moysklad_connections', paused).execute()
    expect(await isToWork(db)).toBe(false)
    await db.update('moysklad_connections', { paused_until: null, pause_reason: null }).execute()
    await db.updateCompany({ is_active: false })
    expect(await isToWork(db)).toBe(false)
  })

  test.each([
    ['2026-11-23T10:00:00.000Z', 3, '2026-11-24T00:'],
    ['2026-11-23T22:30:00.000Z', 3, '2026-11-24T00:'],
    ['2026-11-23T10:00:00.000Z', -5, '2026-11-24T08:'],
  ])(
    'sets the full check to the night of the company: at %s, %i hours from UTC',
    (at, timezone, expected) => {
      stopClockAt(at)
      const night = nextNight(timezone)
      stopClockAt(null)
      expect(night.startsWith(expected)).toBe(true)
    },
  )
})

describe('a connection', () => {
  test.each<[string, Record<string, unknown>]>([
    ['stock of nothing', { parts: ['stock'] }],
    ['a part that is none', { parts: ['money'] }],
    ['a pause without a reason', { paused_until: '2026-11-23T10:00:00Z' }],
    ['a refusal that leads nowhere', { state: 'refused' }],
    ['a state that is none', { state: 'away' }],
    ['a cost of nothing', { limit_cost: 0 }],
  ])('cannot be stored with %s', async (_, fields) => {
    const { db, client, account } = await stage()
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await expect(db.update('moysklad_connections', fields as object).execute()).rejects.toMatchObject({
      code: '23514',
    })
  })

  test('is created once by concurrent requests', async () => {
    const { db, client, account } = await stage()
    const token = account.addToken()
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/company/moi_sklad', { token })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await db.from('moysklad_connections').select('company_id').execute()).toHaveLength(1)
  })
})
