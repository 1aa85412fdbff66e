import { randomUUID } from 'node:crypto'
import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unseal } from '../../../seal.ts'
import { testSettings } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { fillCatalogue, fillCompany, idOf } from '../../../testing/moysklad/catalogue.ts'
import { useMoySklad } from '../../../testing/moysklad/stage.ts'
import { connectAndConfirm, workFor } from '../../../testing/moysklad/work.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { MoySkladClient } from '../client/client.ts'
import type { HookRemoval } from '../moysklad.kinds.ts'
import { isReachable, registerHooks, removeHooksOf } from './register.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know the address of this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings, limitsCalls: true })
const moySklad = new MoySkladClient(theirs.settings, 5)
let address: string
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  address = app.app.listeningOrigin
})
afterAll(() => moySklad.close())

async function stage(fill = (account: ReturnType<typeof theirs.addAccount>) => fillCatalogue(account, 30)) {
  const db = await buildCompany(app.root)
  const owner = await buildUser(app.root, db, 'owner')
  const client = await TestClient.signIn(app.app, owner)
  const account = theirs.addAccount(randomUUID())
  fill(account)
  const token = await connectAndConfirm(app, moySklad, { client, db }, account)
  const register = () =>
    registerHooks(
      {
        root: app.root,
        publish: app.events.publish,
        signal: new AbortController().signal,
        client: moySklad,
        secretKey: testSettings.secretKey,
        address,
      },
      db.companyId,
    )
  await register()
  const connection = () => db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
  const events = () => db.from('moysklad_events').selectAll().orderBy('id').execute()
  const run = () => db.from('moysklad_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const get = async () => (await client.get('/company/moi_sklad')).body.moi_sklad as MoySkladConnection // its shape
  const { hook_key } = await connection()
  const path = `/api/moy_sklad/hooks/${unseal(testSettings.secretKey, 'moysklad', hook_key, `hook ${db.companyId}`)}`
  return { db, client, account, token, register, connection, events, run, get, path }
}

const heard = (account: { hooks: { sent: { isHeard: boolean }[] } }, count: number) =>
  expect.poll(() => account.hooks.sent.filter(({ isHeard }) => isHeard).length).toBe(count)

describe('a webhook message', () => {
  test('starts a run that requests only the named item; webhooks are registered once', async () => {
    const { db, account, register, connection, events, run, get } = await stage()
    await register()
    expect([account.hooks.hooks.size, account.hooks.stockHooks.size]).toEqual([15, 1])
    expect(await get()).toMatchObject({ hooks: { state: 'on', waiting: 0 } })
    account.put('product', { id: idOf(3), name: 'Ваза «Заря»' })
    await heard(account, 1)
    expect(await events()).toMatchObject([
      { body: { meant: [{ kind: 'product', id: idOf(3) }] }, handled_at: null },
    ])
    expect((await get()).hooks).toMatchObject({ waiting: 1, received_at: expect.any(String) })
    theirs.asked = []
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ reason: 'event', state: 'done', changed: 1 })
    // Only the item that the message named is requested.
    expect(theirs.asked.map(({ path }) => path)).toEqual(['/entity/product'])
    const ours = await db.from('products').select('name').where('moy_sklad_id', '=', idOf(3)).execute()
    expect(ours).toEqual([{ name: 'Ваза «Заря»' }])
    expect((await connection()).hook_ids).toHaveLength(16)
  })

  test('sent twice is stored once, and its change is written once', async () => {
    const { db, account, events, client } = await stage()
    account.hooks.repeats = true
    account.put('product', { id: idOf(3), name: 'Ваза «Заря»' })
    await expect.poll(() => account.hooks.sent[0]?.tries).toBe(2)
    expect(await events()).toHaveLength(1)
    await client.post('/company/moi_sklad/sync', {})
    await workFor(app, moySklad, db)
    expect(await db.from('products').select('id').where('name', '=', 'Ваза «Заря»').execute()).toHaveLength(1)
  })

  test('about a deleted item marks it, and about an item that no longer exists creates nothing', async () => {
    const { db, account, run } = await stage()
    account.remove('product', idOf(4))
    const brief = account.put('product', { name: 'На миг' })
    account.remove('product', brief.id)
    await heard(account, 2)
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done', gone: 1, created: 0 })
  })

  test('about stock updates the quantity in the warehouse', async () => {
    const { db, account, run } = await stage(fillCompany)
    const [store] = [...account.entities.store.keys()]
    account.setStock(idOf(2), store ?? '', 77)
    await heard(account, 1)
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ reason: 'event', state: 'done', stock: 1 })
    const found = await db.from('product_stock').select('quantity').where('quantity', '=', 77).execute()
    expect(found).toHaveLength(1)
  })

  test('may be lost, because the next full check finds the deletion', async () => {
    const { db, account, client, run } = await stage()
    account.hooks.isLost = true
    account.remove('product', idOf(4))
    await client.post('/company/moi_sklad/sync', { full: true })
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ gone: 1 })
  })

  test('that is stored while a run handles later ones waits for the next run', async () => {
    const { db, account, events, run } = await stage()
    account.hooks.isLost = true
    account.remove('product', idOf(4))
    account.hooks.isLost = false
    // It has its number before the other message, and is committed after it.
    const early = await app.root.startTransaction().execute()
    const body = JSON.stringify({ meant: [{ kind: 'product', id: idOf(4), at: null }], has_stock: false })
    await sql`insert into moysklad_events (company_id, request_id, body, received_at)
      values (${db.companyId}, 'early', ${body}, now())`.execute(early)
    account.put('product', { id: idOf(3), name: 'Ваза «Заря»' })
    await heard(account, 1)
    theirs.asked = []
    theirs.faults = [{ path: /product/, times: 1, delayMs: 500 }]
    const working = workFor(app, moySklad, db)
    await expect.poll(() => theirs.asked.length).toBe(1)
    await early.commit().execute()
    await working
    await workFor(app, moySklad, db)
    expect((await events()).every(({ handled_at }) => handled_at !== null)).toBe(true)
    expect(await run()).toMatchObject({ reason: 'event', state: 'done', gone: 1 })
  })

  test('above the limit of waiting messages is not stored, and makes a full check due', async () => {
    const { db, account, events, connection } = await stage()
    await db.query(
      sql`insert into moysklad_events (company_id, request_id, body, received_at)
        select ${db.companyId}, 'r' || n, '{"meant": [], "has_stock": false}', now() from generate_series(1, 1000) as n`,
    )
    await db.update('moysklad_connections', { full_due_at: null }).execute()
    account.put('product', { id: idOf(3), name: 'Ваза «Заря»' })
    await heard(account, 1)
    expect(await events()).toHaveLength(1000)
    expect((await connection()).full_due_at).not.toBeNull()
  })
})

describe('an invalid time in a message', () => {
  const moments = ['0001-01-01 00:00:00.000', '9999-12-31 23:59:59.999', '2026-13-01 00:00:00', 'soon', '']

  test.each(moments)('(%j) is ignored, and the message is handled anyway', async (moment) => {
    const { db, path, events, run } = await stage()
    const event = { meta: { type: 'product', href: `x/${idOf(3)}` }, action: 'UPDATE' }
    const payload = { auditContext: { moment }, events: [event] }
    expect((await app.app.inject({ method: 'POST', url: path, payload })).statusCode).toBe(204)
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done' })
    expect((await events()).filter(({ handled_at }) => handled_at === null)).toEqual([])
  })

  test('that was stored before does not fail the run, and the message is marked as handled', async () => {
    const { db, client, events, run } = await stage()
    await db.query(
      sql`insert into moysklad_events (company_id, request_id, body, received_at) values (${db.companyId}, 'bad',
        ${JSON.stringify({ meant: [{ kind: 'product', id: idOf(3), at: '0000-12-31T21:00:00.000Z' }], has_stock: false })}, now())`,
    )
    await client.post('/company/moi_sklad/sync', { full: false })
    await workFor(app, moySklad, db)
    expect(await run()).toMatchObject({ state: 'done' })
    expect((await events()).filter(({ handled_at }) => handled_at === null)).toEqual([])
  })
})

describe('the webhook endpoint', () => {
  const tell = (path: string, body: string, query = '?requestId=1', type = 'application/json') =>
    app.app.inject({
      method: 'POST',
      url: path + query,
      headers: { 'content-type': type },
      payload: body,
    })
  const message = (id: string, fields: object = {}) =>
    JSON.stringify({ events: [{ meta: { type: 'product', href: `x/${id}` }, action: 'UPDATE', ...fields }] })

  test('accepts only JSON', async () => {
    const { path, events } = await stage()
    const form = await tell(path, 'a=1', '', 'application/x-www-form-urlencoded')
    expect(form.statusCode).toBe(415)
    expect((await tell(path, '--x--', '', 'multipart/form-data; boundary=x')).statusCode).toBe(415)
    expect(await events()).toEqual([])
  })

  test.each([
    ['of more values than are read', JSON.stringify({ events: Array.from({ length: 20_000 }, () => 1) })],
    [
      'that names more than is kept',
      JSON.stringify({
        events: Array.from({ length: 1001 }, (_, index) => ({
          meta: { type: 'product', href: `x/00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
          action: 'UPDATE',
        })),
      }),
    ],
  ])('answers 204 to a message %s, stores nothing and makes a full check due', async (_, body) => {
    const { db, path, events, connection } = await stage()
    await db.update('moysklad_connections', { full_due_at: null }).execute()
    expect((await tell(path, body)).statusCode).toBe(204)
    expect(await events()).toEqual([])
    expect((await connection()).full_due_at).not.toBeNull()
  })

  test('accepts a message only at its secret path', async () => {
    const { path, events } = await stage()
    expect((await tell(`${path}x`, message(idOf(1)))).statusCode).toBe(404)
    expect((await tell('/api/moy_sklad/hooks/a', message(idOf(1)))).statusCode).toBe(404)
    const answer = await tell(path, message(idOf(1)))
    expect(answer.statusCode).toBe(204)
    expect(await events()).toHaveLength(1)
  })

  test.each([
    ['nothing', '', 204],
    ['no JSON', '{', 400],
    ['a list', '[]', 400],
    ['what means nothing', '{"events":"all"}', 204],
    [
      'an id that is none',
      JSON.stringify({ events: [{ meta: { type: 'product', href: 'x/../etc' }, action: 'UPDATE' }] }),
      204,
    ],
    ['another account’s', message(idOf(1), { accountId: randomUUID() }), 204],
    [
      'what cannot be stored',
      '{"events":[{"meta":{"type":"\\u0000","href":"\\ud800"},"action":"UPDATE"}]}',
      204,
    ],
    ['a prototype', '{"__proto__":{"events":[]}}', 422],
  ])('that receives %s stores nothing', async (_, body, status) => {
    const { path, events } = await stage()
    expect((await tell(path, body)).statusCode).toBe(status)
    expect(await events()).toEqual([])
  })

  test.each(['', '?requestId=%00', `?requestId=${'я'.repeat(100)}`, '?requestId[]=1'])(
    'stores a message with any request id (%s) at most once',
    async (query) => {
      const { path, events } = await stage()
      const statuses = [await tell(path, message(idOf(1)), query), await tell(path, message(idOf(1)), query)]
      for (const { statusCode } of statuses) expect([204, 422]).toContain(statusCode)
      expect((await events()).length).toBeLessThanOrEqual(1)
    },
  )

  test('stores one of 20 concurrent copies of a message', async () => {
    const { path, events } = await stage()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(path, message(idOf(1)))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    expect(await events()).toHaveLength(1)
  })

  test('accepts the largest message, stores nothing and makes a full check due', async () => {
    const { path, events, connection } = await stage()
    const event = (number: number) => ({ meta: { type: 'product', href: idOf(number) }, action: 'U' })
    const body = JSON.stringify({ events: Array.from({ length: 9000 }, (_, number) => event(number)) })
    expect((await tell(path, body)).statusCode).toBe(204)
    expect(await events()).toEqual([])
    expect(Date.parse((await connection()).full_due_at ?? '')).toBeLessThanOrEqual(Date.now())
  })
})

describe('registering webhooks', () => {
  test('requires an administrator’s token', async () => {
    const { account, db, client, register, get } = await stage()
    await client.post('/company/moi_sklad', { hooks: false })
    await register()
    expect([account.hooks.hooks.size, account.hooks.stockHooks.size]).toEqual([0, 0])
    expect((await get()).hooks.state).toBe('off')
    await client.post('/company/moi_sklad', { token: account.addToken({ isAdmin: false }) })
    await client.post('/company/moi_sklad', { hooks: true })
    await register()
    expect((await get()).hooks.state).toBe('forbidden')
    expect(await db.from('moysklad_connections').select('state').execute()).toEqual([{ state: 'on' }])
  })

  test('is undone when the connection is removed, also if the job repeats', async () => {
    const { account, client, db } = await stage()
    const asked = account.hooks.hooks.size
    await client.send('DELETE', '/company/moi_sklad')
    const { rows } = await sql<{ data: HookRemoval }>`
      select data from jobs.job where name = 'forget-moy-sklad-hooks' and data ->> 'company_id' = ${String(db.companyId)}
      order by start_after`.execute(app.root)
    const [job] = rows
    if (!job) throw new Error('Nothing is removed')
    expect([asked, job.data.hook_ids.length]).toEqual([15, 16])
    const removing = {
      client: moySklad,
      secretKey: testSettings.secretKey,
      address,
      signal: new AbortController().signal,
    }
    const { company_id, token, hook_ids } = job.data
    // A job of an earlier version has ids and no key.
    await removeHooksOf(removing, { company_id, token, hook_ids })
    expect([account.hooks.hooks.size, account.hooks.stockHooks.size]).toEqual([0, 0])
    // A job that was interrupted repeats this. Webhooks that are gone cause no error.
    await removeHooksOf(removing, job.data)
  })

  test('takes over at most some of its own, whatever else the account lists', async () => {
    const { account, register, get, connection } = await stage()
    const { hooks } = account.hooks
    const [own] = hooks.values()
    if (!own) throw new Error('Nothing is registered')
    for (let index = 0; index < 60; index += 1) hooks.set(`more-${index}`, { ...own, id: `more-${index}` })
    hooks.set('odd', { ...own, id: 'not an id' })
    await register()
    expect((await get()).hooks.state).toBe('on')
    const { hook_ids } = await connection()
    expect(hook_ids.length).toBeGreaterThan(15)
    expect(hook_ids.length).toBeLessThanOrEqual(50)
    // The 15 webhooks of the first registration were found in the list, so no new one was registered.
    expect(hooks.size).toBe(15 + 60 + 1)
  })

  test('continues after a failure, and registers nothing twice', async () => {
    const { account, client, register, get, connection } = await stage()
    await client.post('/company/moi_sklad', { hooks: false })
    await register()
    await client.post('/company/moi_sklad', { hooks: true })
    theirs.faults = [
      { path: /webhook$/, delayMs: 0, times: 6 },
      { path: /webhook$/, of: 'reset', times: 1 },
    ]
    await expect(register()).rejects.toThrow('MoySklad')
    expect((await get()).hooks.state).toBe('failed')
    await register()
    expect([account.hooks.hooks.size, account.hooks.stockHooks.size]).toEqual([15, 1])
    expect((await connection()).hook_ids).toHaveLength(16)
  })

  test.each([
    ['https://artel.example.com', true],
    ['http://artel.example.com', false],
    ['https://localhost:3000', false],
    ['https://127.0.0.1', false],
    ['https://artel.local', false],
    ['https://[::1]', false],
  ])('is possible only if MoySklad can reach the address: %s', (url, expected) => {
    expect(isReachable(url, { isNamedByOperator: false })).toBe(expected)
  })
})
