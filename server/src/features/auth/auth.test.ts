import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/rows/build.ts'

const test_ = useTestApp()

async function staff() {
  const db = await buildCompany(test_.root)
  return { db, user: await buildUser(test_.root, db, 'staff') }
}

describe('login', () => {
  test('accepts login or email in any letter case, and returns user, company and warehouses', async () => {
    const { db, user } = await staff()
    // Pasted invisible characters are not part of the email.
    const pasted = [{ login: `\u200b${user.email}\u2060` }, { email: user.email.replace('@', '＠') }]
    for (const body of [{ login: user.email.toUpperCase() }, { email: ` ${user.email}` }, ...pasted]) {
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

  test('accepts login and email together only if they are equal', async () => {
    const { db, user } = await staff()
    const other = await buildUser(test_.root, db, 'staff')
    const client = await TestClient.guest(test_.app)
    const both = (login: string, email: string) =>
      client.post('/auth/login', { login, email, password: testPassword })
    for (const [login, email] of [
      [user.email, other.email],
      [other.email, user.email],
      ['', user.email],
    ] as const) {
      const { statusCode, body } = await both(login, email)
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([
        422,
        login ? ['email'] : ['login', 'email'],
      ])
    }
    expect((await both(` ${user.email.toUpperCase()}`, user.email)).statusCode).toBe(200)
  })

  test('the database rejects an email that looks like another', async () => {
    const { db, user } = await staff()
    for (const email of [`\u200b${user.email}`, user.email.replace('a', 'а'), `${user.email} `]) {
      const change = db.update('logins', { email }).where('user_id', '=', user.id).execute()
      await expect(change, email).rejects.toThrow(/logins_email_is_ascii/)
    }
  })

  test('gives the same response whatever is wrong', async () => {
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

  test('cannot forge a log line with line breaks in the login or with headers', async () => {
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
    'rejects the login %j',
    async (login) => {
      const client = await TestClient.guest(test_.app)
      const { statusCode, body } = await client.post('/auth/login', { login, password: testPassword })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['login']])
    },
  )

  test.each([{ $ne: '' }, ['x'], 5, null, 'x'.repeat(1001), ''])(
    'rejects the invalid password %j at its field',
    async (password) => {
      const { user } = await staff()
      const client = await TestClient.guest(test_.app)
      const { statusCode, body } = await client.post('/auth/login', { login: user.email, password })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['password']])
    },
  )

  test('a deactivated company rejects sign-ins and calls of open sessions', async () => {
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

describe('language', () => {
  test('is saved for a guest in the session, for a user in the account', async () => {
    const { user } = await staff()
    const guest = await TestClient.guest(test_.app)
    expect((await guest.post('/app/set_locale', { locale: 'en' })).body).toMatchObject({ locale: 'en' })
    expect((await guest.post('/listing/tasks')).body.message).toBe('You are signed out. Sign in to continue')
    const client = await TestClient.signIn(test_.app, user)
    await client.post('/app/set_locale', { locale: 'en' })
    expect((await client.post('/auth/init')).body.user).toMatchObject({ language: 'en' })
    expect((await client.post('/app/set_locale', { locale: 'de' })).statusCode).toBe(422)
  })

  const production = useTestApp({ isProduction: true })

  test('texts are served only outside production, with an ETag', async () => {
    const guest = await TestClient.guest(test_.app)
    const { body, raw } = await guest.get('/app/localizations')
    expect(body.locales).toMatchObject({ ru: { 'tasks.title': 'Задачи' } })
    const headers = { 'if-none-match': String(raw.headers.etag) }
    expect((await guest.send('GET', '/app/localizations', undefined, { headers })).statusCode).toBe(304)
    const closed = await TestClient.guest(production.app)
    expect((await closed.get('/app/localizations')).statusCode).toBe(404)
  })
})

describe('init', () => {
  test('returns the data of the login page to a guest', async () => {
    const { body } = await (await TestClient.guest(test_.app)).post('/auth/init')
    expect(body).toMatchObject({ status: true, user: null, company: null, warehouses: [] })
    expect(body.config).toMatchObject({ languages: ['ru', 'en'], default_language: 'ru' })
    expect((body.config as { host: string }).host).toMatch(/^http.*\/$/)
  })
})
