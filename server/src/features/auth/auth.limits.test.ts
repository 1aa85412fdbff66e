import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/rows/build.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

const staff = async () => buildUser(test_.root, await buildCompany(test_.root), 'staff')

// Random addresses, so that no other test uses the same.
const makeAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function login(
  client: TestClient,
  email: string,
  password: string,
  remoteAddress: string,
  headers = {},
) {
  return client.send('POST', '/auth/login', { login: email, password }, { remoteAddress, headers })
}

/**
 * Deletes the jobs of wrong logins, because a test that waits for a mail would have to run all of them first.
 */
const dropWrongLogins = (login: string) =>
  sql`delete from jobs.job where name = 'wrong-login' and state < 'active' and data->>'login' like ${login}`.execute(
    test_.root,
  )

describe('wrong passwords', () => {
  test('are limited to five from one address, whatever X-Forwarded-For says', async () => {
    const { email } = await staff()
    const address = makeAddress()
    const client = await TestClient.guest(test_.app)
    for (let round = 0; round < 5; round++) {
      const headers = { 'x-forwarded-for': makeAddress() }
      expect((await login(client, email, 'wrong', address, headers)).statusCode).toBe(422)
    }
    const { statusCode, body, raw } = await login(client, ` ${email.toUpperCase()}`, testPassword, address)
    expect([statusCode, body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(client, email, testPassword, makeAddress())).statusCode).toBe(200)
    moveClock(16 * minute)
    expect((await login(await TestClient.guest(test_.app), email, testPassword, address)).statusCode).toBe(
      200,
    )
  })

  test('sent concurrently are counted like sequential ones', async () => {
    const { email } = await staff()
    const address = makeAddress()
    const client = await TestClient.guest(test_.app)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(client, email, 'wrong', address)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  })

  test('are limited to fifty an hour from all addresses; a known device still signs in', async () => {
    const user = await staff()
    const known = await TestClient.signIn(test_.app, user)
    await known.post('/auth/logout')
    const stranger = await TestClient.guest(test_.app)
    const guesses = Array.from({ length: 1000 }, () => login(stranger, user.email, 'wrong', makeAddress()))
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([...Array(50).fill(422), ...Array(950).fill(429)])
    const address = makeAddress()
    expect((await login(stranger, user.email, testPassword, address)).statusCode).toBe(429)
    expect((await login(known, user.email, testPassword, address)).statusCode).toBe(200)
    const forged = await TestClient.guest(test_.app)
    forged.cookies.set('artel_device', `x.${user.id}.forged`)
    expect((await login(forged, user.email, testPassword, address)).statusCode).toBe(429)
    const ofAnother = await TestClient.signIn(test_.app, await staff())
    expect((await login(ofAnother, user.email, testPassword, address)).statusCode).toBe(429)
    moveClock(61 * minute)
    const fresh = await TestClient.guest(test_.app)
    expect((await login(fresh, user.email, testPassword, address)).statusCode).toBe(200)
  })

  test('get no extra attempts from browsers that were known before a password change', async () => {
    const user = await staff()
    const collected = await Promise.all(Array.from({ length: 3 }, () => TestClient.signIn(test_.app, user)))
    const owner = await TestClient.signIn(test_.app, user)
    const password = 'вишня грузовик пять'
    const change = { current_password: testPassword, password, password_confirmation: password }
    expect((await owner.send('PUT', '/user/password', change)).statusCode).toBe(200)
    const address = makeAddress()
    const codes: number[] = []
    for (const client of collected) {
      client.cookies.delete('artel_session')
      await client.get('/sanctum/csrf-cookie')
      for (let guess = 0; guess < 4; guess += 1) {
        codes.push((await login(client, user.email, 'wrong', address)).statusCode)
      }
    }
    expect(codes.filter((code) => code === 422)).toHaveLength(5)
    // The browser in which the password was changed stays known.
    await owner.post('/auth/logout')
    expect((await login(owner, user.email, password, address)).statusCode).toBe(200)
  })

  test('do not lock out the browser in which the password was reset by mail', async () => {
    const [user, other] = [await staff(), await staff()]
    const guesser = await TestClient.guest(test_.app)
    const guess = ({ email }: { email: string }) =>
      Array.from({ length: 51 }, () => login(guesser, email, 'wrong', makeAddress()))
    await Promise.all([...guess(user), ...guess(other)])
    for (const { email } of [user, other]) await dropWrongLogins(email)
    const [owner, away] = [await TestClient.guest(test_.app), makeAddress()]
    expect((await login(owner, user.email, testPassword, away)).statusCode).toBe(429)
    await owner.send('POST', '/auth/forgot', { email: user.email }, { remoteAddress: away })
    const [mail] = await mailsTo(test_.root, user.email, 1)
    const token = /\/reset\/([\w-]+)\?/.exec(mail?.text ?? '')?.[1]
    const password = 'вишня грузовик пять'
    const twice = { password, password_confirmation: password }
    const body = { token, email: user.email, ...twice }
    expect((await owner.post('/auth/reset', { ...body, token: `${token}x` })).statusCode).toBe(422)
    expect(owner.cookies.has('artel_device')).toBe(false)
    expect((await owner.post('/auth/reset', body)).statusCode).toBe(200)
    // Only the counter of this account is cleared.
    const elsewhere = await TestClient.guest(test_.app)
    expect((await login(elsewhere, user.email, password, makeAddress())).statusCode).toBe(200)
    expect((await login(elsewhere, other.email, testPassword, makeAddress())).statusCode).toBe(429)
    // Guesses after the reset do not lock out the browser of the reset.
    await Promise.all(guess(user))
    await dropWrongLogins(user.email)
    expect((await login(await TestClient.guest(test_.app), user.email, password, away)).statusCode).toBe(429)
    expect((await login(owner, user.email, password, away)).statusCode).toBe(200)
  })

  test('for many accounts are limited to a hundred from one address, also concurrently', async () => {
    const address = makeAddress()
    const client = await TestClient.guest(test_.app)
    const attempts = Array.from({ length: 200 }, (_, index) =>
      login(client, `${address}-${index}@artel.test`, 'wrong', address),
    )
    const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode).sort()
    await dropWrongLogins(`${address}-%`)
    expect(codes).toEqual([...Array(100).fill(422), ...Array(100).fill(429)])
    expect((await login(client, `${address}@artel.test`, 'wrong', address)).statusCode).toBe(429)
  })

  test('from one IPv6 network of 64 bits count as from one address', async () => {
    const { email } = await staff()
    const network = `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}`
    const client = await TestClient.guest(test_.app)
    const attempts = Array.from({ length: 12 }, (_, index) =>
      login(client, email, 'wrong', `${network}::${(index + 1).toString(16)}:1`),
    )
    const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([...Array(5).fill(422), ...Array(7).fill(429)])
    expect((await login(client, email, testPassword, '2001:db9::1')).statusCode).toBe(200)
  })

  // Changes with the right password cost a hash too, and calls that end sessions wait in one queue with them.
  test('password changes are limited to twenty, also rejected ones; sessions can be ended', async () => {
    const user = await staff()
    const [client, elsewhere] = [
      await TestClient.signIn(test_.app, user),
      await TestClient.signIn(test_.app, user),
    ]
    const weak = {
      current_password: testPassword,
      password: 'password12',
      password_confirmation: 'password12',
    }
    const flood = Array.from({ length: 250 }, () => client.send('PUT', '/user/password', weak))
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([...Array(20).fill(422), ...Array(230).fill(429)])
    expect((await elsewhere.send('DELETE', '/user/sessions')).statusCode).toBe(200)
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
    moveClock(16 * minute)
    const password = 'вишня грузовик пять'
    const strong = { ...weak, password, password_confirmation: password }
    expect((await elsewhere.send('PUT', '/user/password', strong)).statusCode).toBe(200)
  })

  test('checks of one’s own password are limited to two hundred, right ones included', async () => {
    const client = await TestClient.signIn(test_.app, await staff())
    const check = () => client.post('/user/password/check', { password: testPassword })
    const codes = (await Promise.all(Array.from({ length: 210 }, check))).map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([...Array(200).fill(200), ...Array(10).fill(429)])
  })

  test.each([
    ['POST', '/user/password/check', { password: 'wrong' }],
    ['PUT', '/user/email', { email: 'new@artel.test', password: 'wrong' }],
    [
      'PUT',
      '/user/password',
      {
        current_password: 'wrong',
        password: 'вишня грузовик',
        password_confirmation: 'вишня грузовик',
      },
    ],
    ['POST', '/user/totp/enable', { password: 'wrong' }],
    ['POST', '/user/totp/disable', { password: 'wrong', code: '123456' }],
  ])('of a signed-in person are limited to ten: %s %s', async (method, path, body) => {
    const client = await TestClient.signIn(test_.app, await staff())
    for (let round = 0; round < 10; round++) {
      expect((await client.send(method, path, body)).statusCode).toBe(422)
    }
    expect((await client.send(method, path, body)).statusCode).toBe(429)
  })
})

test('fifty concurrent sign-ins with the right password all succeed', async () => {
  const user = await staff()
  const clients = await Promise.all(Array.from({ length: 50 }, () => TestClient.guest(test_.app)))
  const address = makeAddress()
  const answers = await Promise.all(clients.map((client) => login(client, user.email, testPassword, address)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

describe('calls', () => {
  const limited = useTestApp({ limitsCalls: true })

  test('are allowed in bursts of a hundred per address and three hundred per person', async () => {
    const remoteAddress = makeAddress()
    const guest = await TestClient.guest(limited.app)
    const knock = (client: TestClient) =>
      client.send('GET', '/sanctum/csrf-cookie', undefined, { remoteAddress })
    const guests = await Promise.all(Array.from({ length: 140 }, () => knock(guest)))
    const refused = guests.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(refused.length).toBeLessThanOrEqual(40)
    expect(refused[0]?.raw.headers['retry-after']).toBe('1')
    const client = await TestClient.signIn(limited.app, await staff())
    const people = await Promise.all(Array.from({ length: 250 }, () => client.get('/user/sessions')))
    expect(new Set(people.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('with unknown sessions are limited like calls of guests, also before the lookup', async () => {
    const remoteAddress = makeAddress()
    const knock = (value: string) =>
      limited.app.inject({
        url: '/api/user/sessions',
        headers: { cookie: `artel_session=u.${value}` },
        remoteAddress,
      })
    const answers = await Promise.all(Array.from({ length: 800 }, (_, index) => knock(`nobody${index}`)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([401, 429]))
    expect(codes.filter((code) => code === 401).length).toBeLessThan(300)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('1')
    const { email } = await staff()
    const elsewhere = await TestClient.guest(limited.app)
    expect((await login(elsewhere, email, testPassword, makeAddress())).statusCode).toBe(200)
  })
})
