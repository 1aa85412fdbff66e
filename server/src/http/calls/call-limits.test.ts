import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nowIso, stopClockAt } from '../../clock.ts'
import { PatientPool } from '../../database/connection/patient-pool.ts'
import { LimitError } from '../../errors/errors.ts'
import { minuteMs } from '../../sessions/session-life.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildMoySkladConnection } from '../../testing/moysklad/moysklad-items.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { times } from '../../testing/together.ts'
import { hashToken } from '../../token.ts'
import { limitWrites } from './call-limits.ts'

const limited = useTestApp({ limitsCalls: true })

// No bucket refills while the clock is stopped.
beforeEach(() => stopClockAt(nowIso()))
afterEach(() => {
  vi.restoreAllMocks()
  stopClockAt(null)
})

let addresses = 0
/** An address that no other test of this file calls from. */
function makeAddress(): string {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}

async function signIn() {
  const db = await buildCompany(limited.root)
  const user = await buildUser(limited.root, db, 'staff')
  const client = await TestClient.signIn(limited.app, user)
  // After this call the process knows the session.
  expect((await client.get('/user/sessions')).statusCode).toBe(200)
  return { db, user, client, cookie: client.cookieHeader() }
}

const guestCookie = async () => (await TestClient.guest(limited.app)).cookieHeader()

/** Cookies by what they contain. None of them signs anybody in. */
const deadCookies: Record<string, () => Promise<string>> = {
  none: async () => '',
  'a guest': guestCookie,
  'a made-up session': async () => 'artel_session=u.nobody',
  'a session that was signed out': async () => {
    const { client, cookie } = await signIn()
    expect((await client.post('/auth/logout')).statusCode).toBe(200)
    return cookie
  },
  'a session that has expired': async () => {
    const { cookie } = await signIn()
    stopClockAt(new Date(Date.now() + 121 * minuteMs).toISOString())
    return cookie
  },
  'a person who was archived': async () => {
    const { db, user, cookie } = await signIn()
    await db.update('users', { status: 'archived' }).where('id', '=', user.id).execute()
    return cookie
  },
}

const call = async (cookie: string, remoteAddress: string, url: string) =>
  (await limited.app.inject({ url, headers: { cookie }, remoteAddress })).statusCode

describe.each(['/api/user/sessions', '/storage/media/no.jpg'])('refused calls of %s', (url) => {
  test.each(Object.entries(deadCookies))(
    'use no database connection, with a cookie of %s',
    async (_, make) => {
      const [cookie, address] = [await make(), makeAddress()]
      // The first round makes the session unknown to the process; the second empties the bucket of unknown
      // sessions.
      for (let round = 0; round < 2; round += 1) await times(1200, () => call(cookie, address, url))
      const connect = vi.spyOn(PatientPool.prototype, 'connect')
      const statuses = await times(200, () => call(cookie, address, url))
      expect([new Set(statuses), connect.mock.calls.length]).toEqual([new Set([429]), 0])
    },
  )
})

test('an ended session counts as an unknown session after its first refusal', async () => {
  const [cookie, address] = [await deadCookies['a session that was signed out']?.(), makeAddress()]
  const connect = vi.spyOn(PatientPool.prototype, 'connect')
  for (let round = 0; round < 3; round += 1) {
    await times(1000, () => call(cookie ?? '', address, '/api/user/sessions'))
  }
  // At most one burst from the session's own bucket, and one from the bucket of unknown sessions.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(800)
})

test('concurrent calls look up their session at most as often as its call limit allows', async () => {
  const [{ cookie }, address] = [await signIn(), makeAddress()]
  // Stops this clock, because on a slow machine some calls would take so long that they read their session
  // again.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const connect = vi.spyOn(PatientPool.prototype, 'connect')
  const statuses = await times(400, () => call(cookie, address, '/api/user/sessions'))
  const allowed = statuses.filter((status) => status === 200).length
  expect([allowed, statuses.filter((status) => status === 429).length]).toEqual([299, 101])
  // Each call takes at most one connection for the session and one for its data.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(2 * allowed)
})

test('the call limit of a user is twice that of a session, for any number of sessions', async () => {
  const { user, cookie } = await signIn()
  const others = [await TestClient.signIn(limited.app, user), await TestClient.signIn(limited.app, user)]
  const cookies = [cookie, ...others.map((client) => client.cookieHeader())]
  const statuses: number[] = []
  // At most 300 calls of one person wait at the same time, so the calls come in rounds.
  for (let round = 0; round < 9; round += 1) {
    const one = cookies[round % 3] ?? ''
    statuses.push(...(await times(100, () => call(one, makeAddress(), '/api/user/sessions'))))
  }
  // The call that made the session known has already taken one drop.
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([599, 301])
})

describe('webhook messages', () => {
  const tell = async (key: string, remoteAddress: string) =>
    (await limited.app.inject({ method: 'POST', url: `/api/moy_sklad/hooks/${key}`, remoteAddress }))
      .statusCode

  test('to unknown addresses have the call limit of guests', async () => {
    const address = makeAddress()
    const statuses = await times(120, (index) => tell(`unknown-${index}`, address))
    expect([count(statuses, 404), count(statuses, 429)]).toEqual([100, 20])
  })

  test('to one company do not use up the limit of another company', async () => {
    const keys = [randomUUID(), randomUUID()] as const
    for (const key of keys) {
      const db = await buildCompany(limited.root)
      await buildMoySkladConnection(db, await buildUser(limited.root, db, 'owner'), {
        hook_digest: hashToken(key),
      })
    }
    const [statuses, address] = [[] as number[], makeAddress()]
    for (let sent = 0; sent < 310; sent += 1) statuses.push(await tell(keys[0], address))
    expect([count(statuses, 204), count(statuses, 429)]).toEqual([300, 10])
    expect(await tell(keys[1], address)).toBe(204)
  })
})

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

test('a webhook with a session cookie does not count towards the limit of the session', async () => {
  const [{ cookie }, address] = [await signIn(), makeAddress()]
  await limited.app.inject({ method: 'POST', url: '/api/moy_sklad/hooks/unknown', headers: { cookie } })
  const statuses = await times(299, () => call(cookie, address, '/api/user/sessions'))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('limits the writes of a user, not of a session, to 5000 at once and then one a second', async () => {
  const count = limitWrites()
  const person = { companyId: 1, userId: 1 }
  const write = (times: number) => {
    for (let written = 0; written < times; written++) count(person, 0)
  }
  write(5000)
  expect(() => write(1)).toThrow(LimitError)
  count({ companyId: 1, userId: 2 }, 0)
  stopClockAt(new Date(Date.parse(nowIso()) + 60_000).toISOString())
  write(60)
  expect(() => write(1)).toThrow(LimitError)
})

test('limits the bytes that a user writes, and those of all users of a company together', async () => {
  const count = limitWrites()
  const largest = 1_000_000
  const refusedFrom = (company: number, user: number) => {
    for (let calls = 0; calls < 1000; calls++)
      try {
        count({ companyId: company, userId: user }, largest)
      } catch (error) {
        expect(error).toBeInstanceOf(LimitError)
        return calls
      }
    return Number.POSITIVE_INFINITY
  }
  // 32 MiB of a user.
  expect(refusedFrom(1, 1)).toBe(33)
  // Small calls are counted by their number alone.
  for (let calls = 0; calls < 1000; calls++) count({ companyId: 1, userId: 1 }, 1024)
  const together = [2, 3, 4, 5, 6, 7, 8].map((user) => refusedFrom(1, user))
  expect(together).toEqual(together.map(() => 33))
  // 256 MiB of the company: the ninth user finds what the others have left.
  expect(refusedFrom(1, 9)).toBe(4)
  expect(refusedFrom(2, 1)).toBe(33)
  stopClockAt(new Date(Date.parse(nowIso()) + 3_600_000).toISOString())
  expect(refusedFrom(1, 1)).toBe(11)
})

describe('pages and assets', () => {
  const status = async (url: string, remoteAddress: string, cookie = '') =>
    (await limited.app.inject({ url, headers: { cookie }, remoteAddress })).statusCode

  test('are limited to 2,000 requests at once, for each address separately', async () => {
    const [address, other] = [makeAddress(), makeAddress()]
    const paths = ['/tasks', '/assets/app.js', '/login', '/favicon.svg', '/%61ssets/app.js']
    const statuses = await times(2001, (index) => status(paths[index % paths.length] ?? '', address))
    expect(statuses.filter((one) => one === 429)).toHaveLength(1)
    expect(await status('/tasks', address)).toBe(429)
    expect(await status('/tasks', other)).toBe(404)
    stopClockAt(new Date(Date.parse(nowIso()) + 1000).toISOString())
    const later = await times(201, () => status('/tasks', address))
    expect(later.filter((one) => one === 429)).toHaveLength(1)
  })

  test('are counted per known session, so that users behind one address can load them', async () => {
    const [{ cookie }, address] = [await signIn(), makeAddress()]
    await times(2001, () => status('/tasks', address))
    expect(await status('/tasks', address, 'artel_session=u.nobody')).toBe(429)
    expect(await status('/tasks', address, cookie)).toBe(404)
    await times(2000, () => status('/tasks', address, cookie))
    expect(await status('/tasks', address, cookie)).toBe(429)
  })

  test.each(['/healthz', '/readyz', '/metrics'])(
    'leave %s available to monitoring after their limit is used up',
    async (url) => {
      const address = makeAddress()
      await times(2001, () => status('/tasks', address))
      expect(await status(url, address)).not.toBe(429)
    },
  )
})
