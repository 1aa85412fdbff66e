import { randomUUID } from 'node:crypto'
import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPreview } from '@artel/contract/moysklad/moysklad.items'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../../clock.ts'
import { codeOf, TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillCatalogue, fillCompany, fillQuietly, idOf } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'
import { findCompaniesToWork } from '../moysklad.queries.ts'
import { everyMs } from '../moysklad.show.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })
const moySklad = new MoySkladClient(theirs.settings, 5)
beforeEach(() => moveClock(0))
afterAll(async () => {
  moveClock(0)
  await moySklad.close()
})

async function stage() {
  const db = await buildCompany(app.root)
  const owner = await buildUser(app.root, db, 'owner')
  const client = await TestClient.signIn(app.app, owner)
  const get = async () => (await client.get('/company/moi_sklad')).body.moi_sklad as MoySkladConnection // its shape
  const run = async () => db.from('moysklad_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const items = () => db.from('moysklad_items').selectAll().orderBy('id').execute()
  return { db, owner, client, get, run, items }
}

describe('the first run', () => {
  test('reads everything, and writes nothing until the owner confirms', async () => {
    const { client, db, get, items } = await stage()
    const account = theirs.addAccount('uyut')
    fillCompany(account)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    const begun = await client.post('/company/moi_sklad/sync', {})
    expect(begun.body.run).toMatchObject({ reason: 'first', state: 'waiting' })
    expect(codeOf(await client.post('/company/moi_sklad/sync', {}))).toEqual([409, 'wrong_state'])
    expect(codeOf(await client.post('/company/moi_sklad/confirm', {}))).toEqual([409, 'wrong_state'])
    await workFor(app, moySklad, db)
    const checking = await get()
    expect(checking).toMatchObject({ state: 'checking', run: { state: 'done', failure: null } })
    expect(checking.run?.progress).toMatchObject([
      { part: 'organization', total: 2, read: 2 },
      { part: 'store', total: 3, read: 3 },
      { part: 'product', total: 63, read: 63 },
      { part: 'employee', total: 2, read: 2 },
    ])
    expect(await items()).toHaveLength(70)
    expect(await db.from('products').select('id').execute()).toEqual([])
    expect((await client.post('/company/moi_sklad/confirm', {})).statusCode).toBe(201)
    await workFor(app, moySklad, db)
    const on = await get()
    expect(on).toMatchObject({ state: 'on', run: { state: 'done', counts: { created: 65 } } })
    expect(await db.from('products').select('id').execute()).toHaveLength(61)
  })

  test('starts over if the owner changes the settings during the preview', async () => {
    const { client, db, get } = await stage()
    const account = theirs.addAccount('uyut')
    fillCompany(account)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    const planned = async () => {
      const { preview } = (await client.get('/company/moi_sklad/preview')).body as {
        preview: MoySkladPreview
      }
      return preview.find(({ kind }) => kind === 'organization')?.plans
    }
    const before = await planned()
    const [chosen] = (await get()).organizations
    const changed = await client.post('/company/moi_sklad', { organization_id: chosen?.id })
    expect(changed.body.moi_sklad).toMatchObject({
      state: 'reading',
      run: { reason: 'first', state: 'waiting' },
    })
    await workFor(app, moySklad, db)
    expect((await get()).state).toBe('checking')
    expect(await planned()).toMatchObject({ ignore: 1 })
    expect(before).not.toHaveProperty('ignore', 1)
    await client.post('/company/moi_sklad', { organization_id: null })
    // The run that this change started has not been worked on, and a new run replaces it.
    const again = await client.post('/company/moi_sklad', {
      sync: { products: false, employees: false, stock: false },
    })
    expect(again.body.moi_sklad).toMatchObject({
      state: 'reading',
      run: { reason: 'first', state: 'waiting' },
    })
    const states = await db.from('moysklad_runs').select('state').orderBy('id').execute()
    expect(states.map(({ state }) => state)).toEqual(['done', 'done', 'stopped', 'waiting'])
    await workFor(app, moySklad, db)
    expect((await get()).run?.progress.map(({ part }) => part)).toEqual(['organization', 'store'])
    expect(await planned()).toEqual(before)
    expect(await db.from('legal_entities').select('id').execute()).toEqual([])
  })

  test('continues after its process has stopped', async () => {
    const { client, db, run, items } = await stage()
    const account = theirs.addAccount('uyut')
    fillQuietly(account, 3500)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    const dying = new AbortController()
    theirs.faults = [{ path: /product/, of: 'silent', times: 1, delayMs: 0 }]
    const countProducts = () => theirs.count(({ path }) => path === '/entity/product')
    const before = countProducts()
    const watch = setInterval(() => {
      // Abort while the request waits for its answer. A turn that begins after the abort would not fail.
      if (countProducts() > before) dying.abort()
    }, 20)
    await expect(workFor(app, moySklad, db, dying.signal)).rejects.toThrow()
    clearInterval(watch)
    theirs.faults = []
    expect(await run()).toMatchObject({ state: 'running', held_by: null })
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done' })
    expect(await items()).toHaveLength(3500)
  })

  test('is stopped by the owner, and starts again only on request', async () => {
    const { client, db, run, get } = await stage()
    const account = theirs.addAccount('uyut')
    fillQuietly(account, 3000)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    theirs.faults = [{ path: /product/, delayMs: 300 }]
    const working = workFor(app, moySklad, db)
    await expect.poll(async () => (await run()).state).toBe('running')
    const stopped = await client.post('/company/moi_sklad/stop', {})
    expect(stopped.body.moi_sklad).toMatchObject({ state: 'reading', run: { state: 'stopped' } })
    await working
    // It does not start again by itself.
    await workFor(app, moySklad, db)
    expect(await get()).toMatchObject({ state: 'reading', next_at: null, run: { state: 'stopped' } })
    theirs.faults = []
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await get()).toMatchObject({ state: 'checking' })
  })
})

describe('a later run', () => {
  let elapsed = 0
  beforeEach(() => {
    elapsed = 0
  })
  const nextRun = () => {
    elapsed += 301_000
    moveClock(elapsed)
  }

  test('is scheduled and reads only the changes', async () => {
    const { client, db, run } = await stage()
    const account = theirs.addAccount('uyut')
    theirs.now = () => new Date(Date.now() + elapsed)
    fillCatalogue(account, 1200)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    nextRun()
    nextRun()
    account.put('product', { id: idOf(7), name: 'Плед новый' })
    const [name] = [account.put('product', { name: 'Ещё один', article: 'NEW-1' }).name]
    theirs.asked = []
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ reason: 'schedule', state: 'done', created: 1, changed: 1 })
    expect(
      theirs.asked.every(
        ({ path, query }) => path.includes('stock') || query.get('filter')?.includes('updated>='),
      ),
    ).toBe(true)
    const ours = await db.from('products').select('name').where('name', 'in', ['Плед новый', name]).execute()
    expect(ours).toHaveLength(2)
    // A run without changes changes nothing.
    nextRun()
    nextRun()
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ reason: 'schedule', created: 0, changed: 0, state: 'done' })
  })

  test('is scheduled also while messages of MoySklad start runs all the time', async () => {
    const { client, db, run } = await stage()
    const account = theirs.addAccount('uyut')
    theirs.now = () => new Date(Date.now() + elapsed)
    fillCatalogue(account, 30)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    const isDue = async () =>
      (await findCompaniesToWork(app.root, everyMs)).some(({ company_id }) => company_id === db.companyId)
    const workAfter = async (ms: number) => {
      elapsed += ms
      moveClock(elapsed)
      const body = { meant: [], has_stock: false }
      const received_at = new Date(Date.now() + elapsed).toISOString()
      await db.insert('moysklad_events', { request_id: randomUUID(), body, received_at }).execute()
      await workFor(app, moySklad, db)
    }
    await workAfter(240_000)
    expect(await run()).toMatchObject({ reason: 'event', state: 'done' })
    // No message tells of this change.
    account.put('product', { id: idOf(7), name: 'Плед новый' })
    moveClock(elapsed + 120_000)
    expect(await isDue()).toBe(true)
    await workAfter(120_000)
    expect(await run()).toMatchObject({ reason: 'schedule', state: 'done', changed: 1 })
    expect(await isDue()).toBe(false)
  })

  test.each([2, 3])('writes articles and barcodes that %i products swap', async (count) => {
    const { client, db, run } = await stage()
    const account = theirs.addAccount('uyut')
    const products = Array.from({ length: count }, (_, at) =>
      account.put('product', {
        name: `Тарелка ${at}`,
        article: `SWAP-${at}`,
        barcodes: [{ code128: `SWAP${at}` }],
      }),
    )
    await connectAndConfirm(app, moySklad, { client, db }, account)
    for (const [at, { id }] of products.entries()) {
      const next = (at + 1) % count
      account.put('product', { id, article: `SWAP-${next}`, barcodes: [{ code128: `SWAP${next}` }] })
    }
    await client.post('/company/moi_sklad/sync', { full: true })
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done', changed: count, failed: 0 })
    const rows = await db.from('products').select(['name', 'article', 'barcodes']).orderBy('name').execute()
    expect(rows).toEqual(
      products.map((_, at) => {
        const next = (at + 1) % count
        return { name: `Тарелка ${at}`, article: `SWAP-${next}`, barcodes: [`SWAP${next}`] }
      }),
    )
  })

  test('writes an organization without an account that does not match its bank, and logs it', async () => {
    const { client, db, get } = await stage()
    const account = theirs.addAccount('uyut')
    const accounts = [{ isDefault: true, bic: '044525225', accountNumber: '40702810000000000000' }]
    account.put('organization', { name: 'Ромашка', companyType: 'legal', inn: '7707083893', accounts })
    await connectAndConfirm(app, moySklad, { client, db }, account)
    expect(await db.from('legal_entities').select(['inn', 'bik', 'account']).execute()).toEqual([
      { inn: '7707083893', bik: null, account: null },
    ])
    const { health, log } = await get()
    expect(health.find(({ part }) => part === 'organization')).toMatchObject({
      tied: 1,
      failed: 0,
      partial: 1,
    })
    expect(log[0]).toMatchObject({ action: 'partial', failures: [{ field: 'account' }] })
  })

  test('that is full marks only the deleted item as gone, and keeps the product', async () => {
    const { client, db, run, items } = await stage()
    const account = theirs.addAccount('uyut')
    fillCatalogue(account, 200)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    account.remove('product', idOf(5))
    await client.post('/company/moi_sklad/sync', { full: true })
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ reason: 'full', gone: 1, state: 'done' })
    const gone = (await items()).filter(({ gone_at }) => gone_at !== null)
    expect(gone.map(({ moy_sklad_id }) => moy_sklad_id)).toEqual([idOf(5)])
    // Our product stays.
    expect(await db.from('products').select('id').where('moy_sklad_id', '=', idOf(5)).execute()).toHaveLength(
      1,
    )
  })
})

describe('failures', () => {
  const broken = async (of: 'away' | 'maintenance' | 'html' | 'reset' | 'garbage' | 'redirect') => {
    const at = await stage()
    const account = theirs.addAccount(randomUUID())
    fillCatalogue(account, 20)
    await connectAndConfirm(app, moySklad, at, account)
    theirs.faults = [{ of }]
    await at.client.post('/company/moi_sklad/sync', {})
    theirs.asked = []
    await workFor(app, moySklad, at.db)
    return { ...at, account }
  }

  test.each([
    ['maintenance', 'maintenance'],
    ['html', 'broken'],
    ['garbage', 'broken'],
    ['redirect', 'broken'],
    ['reset', 'away'],
  ] as const)(
    '%s pauses the exchange; the pause grows, and ends after a success',
    async (of, failure) => {
      const { client, db, get, run } = await broken(of)
      expect(await run()).toMatchObject({ state: 'failed', failure })
      const before = await get()
      expect(before).toMatchObject({ state: 'on', pause: { reason: failure } })
      expect(theirs.asked.length).toBeLessThanOrEqual(20)
      await workFor(app, moySklad, db)
      expect(await run()).toMatchObject({ failure })
      await client.post('/company/moi_sklad/sync', {})
      await workFor(app, moySklad, db)
      const row = await db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
      expect(row.pauses).toBe(2)
      expect(Date.parse(row.paused_until ?? '') - Date.now()).toBeGreaterThan(110_000)
      theirs.faults = []
      await client.post('/company/moi_sklad/sync', {})
      await workFor(app, moySklad, db)
      expect(await get()).toMatchObject({ state: 'on', pause: null, run: { state: 'done' } })
    },
    60_000,
  )

  test('a temporary fault is retried', async () => {
    const { client, db, run } = await stage()
    const account = theirs.addAccount('uyut')
    fillCatalogue(account, 20)
    await connectAndConfirm(app, moySklad, { client, db }, account)
    theirs.faults = [{ of: 'away', times: 2 }]
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done', failure: null })
  })

  test('a refused token stops the exchange and notifies the owner once', async () => {
    const { client, db, run, get, owner } = await stage()
    const account = theirs.addAccount('uyut')
    const token = await connectAndConfirm(app, moySklad, { client, db }, account)
    const principal = theirs.tokens.get(token)
    if (principal) principal.isBlocked = true
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ failure: 'refused' })
    expect(await get()).toMatchObject({ state: 'refused', next_at: null })
    expect(codeOf(await client.post('/company/moi_sklad/sync', {}))).toEqual([409, 'wrong_state'])
    await workFor(app, moySklad, db)
    const told = await db.from('notifications').select(['user_id', 'kind']).execute()
    expect(told).toEqual([{ user_id: owner.id, kind: 'moy_sklad_fault' }])
    await client.post('/company/moi_sklad', { token: account.addToken() })
    expect(await get()).toMatchObject({ state: 'on' })
  })

  test('a lost right stops one part, and the other parts continue', async () => {
    const { client, db, run, get } = await stage()
    const account = theirs.addAccount('uyut')
    fillCatalogue(account, 5)
    const token = await connectAndConfirm(app, moySklad, { client, db }, account)
    const principal = theirs.tokens.get(token)
    if (principal) principal.forbidden = new Set(['employee'])
    account.put('product', { name: 'Новый', article: 'N-1' })
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'failed', failure: 'forbidden', created: 1 })
    const health = (await get()).health
    expect(health.find(({ part }) => part === 'employee')?.may_read).toBe(false)
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done' })
  })

  test('only one of three concurrent jobs claims the run', async () => {
    const { client, db, run } = await stage()
    const account = theirs.addAccount('uyut')
    fillCatalogue(account, 500)
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad/sync', {})
    theirs.asked = []
    await Promise.all([workFor(app, moySklad, db), workFor(app, moySklad, db), workFor(app, moySklad, db)])
    expect(await run()).toMatchObject({ state: 'done' })
    expect(theirs.count(({ path }) => path === '/entity/product')).toBe(1)
    expect(await db.from('moysklad_runs').select('id').execute()).toHaveLength(1)
  })
})
