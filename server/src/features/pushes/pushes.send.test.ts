import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveClock, now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import type { Subscribed } from '../../testing/push-service/push-service.ts'
import { remotePushService } from '../../testing/push-service/remote.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildDevice } from '../../testing/rows/pushes.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'

// On a database of its own, because a stopped clock affects the pushes of all tests that share it.
const test_ = useLoneTestApp()
const service = remotePushService()
const moody = remotePushService(1)
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})
afterEach(async () => {
  moveClock(0)
  // The next test would send a copy that waits for another try, and a failed try pauses the push service.
  await sql`delete from push_deliveries`.execute(test_.root)
})

type Device = { id: number; delivered_at: string | null; failed_at: string | null; failure: string | null }
type Push = { id: number; status: string; counts: Record<string, number> }

const browserOf = (client: TestClient, at = service) => at.browserOf(client)
const devicesOf = async (client: TestClient) => (await client.get('/pushes/devices')).body.devices as Device[]
const write = async (fields: object = {}) => {
  const draft = { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00', audience: { all: true } }
  return (await as.admin.post('/company/pushes/send', { ...draft, ...fields })).body.push as Push
}
const get = async (id: number) => (await as.admin.get(`/pushes/${id}`)).body.push as Push
const work = () => workJobs(test_.root, ['send-pushes', 'look-after-pushes'])
const queued = async () =>
  (await db.from('push_deliveries').select(['id', 'due_at', 'expires_at', 'tries']).execute()).length

describe('a push', () => {
  test('arrives encrypted at each device, signed for its service, and is counted by person', async () => {
    const [phone, tablet] = [await browserOf(as.staff), await browserOf(as.staff)]
    const owners = await browserOf(as.owner)
    const push = await write({ url: '/supplies' })
    expect(push).toMatchObject({ status: 'sending', counts: { targets: 3, delivered: 0 } })
    await work()
    const [news] = await newsOf(as.staff)
    const told = {
      title: 'Отгрузка завтра',
      body: 'Машина придёт в 9:00',
      url: '/supplies',
      tag: `n${news?.id}`,
      notification_id: news?.id,
      unread: 1,
    }
    expect(await service.read(phone.id)).toEqual([told])
    expect(await service.read(tablet.id)).toEqual([told])
    expect(await service.read(owners.id)).toHaveLength(1)
    const [message] = await service.messages(phone.id)
    expect(message).toMatchObject({ urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(message?.ttl).toBeGreaterThan(86_000)
    expect(await get(push.id)).toMatchObject({
      status: 'sent',
      counts: { targets: 3, delivered: 2, failed: 0, opened: 0 },
    })
    expect(await devicesOf(as.staff)).toMatchObject([
      { delivered_at: expect.any(String), failure: null },
      { delivered_at: expect.any(String), failure: null },
    ])
    expect(await service.faults(phone.id)).toEqual([])
    expect(await queued()).toBe(0)
  })

  test('arrives once at a device with concurrent workers', async () => {
    const browsers = await times(4, () => browserOf(as.staff))
    await write()
    await times(4, work)
    for (const { id } of browsers) expect(await service.messages(id)).toHaveLength(1)
  })

  test('is resent after its worker died, with a topic to replace the first copy', async () => {
    const { id } = await browserOf(as.staff)
    await service.setOff(id, true)
    const push = await write()
    // The state that the dead process leaves: the copy is claimed and sent, but not recorded.
    await db
      .update('push_deliveries', { tries: 1, due_at: new Date(now().getTime() + 180_000).toISOString() })
      .execute()
    await work()
    expect(await service.messages(id)).toHaveLength(0)
    moveClock(181_000)
    await workJobs(test_.root, ['send-pushes'])
    expect(await service.messages(id)).toHaveLength(1)
    moveClock(0)
    expect(await get(push.id)).toMatchObject({ status: 'sent', counts: { delivered: 1 } })
    const [first] = await service.messages(id)
    expect(first?.topic).not.toBeNull()
  })

  test('is not sent to a browser that another user has subscribed since', async () => {
    const { id, ...subscription } = await browserOf(as.staff)
    await write({ audience: { user_ids: [people.staff.id] } })
    await as.owner.post('/pushes/subscribe', subscription)
    await work()
    expect(await service.messages(id)).toEqual([])
  })

  test('is not sent to a user who has already read it in the bell', async () => {
    const { id } = await browserOf(as.staff)
    const push = await write()
    await as.staff.post('/notifications/read', { all: true })
    await work()
    expect(await service.messages(id)).toEqual([])
    expect(await get(push.id)).toMatchObject({
      status: 'sent',
      counts: { delivered: 0, failed: 0, opened: 1 },
    })
  })

  test('is not sent to devices of users who turned pushes off or were archived', async () => {
    const [staff, admin] = [await browserOf(as.staff), await browserOf(as.admin)]
    await as.staff.send('PUT', '/settings', { parent: 'user', settings: { pushes: { push: false } } })
    const push = await write()
    await db.update('users', { status: 'archived' }).where('id', '=', people.admin.id).execute()
    await work()
    expect(await service.messages(staff.id)).toEqual([])
    expect(await service.messages(admin.id)).toEqual([])
    expect(push.counts.targets).toBe(3)
    expect(await newsOf(as.staff)).toHaveLength(1)
  })

  test('as a test goes only to the devices of the actor', async () => {
    const [own, others] = [await browserOf(as.admin), await browserOf(as.staff)]
    const answer = await as.admin.post('/pushes/test', { title: 'Проба', body: 'Текст', url: '/tasks' })
    expect(answer.body.devices).toBe(1)
    // A second request before the copy is sent adds no other copy.
    await as.admin.post('/pushes/test', { title: 'Проба', body: 'Текст', url: '/tasks' })
    await work()
    expect(await service.read(own.id)).toMatchObject([
      { title: 'Проба', body: 'Текст', url: '/tasks', tag: 'test' },
    ])
    expect(await service.messages(others.id)).toEqual([])
    expect(await newsOf(as.admin)).toEqual([])
  })

  test('can be tested thirty times an hour by each user', async () => {
    for (let count = 0; count < 30; count++)
      expect((await as.staff.post('/pushes/test', {})).statusCode).toBe(200)
    expect((await as.staff.post('/pushes/test', {})).statusCode).toBe(429)
    expect((await as.admin.post('/pushes/test', {})).statusCode).toBe(200)
  })

  test('is shortened to at most 2,500 bytes', async () => {
    const { id } = await browserOf(as.staff)
    await write({ title: 'Ж'.repeat(100), body: '😀'.repeat(250) })
    await write({ title: '"'.repeat(100), body: '\\'.repeat(500) })
    await work()
    for (const { text } of await service.messages(id))
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2500)
    expect(await service.read(id)).toHaveLength(2)
  })
})

describe('a push service', () => {
  test.each([404, 410])(
    'that answers %d gets no more requests for the device, which is deleted',
    async (answer) => {
      const { id } = await browserOf(as.staff, moody)
      await moody.setMood(id, { answer })
      const push = await write()
      await work()
      await write()
      await work()
      expect(await moody.asked(id)).toBe(1)
      expect(await devicesOf(as.staff)).toEqual([])
      expect(await get(push.id)).toMatchObject({
        status: 'failed',
        counts: { targets: 3, delivered: 0, failed: 1 },
      })
    },
  )

  test.each([
    ['seconds', () => '2'],
    ['a date', () => new Date(Date.now() + 3000).toUTCString()],
  ])('that sends Retry-After as %s gets no request before then', async (_, retryAfter) => {
    const { id } = await browserOf(as.staff, moody)
    await moody.setMood(id, { answer: 429, retryAfter: retryAfter(), times: 1 })
    const push = await write()
    const before = Date.now()
    await work()
    expect(await moody.asked(id)).toBe(1)
    expect(await get(push.id)).toMatchObject({ status: 'sending' })
    await vi.waitFor(
      async () => {
        await workJobs(test_.root)
        expect(await moody.messages(id)).toHaveLength(1)
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(Date.now() - before).toBeGreaterThan(1000)
    expect(await moody.asked(id)).toBe(2)
  })

  test.each([
    ['0', () => '0'],
    ['a date that is over', () => new Date(Date.now() - 60_000).toUTCString()],
  ])('that sends Retry-After as %s is not asked again at once', async (_, retryAfter) => {
    const { id } = await browserOf(as.staff, moody)
    await moody.setMood(id, { answer: 429, retryAfter: retryAfter(), times: 20 })
    await write()
    await work()
    expect(await moody.asked(id)).toBe(1)
  })

  test.each([[500], [503], ['reset' as const]])(
    'that fails (%s) is retried after a delay until the push arrives',
    async (answer) => {
      const { id } = await browserOf(as.staff, moody)
      await moody.setMood(id, { answer, times: 2 })
      const push = await write()
      await work()
      const [first] = await db.from('push_deliveries').select(['due_at', 'tries']).execute()
      expect(first?.tries).toBe(1)
      expect(Date.parse(first?.due_at ?? '') - now().getTime()).toBeGreaterThan(1500)
      moveClock(30_000)
      await workJobs(test_.root, ['send-pushes'])
      const [second] = await db.from('push_deliveries').select(['due_at', 'tries']).execute()
      expect(second?.tries).toBe(2)
      moveClock(90_000)
      await workJobs(test_.root, ['send-pushes'])
      moveClock(0)
      expect(await moody.messages(id)).toHaveLength(1)
      expect(await moody.asked(id)).toBe(3)
      expect(await get(push.id)).toMatchObject({ status: 'sent', counts: { delivered: 1 } })
    },
  )

  test('that hangs is given up after ten seconds and does not delay others', async () => {
    const hanging = await browserOf(as.staff, moody)
    const well = await browserOf(as.owner)
    await moody.setMood(hanging.id, { answer: 'hang', times: 1 })
    await write()
    const began = Date.now()
    const working = work()
    await vi.waitFor(async () => expect(await service.messages(well.id)).toHaveLength(1), { timeout: 8000 })
    expect(Date.now() - began).toBeLessThan(9000)
    await working
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(await queued()).toBe(1)
  })

  test('that fails for all devices gets at most one request for each, and others are served', async () => {
    const lost: Subscribed[] = []
    for (let count = 0; count < 10; count++) lost.push(await browserOf(as.staff, moody))
    for (const { id } of lost) await moody.setMood(id, { answer: 500 })
    const well = await browserOf(as.owner)
    await write()
    await work()
    const asked = await Promise.all(lost.map(({ id }) => moody.asked(id)))
    expect(asked.every((count) => count <= 1)).toBe(true)
    expect(await service.messages(well.id)).toHaveLength(1)
    expect(await queued()).toBe(10)
  })

  test.each([401, 403])(
    'that rejects the signature (%d) is stopped, and the owner is notified once',
    async (answer) => {
      const { id } = await browserOf(as.staff, moody)
      await moody.setMood(id, { answer })
      await write()
      await write()
      await work()
      await work()
      const asked = await moody.asked(id)
      expect(asked).toBeGreaterThan(0)
      expect(asked).toBeLessThanOrEqual(2)
      expect(await devicesOf(as.staff)).toHaveLength(1)
      const faults = (await newsOf(as.owner)).filter(({ kind }) => kind === 'push_fault')
      expect(faults).toMatchObject([{ url: '/pushes', title: 'Пуши не уходят' }])
      expect((await newsOf(as.staff)).map(({ kind }) => kind)).not.toContain('push_fault')
    },
  )

  test.each([
    ['takes no signature for it', { answer: 403 }],
    ['has had too much for it', { answer: 429, retryAfter: '3600' }],
  ])('that turns one device away because it %s still serves other companies', async (_, mood) => {
    const strange = await browserOf(as.staff, moody)
    await moody.setMood(strange.id, mood)
    await as.staff.post('/pushes/test', {})
    await work()
    expect(await moody.asked(strange.id)).toBe(1)
    const other = await buildTeam(test_)
    const well = await browserOf(other.as.staff, moody)
    for (const client of [as.staff, other.as.staff]) await client.post('/pushes/test', {})
    await work()
    expect(await moody.messages(well.id)).toHaveLength(1)
    expect(await moody.asked(strange.id)).toBe(1)
  })

  test('that refuses a long message gets a short one, and after another refusal nothing more', async () => {
    const [short, none] = [await browserOf(as.staff, moody), await browserOf(as.owner, moody)]
    await moody.setMood(short.id, { answer: 413, times: 1 })
    await moody.setMood(none.id, { answer: 413 })
    const push = await write({ url: '/tasks' })
    await work()
    expect(await moody.read(short.id)).toMatchObject([{ title: 'Отгрузка завтра', body: '', url: '/tasks' }])
    expect(await moody.asked(none.id)).toBe(2)
    expect(await devicesOf(as.owner)).toMatchObject([{ failure: 'refused', failed_at: expect.any(String) }])
    expect(await get(push.id)).toMatchObject({ status: 'sent', counts: { delivered: 1, failed: 1 } })
  })

  test('that is not on the operator’s list gets no request', async () => {
    const endpoint = 'https://127.0.0.1:9/p/1'
    await buildDevice(db, people.staff, { endpoint, origin: 'https://127.0.0.1:9' })
    const push = await write()
    await work()
    expect(await devicesOf(as.staff)).toMatchObject([{ failure: 'refused' }])
    expect(await get(push.id)).toMatchObject({ status: 'failed' })
  })

  test('gets no more requests for a push after a day', async () => {
    const { id } = await browserOf(as.staff, moody)
    await moody.setMood(id, { answer: 500 })
    const push = await write()
    await work()
    moveClock(25 * 3_600_000)
    await workJobs(test_.root, ['send-pushes'])
    moveClock(0)
    expect(await moody.asked(id)).toBe(1)
    expect(await get(push.id)).toMatchObject({ status: 'failed', counts: { failed: 1 } })
  })
})
