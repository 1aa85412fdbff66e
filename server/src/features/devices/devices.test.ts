import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { deleteOldSessions } from '../../sessions/session.ts'
import { testSettings } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildDevice, makeKeys, makeSubscription } from '../../testing/rows/pushes.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'
import { readPushKeys } from './devices.keys.ts'

// A lone app, because a test deletes old sessions of all companies.
const test_ = useLoneTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

type Device = { id: number; name: string; [field: string]: unknown }
const devicesOf = async (client: TestClient) => (await client.get('/pushes/devices')).body.devices as Device[]
const subscribe = (client: TestClient, body: object) => client.post('/pushes/subscribe', body)

describe('push devices', () => {
  test('a browser subscribes, subscribes again as the same device, and unsubscribes', async () => {
    const browser = makeSubscription()
    const first = await subscribe(as.staff, { ...browser, expirationTime: null })
    expect(first.statusCode).toBe(200)
    const device = {
      id: expect.any(Number),
      name: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      seen_at: expect.stringMatching(/Z$/),
      delivered_at: null,
      failed_at: null,
      failure: null,
    }
    expect(first.body.device).toEqual(device)
    const again = await subscribe(as.staff, browser)
    expect(again.body.device).toMatchObject({ id: (first.body.device as Device).id })
    expect(await devicesOf(as.staff)).toEqual([device])
    await as.staff.post('/pushes/unsubscribe', { endpoint: browser.endpoint })
    expect(await devicesOf(as.staff)).toEqual([])
  })

  test('all browsers get the same public key, and the private key is not stored as plain text', async () => {
    const keys = await Promise.all(
      [as.staff, as.admin, as.owner].map(
        async (client) => (await client.get('/pushes/devices')).body.public_key,
      ),
    )
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{87}$/)
    const [row] = (
      await sql<{ text: string }>`select push_keys::text as text from push_keys`.execute(test_.root)
    ).rows
    const { privateKey } = await readPushKeys(test_.root, testSettings.secretKey)
    expect(row?.text).not.toContain(privateKey)
  })

  test('an eleventh device replaces the one that was not seen for the longest time', async () => {
    const first = (await subscribe(as.staff, makeSubscription())).body.device as Device
    await db
      .update('push_devices', { seen_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', first.id)
      .execute()
    for (let count = 0; count < 10; count++) await subscribe(as.staff, makeSubscription())
    const ids = (await devicesOf(as.staff)).map(({ id }) => id)
    expect(ids).toHaveLength(10)
    expect(ids).not.toContain(first.id)
  })

  test('the next person to subscribe in a browser takes it over, also from another company', async () => {
    const browser = makeSubscription()
    await subscribe(as.staff, browser)
    await subscribe(as.admin, browser)
    expect([(await devicesOf(as.staff)).length, (await devicesOf(as.admin)).length]).toEqual([0, 1])
    const other = await buildCompany(test_.root)
    const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'staff'))
    await subscribe(stranger, browser)
    expect([(await devicesOf(as.admin)).length, (await devicesOf(stranger)).length]).toEqual([0, 1])
  })

  test('concurrent subscriptions of one browser leave one device', async () => {
    const browser = makeSubscription()
    const clients = [as.staff, as.admin, as.owner]
    const answers = await times(12, (index) => subscribe(clients[index % 3] ?? as.staff, browser))
    const counts = countAnswers(answers)
    expect((counts['200'] ?? 0) + (counts['409 conflict'] ?? 0)).toBe(12)
    const { rows } = await sql`select id from push_devices where endpoint = ${browser.endpoint}`.execute(
      test_.root,
    )
    expect(rows).toHaveLength(1)
  })

  test('logging out or ending a session ends its pushes; its expiry does not', async () => {
    const [here, there, kept] = await times(3, () => TestClient.signIn(test_.app, people.staff))
    for (const client of [here, there, kept]) await subscribe(client!, makeSubscription()) // three
    await here!.post('/auth/logout')
    expect(await devicesOf(as.staff)).toHaveLength(2)
    // The session expires after a day. The cleanup deletes it, but nobody has ended it.
    await sql`update sessions set created_at = now() - interval '25 hours' where token_hash = (
      select session_hash from push_devices where company_id = ${db.companyId} order by id desc limit 1
    )`.execute(test_.root)
    await deleteOldSessions(test_.root)
    expect(await devicesOf(as.staff)).toHaveLength(2)
    // Ending all other sessions includes the expired one, because nothing else could end its pushes.
    await as.staff.send('DELETE', '/user/sessions')
    expect(await devicesOf(as.staff)).toEqual([])
  })
})

describe('bad input', () => {
  const at = (endpoint: string) => ({ ...makeSubscription(), endpoint })

  test.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://2130706433/x',
    'https://0.0.0.0/x',
    'https://169.254.169.254/latest',
    'https://localhost./x',
    'https://push.lan/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil-fcm.googleapis.com/x',
    'https://push.services.mozilla.com.evil.example/x',
    'https://fcm.googleapis.com\\@evil.example/x',
    'javascript:alert(1)',
    '',
    `https://fcm.googleapis.com/${'x'.repeat(1001)}`,
  ])('rejects the address %s', async (endpoint) => {
    const answer = await leavingNoTrace(test_.root, [db.companyId], () => subscribe(as.staff, at(endpoint)))
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['endpoint']])
  })

  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('accepts the address %s', async (endpoint) => {
    expect((await subscribe(as.staff, at(`${endpoint}${randomUUID()}`))).statusCode).toBe(200)
  })

  test.each([
    [{ keys: { ...makeKeys(), auth: 'short' } }, 'keys.auth'],
    [{ keys: { ...makeKeys(), p256dh: 'x'.repeat(87) } }, 'keys.p256dh'],
    // The right length and format, but no point on the curve.
    [{ keys: { ...makeKeys(), p256dh: `BA${'A'.repeat(85)}` } }, 'keys.p256dh'],
    [{ user_id: 1 }, 'user_id'],
  ])('rejects %j', async (wrong, path) => {
    const answer = await subscribe(as.staff, { ...makeSubscription(), ...wrong })
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [path]])
  })
})

describe('another person’s browser', () => {
  test('is neither taken over nor unsubscribed with its endpoint alone', async () => {
    const browser = makeSubscription()
    await subscribe(as.staff, browser)
    const answer = await subscribe(as.admin, { ...browser, keys: makeKeys() })
    expect(answer.statusCode).toBe(422)
    expect((await as.admin.post('/pushes/unsubscribe', { endpoint: browser.endpoint })).statusCode).toBe(200)
    expect(await devicesOf(as.staff)).toHaveLength(1)
  })
})

describe('the database', () => {
  test('allows one person per browser, and one copy of an event per device', async () => {
    const { endpoint } = makeSubscription()
    const device_id = await buildDevice(db, people.staff, { endpoint })
    await expect(buildDevice(db, people.admin, { endpoint })).rejects.toMatchObject({ code: '23505' })
    const copy = {
      device_id,
      origin: 'https://fcm.googleapis.com',
      tag: 'n1',
      title: 'x',
      body: '',
      url: '/',
    }
    const times = { due_at: '2099-01-01T00:00:00.000Z', expires_at: '2099-01-02T00:00:00.000Z' }
    await db.insert('push_deliveries', { ...copy, ...times }).execute()
    await expect(db.insert('push_deliveries', { ...copy, ...times }).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })

  test.each([
    [{ endpoint: 'http://fcm.googleapis.com/x' }],
    [{ origin: 'https://elsewhere.example' }],
    [{ p256dh: 'short' }],
    [{ auth: 'short' }],
    [{ user_id: 999_999_999 }],
    [{ failure: 'refused' as const }],
  ])('rejects a device with %j', async (wrong) => {
    await expect(buildDevice(db, people.staff, wrong)).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
  })

  test.each([['//evil.example'], ['/\\evil'], ['https://evil.example'], ['javascript:x']])(
    'rejects a copy that leads to %s',
    async (url) => {
      const device_id = await buildDevice(db, people.staff)
      const copy = { device_id, origin: 'https://fcm.googleapis.com', tag: 'n1', title: 'x', body: '', url }
      const times = { due_at: '2099-01-01T00:00:00.000Z', expires_at: '2099-01-02T00:00:00.000Z' }
      await expect(db.insert('push_deliveries', { ...copy, ...times }).execute()).rejects.toMatchObject({
        code: '23514',
      })
    },
  )
})
