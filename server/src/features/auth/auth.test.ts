import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

async function staff() {
  const db = await buildCompany(test_.root)
  return { db, user: await buildUser(test_.root, db, 'staff') }
}

const isSignedIn = async (client: TestClient) => (await client.post('/auth/init')).body.user !== null

describe('login', () => {
  test('works, by login or email in any case, and answers the whole home', async () => {
    const { db, user } = await staff()
    for (const body of [{ login: user.email.toUpperCase() }, { email: ` ${user.email}` }]) {
      const client = await TestClient.guest(test_.app)
      const answer = await client.post('/auth/login', { ...body, password: testPassword })
      expect(answer.statusCode).toBe(200)
      expect(answer.body.user).toMatchObject({
        id: user.id,
        is_logged_in: true,
        type: 'staff',
        email: user.email,
      })
      expect(answer.body.user).not.toHaveProperty('password_hash')
      expect(answer.body.company).toMatchObject({ id: db.companyId, timezone: 3 })
      expect(answer.body.warehouses).toMatchObject([{ name: 'Подольск', is_active: true }])
    }
  })

  test('is answered alike whatever is wrong', async () => {
    const { db, user } = await staff()
    const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    const client = await TestClient.guest(test_.app)
    const answers = await Promise.all([
      client.post('/auth/login', { login: user.email, password: 'wrong password' }),
      client.post('/auth/login', { login: 'nobody@artel.test', password: testPassword }),
      client.post('/auth/login', { login: archived.email, password: testPassword }),
    ])
    for (const { statusCode, raw, body } of answers) {
      expect(statusCode).toBe(422)
      expect(body.errors).toEqual({ login: ['Неверная почта или пароль'] })
      expect(raw.body).toBe(answers[0].raw.body)
    }
  })

  test('with a break in the name is one line of the log', async () => {
    const client = await TestClient.guest(test_.app)
    const before = test_.logged.length
    const login = 'a@artel.test\r\n{"level":30,"msg":"forged"}\n'
    expect((await client.post('/auth/login', { login, password: testPassword })).statusCode).toBe(422)
    const headers = { 'user-agent': 'a\tforged', 'x-forwarded-for': '1.1.1.1, forged' }
    await client.send('POST', '/auth/login', { login, password: testPassword }, { headers })
    const lines = test_.logged.slice(before)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain('forged')
  })

  test.each(['a\0@artel.test', '\uD800@artel.test', '@', 'Ж'.repeat(254)])(
    'is refused with the login %j',
    async (login) => {
      const client = await TestClient.guest(test_.app)
      const { statusCode, body } = await client.post('/auth/login', { login, password: testPassword })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['login']])
    },
  )

  test.each([{ $ne: '' }, ['x'], 5, null, 'x'.repeat(1001), ''])(
    'refuses the password %j unread',
    async (password) => {
      const { user } = await staff()
      const client = await TestClient.guest(test_.app)
      const { statusCode, body } = await client.post('/auth/login', { login: user.email, password })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['password']])
    },
  )

  test('a company that is switched off lets nobody in, and ends what is open', async () => {
    const { db, user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    await test_.root
      .updateTable('companies')
      .set({ is_active: false })
      .where('id', '=', db.companyId)
      .execute()
    for (const path of ['/listing/tasks', '/auth/init']) {
      const { statusCode, body } = await client.post(path)
      expect([statusCode, body.code]).toEqual([403, 'company_inactive'])
    }
    const guest = await TestClient.guest(test_.app)
    const { statusCode, body } = await guest.post('/auth/login', {
      login: user.email,
      password: testPassword,
    })
    expect([statusCode, body.code]).toEqual([403, 'company_inactive'])
    expect((await client.post('/auth/logout')).statusCode).toBe(200)
  })
})

describe('session', () => {
  test('has a new id at login, and the guest’s stays a guest’s', async () => {
    const { user } = await staff()
    const client = await TestClient.guest(test_.app)
    const before = new Map(client.cookies)
    await client.post('/auth/login', { login: user.email, password: testPassword })
    expect(client.cookies.get('artel_session')).not.toBe(before.get('artel_session'))
    expect(await isSignedIn(client)).toBe(true)
    for (const [name, value] of before) client.cookies.set(name, value)
    expect(await isSignedIn(client)).toBe(false)
  })

  test.each(['g.chosen.ru.by-attacker', 'u.chosen', 'chosen', ''])(
    'an id of a stranger’s making is not adopted: %s',
    async (id) => {
      const client = await TestClient.guest(test_.app)
      client.cookies.set('artel_session', id)
      const { raw } = await client.send('GET', '/sanctum/csrf-cookie')
      const given = raw.cookies.find(({ name }) => name === 'artel_session')?.value
      expect(given).toMatch(/^g\./)
      expect(given).not.toBe(id)
    },
  )

  test('is dead after logout', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user)
    const kept = new Map(client.cookies)
    expect((await client.post('/auth/logout')).statusCode).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
    for (const [name, value] of kept) client.cookies.set(name, value)
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })

  test('ends after 120 minutes of silence, and after 24 hours whatever happens', async () => {
    const { user } = await staff()
    const [idle, busy] = [await TestClient.signIn(test_.app, user), await TestClient.signIn(test_.app, user)]
    moveClock(119 * minute)
    expect(await isSignedIn(idle)).toBe(true)
    moveClock(119 * minute + 121 * minute)
    expect(await isSignedIn(idle)).toBe(false)
    expect(await isSignedIn(busy)).toBe(false)
    moveClock(0)
    const awake = await TestClient.signIn(test_.app, user)
    for (let at = 100; at <= 1400; at += 100) {
      moveClock(at * minute)
      expect(await isSignedIn(awake)).toBe(true)
    }
    moveClock(1441 * minute)
    expect(await isSignedIn(awake)).toBe(false)
  })

  test('that is remembered lives 30 days', async () => {
    const { user } = await staff()
    const client = await TestClient.signIn(test_.app, user, { remember: true })
    moveClock(29 * 1440 * minute)
    expect(await isSignedIn(client)).toBe(true)
    const { raw } = await client.send('GET', '/sanctum/csrf-cookie')
    expect(raw.cookies.find(({ name }) => name === 'artel_session')?.maxAge).toBe(30 * 86_400)
    moveClock(31 * 1440 * minute)
    expect(await isSignedIn(client)).toBe(false)
  })

  test('is stored as a hash, and at most 50 of a person live', async () => {
    const { user } = await staff()
    const first = await TestClient.signIn(test_.app, user)
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 10 }, () => TestClient.signIn(test_.app, user)))
    }
    const { rows } = await sql<{ count: number; leaked: boolean }>`
      select count(*) as count, bool_or(encode(token_hash, 'escape') = ${first.cookies.get('artel_session')}) as leaked
      from sessions where user_id = ${user.id}`.execute(test_.root)
    expect(rows[0]).toEqual({ count: 50, leaked: false })
    expect(await isSignedIn(first)).toBe(false)
  })

  test('of an archived person, or with a changed type, counts from the next call', async () => {
    const { db } = await staff()
    const admin = await buildUser(test_.root, db, 'admin')
    const client = await TestClient.signIn(test_.app, admin)
    await db.update('users', { type: 'staff' }).where('id', '=', admin.id).execute()
    expect((await client.post('/tasks/create', { title: 'x' })).statusCode).toBe(403)
    await db.update('users', { status: 'archived' }).where('id', '=', admin.id).execute()
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })
})

describe('language', () => {
  test('of a guest is kept in their session, of a person on the person', async () => {
    const { user } = await staff()
    const guest = await TestClient.guest(test_.app)
    expect((await guest.post('/app/set_locale', { locale: 'en' })).body).toMatchObject({ locale: 'en' })
    expect((await guest.post('/listing/tasks')).body.message).toBe('You are signed out. Sign in to go on')
    const client = await TestClient.signIn(test_.app, user)
    await client.post('/app/set_locale', { locale: 'en' })
    expect((await client.post('/auth/init')).body.user).toMatchObject({ language: 'en' })
    expect((await client.post('/app/set_locale', { locale: 'de' })).statusCode).toBe(422)
  })

  test('texts are read live outside production, by their tag', async () => {
    const guest = await TestClient.guest(test_.app)
    const { body, raw } = await guest.get('/app/localizations')
    expect(body.locales).toMatchObject({ ru: { 'tasks.title': 'Задачи' } })
    const headers = { 'if-none-match': String(raw.headers.etag) }
    expect((await guest.send('GET', '/app/localizations', undefined, { headers })).statusCode).toBe(304)
  })
})

describe('in production, behind https', () => {
  const production = useTestApp({ isProduction: true, appUrl: 'https://artel.example' })

  test('cookies are secure and bound to the host, and texts are not read live', async () => {
    const { raw } = await (await TestClient.guest(production.app)).send('GET', '/sanctum/csrf-cookie')
    const session = raw.cookies.find(({ name }) => name === '__Host-artel_session')
    expect(session).toMatchObject({ secure: true, httpOnly: true, path: '/' })
    expect(session).not.toHaveProperty('domain')
    expect(raw.headers).toHaveProperty('strict-transport-security')
    expect((await (await TestClient.guest(production.app)).get('/app/localizations')).statusCode).toBe(404)
  })
})

describe('init', () => {
  test('of a guest answers what the login page needs', async () => {
    const { body } = await (await TestClient.guest(test_.app)).post('/auth/init')
    expect(body).toMatchObject({ status: true, user: null, company: null, warehouses: [] })
    expect(body.config).toMatchObject({ languages: ['ru', 'en'], default_language: 'ru' })
    expect((body.config as { host: string }).host).toMatch(/^http.*\/$/)
  })
})
