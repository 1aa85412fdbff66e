import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

const staff = async () => buildUser(test_.root, await buildCompany(test_.root), 'staff')

// Addresses that no other test tries from.
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
    await Promise.all(Array.from({ length: 50 }, () => login(stranger, user.email, 'wrong', makeAddress())))
    const address = makeAddress()
    expect((await login(stranger, user.email, testPassword, address)).statusCode).toBe(429)
    expect((await login(known, user.email, testPassword, address)).statusCode).toBe(200)
    const forged = await TestClient.guest(test_.app)
    forged.cookies.set('artel_device', `x.${user.id}.forged`)
    expect((await login(forged, user.email, testPassword, address)).statusCode).toBe(429)
  })

  test('of many accounts are taken a hundred times from one address', async () => {
    const address = makeAddress()
    const client = await TestClient.guest(test_.app)
    const attempts = Array.from({ length: 100 }, (_, index) =>
      login(client, `${address}-${index}@artel.test`, 'wrong', address),
    )
    for (const { statusCode } of await Promise.all(attempts)) expect(statusCode).toBe(422)
    expect((await login(client, `${address}@artel.test`, 'wrong', address)).statusCode).toBe(429)
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
})
