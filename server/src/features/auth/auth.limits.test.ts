import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'
import { mailsTo } from '../../testing/outbox.ts'

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
  sql`delete from jobs.job where name = 'wrong-login' and data->>'login' like ${login}`.execute(test_.root)

describe('wrong passwords', () => {
  test('are taken five times from one address, whatever it says of itself', async () => {
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

  test('sent together are counted like those sent one by one', async () => {
    const { email } = await staff()
    const address = makeAddress()
    const client = await TestClient.guest(test_.app)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(client, email, 'wrong', address)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  })

  test('are taken fifty times an hour from everywhere, and then a known device still gets in', async () => {
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

  test('are not made easier by browsers that were collected with a password that is changed since', async () => {
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

  test('keep nobody out of a browser in which they have reset the password by mail', async () => {
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

  test('of many accounts are taken a hundred times from one address, two hundred at once included', async () => {
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

  test('of one IPv6 network of 64 bits are those of one address', async () => {
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
  test('of a new password are taken twenty times, refused ones included, and keep nobody from ending sessions', async () => {
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

  test('of one’s own password are taken two hundred times, right ones included', async () => {
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
        ...{ current_password: 'wrong' },
        password: 'вишня грузовик',
        password_confirmation: 'вишня грузовик',
      },
    ],
    ['POST', '/user/totp/enable', { password: 'wrong' }],
    ['POST', '/user/totp/disable', { password: 'wrong', code: '123456' }],
  ])('of a signed-in person are taken ten times: %s %s', async (method, path, body) => {
    const client = await TestClient.signIn(test_.app, await staff())
    for (let round = 0; round < 10; round++) {
      expect((await client.send(method, path, body)).statusCode).toBe(422)
    }
    expect((await client.send(method, path, body)).statusCode).toBe(429)
  })
})

test('fifty right sign-ins together are all let in', async () => {
  const user = await staff()
  const clients = await Promise.all(Array.from({ length: 50 }, () => TestClient.guest(test_.app)))
  const address = makeAddress()
  const answers = await Promise.all(clients.map((client) => login(client, user.email, testPassword, address)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

describe('calls in general', () => {
  const limited = useTestApp({ limitsCalls: true })

  test('come in bursts of a hundred from an address and three hundred from a person', async () => {
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

  test('with sessions that nobody has are limited like those of strangers, also before they are looked up', async () => {
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
