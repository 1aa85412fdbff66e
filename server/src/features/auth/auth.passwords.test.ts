import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { mailsTo, workMails } from '../../testing/outbox.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/rows/build.ts'
import { makeSubscription } from '../../testing/rows/pushes.ts'
import { compareTimes } from '../../testing/values/times.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { updateOwnPassword, upsertLink } from './auth.queries.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

const chosen = 'вишня грузовик пять'
const twice = (password: string) => ({ password, password_confirmation: password })

async function staff(fields: Parameters<typeof buildUser>[3] = {}) {
  const db = await buildCompany(test_.root)
  return { db, user: await buildUser(test_.root, db, 'staff', fields) }
}

const guest = () => TestClient.guest(test_.app)

async function forget(email: string) {
  return (await guest()).send('POST', '/auth/forgot', { email }, { remoteAddress: randomAddress() })
}

// Another address for each call, so that calls share no limit.
let host = 0
const randomAddress = () => `10.${process.pid % 250}.${Math.floor(host / 250)}.${host++ % 250}`

/** Requests a link and reads its token from the mail. */
async function resetToken(email: string): Promise<string> {
  await forget(email)
  return (await resetTokens(email, 1)).at(-1) ?? ''
}

/** Tokens of all mails so far, oldest first. */
const resetTokens = async (email: string, count: number): Promise<string[]> =>
  (await mailsTo(test_.root, email, count)).flatMap(
    ({ text }) => text?.match(/\/reset\/([\w-]+)\?email=/)?.[1] ?? [],
  )

const reset = async (email: string, token: string) =>
  (await guest()).post('/auth/reset', { token, email, ...twice(chosen) })

async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await (await guest()).post('/auth/login', { login: email, password })).statusCode === 200
}

describe('a forgotten password', () => {
  test('gets the same response for any email, and is mailed only to an active user', async () => {
    const { db, user } = await staff()
    const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    const answers = await Promise.all([user.email, archived.email, 'nobody@artel.test'].map(forget))
    for (const { statusCode, raw } of answers) {
      expect([statusCode, raw.body]).toEqual([200, answers[0]?.raw.body])
    }
    const [mail] = await mailsTo(test_.root, user.email, 1)
    expect(mail?.subject).toBe('Новый пароль для Артели')
    expect(mail?.text).toContain(`https://artel.test/reset/`)
    await workMails(test_.root)
    expect(await mailsTo(test_.root, archived.email, 0)).toEqual([])
  })

  test('takes the same time for any email', async () => {
    const { db } = await staff()
    const twenty = (fields = {}) =>
      Promise.all(Array.from({ length: 20 }, () => buildUser(test_.root, db, 'staff', fields)))
    // Twenty accounts of each kind, because an email allows three requests an hour.
    const [people, gone] = [await twenty(), await twenty({ status: 'archived' })]
    const { answers, ratio } = await compareTimes(60, [
      (round) => forget(people[round % 20]?.email ?? ''),
      (round) => forget(gone[round % 20]?.email ?? ''),
      (round) => forget(`nobody-${process.pid}-${round}@artel.test`),
    ])
    for (const { statusCode, raw } of answers) {
      expect([statusCode, raw.body]).toEqual([200, answers[0]?.raw.body])
    }
    // Every call does the same two inserts. A call that writes a mail would take far longer.
    expect(ratio).toBeLessThan(1.5)
  })

  test('is mailed with a link to this installation, whatever host the request has', async () => {
    const { user } = await staff({ language: 'en' })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await (await guest()).send(
      'POST',
      '/auth/forgot',
      { email: user.email },
      { headers, remoteAddress: randomAddress() },
    )
    const [mail] = await mailsTo(test_.root, user.email, 1)
    expect(mail?.subject).toBe('A new password for Artel')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
  })

  test('is mailed at most three times an hour to one email', async () => {
    const { user } = await staff()
    for (let round = 0; round < 3; round++) expect((await forget(user.email)).statusCode).toBe(200)
    for (let round = 3; round < 20; round++) {
      const { statusCode, body, raw } = await forget(user.email.toUpperCase())
      expect([statusCode, body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(raw.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect(await mailsTo(test_.root, user.email, 3)).toHaveLength(3)
    moveClock(61 * minute)
    expect((await forget(user.email)).statusCode).toBe(200)
  })

  test('does not count for the account if the address limit rejects it', async () => {
    const { user } = await staff()
    const remoteAddress = randomAddress()
    const client = await guest()
    const ask = (email: string) => client.send('POST', '/auth/forgot', { email }, { remoteAddress })
    const codes = []
    for (let round = 0; round < 10; round++) codes.push((await ask(`nobody${round}@artel.test`)).statusCode)
    for (let round = 0; round < 5; round++) codes.push((await ask(user.email)).statusCode)
    expect(codes).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
    expect((await forget(user.email)).statusCode).toBe(200)
  })

  test.each([
    { email: ['victim@artel.test', 'other@artel.test'] },
    { email: 'victim@artel.test\r\nBcc: other@artel.test' },
    { email: 'victim@artel.test,other@artel.test' },
    { email: 'nobody' },
    {},
  ])('is rejected with the body %j', async (body) => {
    const { statusCode, body: answer } = await (await guest()).post('/auth/forgot', body)
    expect([statusCode, Object.keys(answer.errors ?? {})]).toEqual([422, ['email']])
  })

  test('is rejected for two people in one form, and neither is mailed', async () => {
    const [{ user: victim }, { user: other }] = [await staff(), await staff()]
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const name of ['email', 'email[]']) {
      const payload = [victim, other].map(({ email }) => `${name}=${encodeURIComponent(email)}`).join('&')
      const answer = await (await guest()).send('POST', '/auth/forgot', undefined, { payload, headers })
      expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['email']])
    }
    await workMails(test_.root)
    expect([await mailsTo(test_.root, victim.email, 0), await mailsTo(test_.root, other.email, 0)]).toEqual([
      [],
      [],
    ])
  })
})

describe('a password reset', () => {
  test('sets the password, ends all sessions and clears the forced password change', async () => {
    const { user } = await staff({ force_change_password: true })
    const open = await TestClient.signIn(test_.app, user)
    const token = await resetToken(user.email)
    const body = { token, email: user.email, ...twice(chosen) }
    expect((await (await guest()).post('/auth/reset', body)).statusCode).toBe(200)
    expect((await open.get('/user/sessions')).statusCode).toBe(401)
    expect(await canSignIn(user.email, testPassword)).toBe(false)
    const client = await TestClient.signIn(test_.app, user, { password: chosen })
    expect((await client.post('/auth/init')).body.user).toMatchObject({ force_change_password: false })
    const mails = await mailsTo(test_.root, user.email, 2)
    expect(mails.map(({ subject }) => subject)).toContain('Пароль для Артели изменён')
  })

  test('works for only one of twenty concurrent requests', async () => {
    const { db, user } = await staff()
    const token = await resetToken(user.email)
    const passwords = Array.from({ length: 20 }, (_, index) => `${chosen} ${index}`)
    const client = await guest()
    const answers = await Promise.all(
      passwords.map((password) =>
        client.post('/auth/reset', { token, email: user.email, ...twice(password) }),
      ),
    )
    const winners = passwords.filter((_, index) => answers[index]?.statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(19)
    const told = await db.from('audit').select('user_id').where('action', '=', 'password_reset').execute()
    expect(told).toEqual([{ user_id: user.id }])
    expect(await canSignIn(user.email, winners[0] ?? '')).toBe(true)
  })

  test('rejects a sign-in with the old password that waits for its commit', async () => {
    const { db, user } = await staff()
    const person = { companyId: db.companyId, userId: user.id }
    const client = await guest()
    let late: Promise<Answer> | undefined
    await test_.root.transaction().execute(async (connection) => {
      await updateOwnPassword(connection, person, 'a hash of another password')
      late = client.post('/auth/login', { login: user.email, password: testPassword })
      await somebodyWaits(connection)
    })
    expect((await late)?.statusCode).toBe(422)
    expect(await db.from('sessions').select('id').execute()).toEqual([])
  })

  test('works only with the newest link', async () => {
    const { user } = await staff()
    await forget(user.email)
    const [first = ''] = await resetTokens(user.email, 1)
    await forget(user.email)
    const second = (await resetTokens(user.email, 2)).find((token) => token !== first) ?? ''
    expect((await reset(user.email, first)).body.errors).toHaveProperty('token')
    expect((await reset(user.email, second)).statusCode).toBe(200)
  })

  test('works with only one of several links that were created concurrently', async () => {
    const { db, user } = await staff()
    const person = { companyId: db.companyId, userId: user.id }
    const link = { ...person, email: user.email, kind: 'reset', lifeMs: 60 * minute } as const
    const tokens = await Promise.all(Array.from({ length: 12 }, () => upsertLink(test_.root, link)))
    const codes: number[] = []
    for (const token of tokens) codes.push((await reset(user.email, token)).statusCode)
    expect(codes.sort()).toEqual([200, ...Array(11).fill(422)])
    // The index also refuses a second link that another statement inserts.
    const insert = () =>
      db
        .insert('mailed_links', {
          token_hash: randomBytes(32),
          kind: 'reset',
          user_id: user.id,
          email: user.email,
          expires_at: new Date().toISOString(),
        })
        .execute()
    await insert()
    await expect(insert()).rejects.toThrow(/mailed_links_newest/)
  })

  test('is rejected with a link that is expired, cut, or another person’s', async () => {
    const { db, user } = await staff()
    const other = await buildUser(test_.root, db, 'staff')
    const token = await resetToken(user.email)
    const client = await guest()
    const reset = (body: object) =>
      client.post('/auth/reset', { token, email: user.email, ...twice(chosen), ...body })
    for (const body of [{ token: token.slice(1) }, { email: other.email }, { token: [] }]) {
      const answer = await reset(body)
      expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['token']])
    }
    moveClock(60 * minute + 1000)
    expect((await reset({})).body.errors).toEqual({ token: ['Ссылка больше не действует. Запросите новую'] })
    moveClock(59 * minute)
    expect((await reset({})).statusCode).toBe(200)
  })

  test('is rejected with a weak password, and the link stays valid', async () => {
    const { user } = await staff()
    const token = await resetToken(user.email)
    const client = await guest()
    for (const password of ['password1234', 'artel-artel', user.email, 'nine char']) {
      const answer = await client.post('/auth/reset', { token, email: user.email, ...twice(password) })
      expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['password']])
    }
    const unlike = { ...twice(chosen), password_confirmation: 'another' }
    const answer = await client.post('/auth/reset', { token, email: user.email, ...unlike })
    expect(answer.body.errors).toEqual({ password_confirmation: ['Пароли не совпадают'] })
    for (const extra of [{ type: 'owner' }, { company_id: 1 }, { status: 'active' }]) {
      const body = { token, email: user.email, ...twice(chosen), ...extra }
      expect((await client.post('/auth/reset', body)).statusCode).toBe(422)
    }
    const body = { token, email: user.email, ...twice(chosen) }
    expect((await client.post('/auth/reset', body)).statusCode).toBe(200)
  })
})

describe('a change of one’s own password', () => {
  const change = (client: TestClient, body: object) =>
    client.send('PUT', '/user/password', { current_password: testPassword, ...twice(chosen), ...body })

  test('ends the other sessions and gives the current one a new id', async () => {
    const { user } = await staff()
    const [client, other] = [
      await TestClient.signIn(test_.app, user),
      await TestClient.signIn(test_.app, user),
    ]
    const before = new Map(client.cookies)
    expect((await change(client, {})).statusCode).toBe(200)
    expect(client.cookies.get('artel_session')).not.toBe(before.get('artel_session'))
    expect((await client.post('/user/password/check', { password: chosen })).statusCode).toBe(200)
    expect((await other.get('/user/sessions')).statusCode).toBe(401)
    for (const [name, value] of before) client.cookies.set(name, value)
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
  })

  test.each([
    [{ current_password: 'wrong' }, 'current_password'],
    [twice('password1234'), 'password'],
    [twice('nine char'), 'password'],
    [{ password_confirmation: 'another' }, 'password_confirmation'],
    [{ current_password: undefined }, 'current_password'],
  ])('is rejected with %j', async (body, field) => {
    const { user } = await staff()
    const answer = await change(await TestClient.signIn(test_.app, user), body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    expect(await canSignIn(user.email, testPassword)).toBe(true)
  })

  const phrase = 'длинная фраза о вишнях, грузовиках и ящиках. '.repeat(5)
  test.each([
    '  с пробелами по краям  ',
    '💚🍒📦🚚🪟💚🍒📦🚚🪟',
    phrase.slice(0, 64),
    phrase.slice(0, 80),
    phrase.slice(0, 200),
  ])('keeps every character of «%s»', async (password) => {
    const { user } = await staff()
    expect((await change(await TestClient.signIn(test_.app, user), twice(password))).statusCode).toBe(200)
    expect(await canSignIn(user.email, password)).toBe(true)
    // `bytes`: the 72 bytes that bcrypt would compare.
    const bytes = Buffer.from(password).subarray(0, 72).toString('utf8')
    for (const other of [password.trim().slice(0, -1), password.slice(0, 72), `${password} `, bytes]) {
      if (other !== password) expect(await canSignIn(user.email, other)).toBe(false)
    }
  })

  test('is required before other calls if another person chose the password', async () => {
    const { user } = await staff({ force_change_password: true })
    const client = await TestClient.signIn(test_.app, user)
    for (const path of ['/listing/tasks', '/user/password/check', '/users']) {
      const { statusCode, body } = await client.post(path, { password: testPassword })
      expect([statusCode, body.code]).toEqual([403, 'password_change_required'])
    }
    expect((await client.post('/auth/init')).body.user).toMatchObject({ force_change_password: true })
    expect((await client.post('/app/set_locale', { locale: 'ru' })).statusCode).toBe(200)
    expect((await client.get('/app/localizations')).statusCode).toBe(200)
    expect((await client.get('/sanctum/csrf-cookie')).statusCode).toBe(204)
    expect((await change(client, twice(testPassword))).body.errors).toHaveProperty('password')
    expect((await change(client, {})).statusCode).toBe(200)
    expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  })

  test('requires a signed-in user', async () => {
    expect((await change(await guest(), {})).statusCode).toBe(401)
  })
})

describe('an intruder', () => {
  const ways = {
    'a change of the password': (client: TestClient) =>
      client.send('PUT', '/user/password', { current_password: testPassword, ...twice(chosen) }),
    'a reset by mail': async (_: TestClient, email: string) => reset(email, await resetToken(email)),
    'the end of the other sessions': (client: TestClient) => client.send('DELETE', '/user/sessions'),
  }
  const devices = (userId: number) =>
    test_.root.selectFrom('push_devices').select('id').where('user_id', '=', userId).orderBy('id').execute()

  test.each(Object.entries(ways))('loses mailed links and pushes after %s', async (_, end) => {
    const { user } = await staff()
    const [client, thief] = [
      await TestClient.signIn(test_.app, user),
      await TestClient.signIn(test_.app, user),
    ]
    await client.post('/pushes/subscribe', makeSubscription())
    await thief.post('/pushes/subscribe', makeSubscription())
    const [own, theirs] = await devices(user.id)
    // The thief's session has expired, which does not end pushes.
    await sql`update push_devices set session_hash = null where id = ${theirs?.id}`.execute(test_.root)
    const wanted = `thief-${user.id}@artel.test`
    await thief.send('PUT', '/user/email', { email: wanted, password: testPassword })
    const [mail] = await mailsTo(test_.root, wanted, 1)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(token).not.toBe('')
    expect((await end(client, user.email)).statusCode).toBe(200)
    const verified = await (await guest()).get(`/auth/email/verify?token=${token}`)
    expect(verified.raw.headers.location).toContain('error=invalid')
    expect(await canSignIn(wanted, testPassword)).toBe(false)
    const left = await devices(user.id)
    expect(left.map(({ id }) => id)).toEqual(end === ways['a reset by mail'] ? [] : [own?.id])
  })
})
