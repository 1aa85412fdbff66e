import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../clock.ts'
import { useTestApp } from '../testing/app.ts'
import { TestClient } from '../testing/client.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../testing/rows/build.ts'

const second = 1000
const minute = 60_000
const day = 1440 * minute
const test_ = useTestApp()
// The clock is stopped, because tests that are exact to a second must not depend on the machine's time.
const start = Date.now()
const moveClock = (ms: number) => stopClockAt(new Date(start + ms).toISOString())

async function staff() {
  const db = await buildCompany(test_.root)
  return { db, user: await buildUser(test_.root, db, 'staff') }
}

const isSignedIn = async (client: TestClient) => (await client.post('/auth/init')).body.user !== null

const keepCookies = (client: TestClient) => {
  const kept = new Map(client.cookies)
  return () => {
    for (const [name, value] of kept) client.cookies.set(name, value)
  }
}

async function sessionsOf({ id, companyId }: TestUser): Promise<number> {
  const query = test_.root.selectFrom('sessions').select(sql<number>`count(*)::int4`.as('count'))
  const { count } = await query
    .where('company_id', '=', companyId)
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Gives a person a password hash that is cheap to check, so that they can sign in a thousand times. */
async function signInQuickly({ id }: TestUser): Promise<void> {
  const password_hash = await hash(testPassword, { memoryCost: 8, timeCost: 1 })
  await test_.root.updateTable('logins').set({ password_hash }).where('user_id', '=', id).execute()
}

describe('a session', () => {
  beforeEach(() => moveClock(0))
  afterEach(() => stopClockAt(null))

  test('gets a new id at login, and the old id stays that of a guest', async () => {
    const { user } = await staff()
    const client = await TestClient.guest(test_.app)
    const before = client.cookies.get('artel_session')
    const restore = keepCookies(client)
    await client.post('/auth/login', { login: user.email, password: testPassword })
    expect(client.cookies.get('artel_session')).not.toBe(before)
    expect(await isSignedIn(client)).toBe(true)
    restore()
    expect(await isSignedIn(client)).toBe(false)
  })

  test.each(['g.chosen.ru.by-attacker', 'u.chosen', 'chosen', ''])(
    'with an id chosen by a stranger is not adopted, also not at login: %s',
    async (id) => {
      const { user } = await staff()
      const client = await TestClient.guest(test_.app)
      client.cookies.set('artel_session', id)
      const { raw } = await client.send('GET', '/sanctum/csrf-cookie')
      const given = raw.cookies.find(({ name }) => name === 'artel_session')?.value
      expect(given).toMatch(/^g\./)
      expect(given).not.toBe(id)
      await client.post('/auth/login', { login: user.email, password: testPassword })
      expect(await isSignedIn(client)).toBe(true)
      client.cookies.set('artel_session', id)
      expect((await client.get('/user/sessions')).statusCode).toBe(401)
    },
  )

  test('of a guest with extra data after its signature is replaced', async () => {
    const client = await TestClient.guest(test_.app)
    const id = `${client.cookies.get('artel_session')}.${'more'.repeat(1000)}`
    client.cookies.set('artel_session', id)
    const { raw } = await client.send('GET', '/sanctum/csrf-cookie')
    const given = raw.cookies.find(({ name }) => name === 'artel_session')?.value
    expect(given).toMatch(/^g\./)
    expect(given).not.toBe(id)
  })

  test('is invalid after logout', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    const restore = keepCookies(client)
    expect((await client.post('/auth/logout')).statusCode).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
    restore()
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })

  test('ends after 120 minutes without a call, to the second', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    moveClock(120 * minute - second)
    expect((await client.get('/user/sessions')).statusCode).toBe(200)
    moveClock(240 * minute)
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
  })

  test('ends after 24 hours despite regular calls, to the second', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    for (let at = 10 * minute; at < day; at += 10 * minute) {
      moveClock(at)
      expect((await client.get('/user/sessions')).statusCode).toBe(200)
    }
    moveClock(day - second)
    expect((await client.get('/user/sessions')).statusCode).toBe(200)
    moveClock(day + second)
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
  })

  test('that is remembered lasts 30 days', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user, { remember: true })
    moveClock(29 * day)
    expect(await isSignedIn(client)).toBe(true)
    const { raw } = await client.send('GET', '/sanctum/csrf-cookie')
    expect(raw.cookies.find(({ name }) => name === 'artel_session')?.maxAge).toBe(30 * 86_400)
    moveClock(30 * day - second)
    expect(await isSignedIn(client)).toBe(true)
    moveClock(30 * day + second)
    expect(await isSignedIn(client)).toBe(false)
  })

  test('is stored as a hash', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    const value = client.cookies.get('artel_session')
    const { rows } = await sql<{ leaked: boolean }>`
      select bool_or(position(convert_to(${value}, 'UTF8') in token_hash) > 0 or sessions::text like ${`%${value}%`})
        as leaked from sessions where user_id = ${user.id}`.execute(test_.root)
    expect(rows).toEqual([{ leaked: false }])
  })

  test('applies the archiving or a new type of its user from the next call', async () => {
    const { db } = await staff()
    const admin = await buildUser(test_.root, db, 'admin')
    const client = await TestClient.signIn(test_.app, admin)
    await db.update('users', { type: 'staff' }).where('id', '=', admin.id).execute()
    expect((await client.post('/tasks/create', { title: 'x' })).statusCode).toBe(403)
    await db.update('users', { status: 'archived' }).where('id', '=', admin.id).execute()
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })
})

describe('sessions of one person', () => {
  test('are limited to the newest fifty after a thousand logins', async () => {
    const { user } = await staff()
    await signInQuickly(user)
    const first = await TestClient.signIn(test_.app, user)
    const guest = await TestClient.guest(test_.app)
    const login = { login: user.email, password: testPassword }
    const headers = { cookie: guest.cookieHeader(), ...guest.csrfHeader() }
    const signIn = () => test_.app.inject({ method: 'POST', url: '/api/auth/login', payload: login, headers })
    for (let round = 0; round < 49; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, signIn))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    }
    const late = await Promise.all(Array.from({ length: 20 }, () => TestClient.signIn(test_.app, user)))
    expect(await isSignedIn(first)).toBe(false)
    for (const client of late) expect(await isSignedIn(client)).toBe(true)
    expect((await late[0]?.get('/user/sessions'))?.body.sessions).toHaveLength(50)
    expect(await sessionsOf(user)).toBe(50)
  }, 120_000)

  test('that begin and end concurrently leave no rows behind', async () => {
    const { user } = await staff()
    await signInQuickly(user)
    const stays = await TestClient.signIn(test_.app, user)
    const visits = Array.from({ length: 50 }, async () => {
      const client = await TestClient.guest(test_.app)
      const login = await client.post('/auth/login', { login: user.email, password: testPassword })
      const seen = await client.get('/user/sessions')
      const restore = keepCookies(client)
      const logout = await client.post('/auth/logout')
      restore()
      const after = await client.get('/user/sessions')
      return [login, seen, logout, after].map(({ statusCode }) => statusCode)
    })
    for (const codes of await Promise.all(visits)) expect(codes).toEqual([200, 200, 200, 401])
    expect(await sessionsOf(user)).toBe(1)
    expect(await isSignedIn(stays)).toBe(true)
  })
})

describe('a page that was loaded for one user', () => {
  test('cannot write or read once the session of its browser is that of another user', async () => {
    const db = await buildCompany(test_.root)
    const [before, now] = [await buildUser(test_.root, db, 'staff'), await buildUser(test_.root, db, 'staff')]
    const client = await TestClient.signIn(test_.app, now)
    const change = { parent: 'user', settings: { theme: 'dark' } }
    const as = (userId: number) => ({ headers: { 'x-artel-person': `${db.companyId}.${userId}` } })
    const settings = async () =>
      (await test_.root.selectFrom('users').select('settings').where('id', '=', now.id).execute())[0]
        ?.settings
    const untouched = await settings()
    expect((await client.send('PUT', '/settings', change, as(before.id))).statusCode).toBe(401)
    expect((await client.send('GET', `/users/${now.id}`, undefined, as(before.id))).statusCode).toBe(401)
    expect(await settings()).toEqual(untouched)
    // The session itself is still valid.
    expect((await client.send('PUT', '/settings', change, as(now.id))).statusCode).toBe(200)
  })
})

describe('a connection that is', () => {
  const behind = useTestApp({ trustProxy: 'next' })
  const https = useTestApp({ isProduction: true, appUrl: 'https://artel.example' })
  const names = ['artel_session', 'artel_device', 'XSRF-TOKEN']

  /** All cookies that a sign-in sets. */
  async function cookiesOf({ app, root }: typeof test_, headers: Record<string, string>) {
    const user = await buildUser(root, await buildCompany(root), 'staff')
    const guest = await TestClient.guest(app)
    const options = { headers }
    const { raw: first } = await guest.send('GET', '/sanctum/csrf-cookie', undefined, options)
    const body = { login: user.email, password: testPassword }
    const { raw } = await guest.send('POST', '/auth/login', body, options)
    expect([first.statusCode, raw.statusCode]).toEqual([204, 200])
    return { cookies: [...first.cookies, ...raw.cookies], headers: raw.headers }
  }

  test.each<[string, typeof test_, Record<string, string>]>([
    ['https as the proxy says', behind, { 'x-forwarded-proto': 'https' }],
    ['https as the proxy says last', behind, { 'x-forwarded-proto': 'http, https' }],
    ['https as the settings say', https, {}],
  ])('%s has cookies that are secure and bound to the host', async (_, app, headers) => {
    const { cookies } = await cookiesOf(app, headers)
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set(['__Host-artel_session', '__Host-artel_device', 'XSRF-TOKEN']),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' })
      expect(cookie).not.toHaveProperty('domain')
      expect(cookie.httpOnly ?? false).toBe(cookie.name !== 'XSRF-TOKEN')
    }
  })

  test.each<[string, typeof test_, Record<string, string>]>([
    ['https as a stranger says', test_, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }],
    ['https as a stranger says in front of the proxy', behind, { 'x-forwarded-proto': 'https, http' }],
    ['plain', behind, {}],
  ])('%s has cookies that are not secure and not bound to the host', async (_, app, headers) => {
    const { cookies, headers: answered } = await cookiesOf(app, headers)
    expect(new Set(cookies.map(({ name }) => name))).toEqual(new Set(names))
    for (const cookie of cookies) expect(cookie.secure ?? false).toBe(false)
    expect(JSON.stringify(answered)).not.toContain('evil.example')
  })

  test('https has an HSTS header', async () => {
    const { headers } = await cookiesOf(https, {})
    expect(headers).toHaveProperty('strict-transport-security')
  })
})
