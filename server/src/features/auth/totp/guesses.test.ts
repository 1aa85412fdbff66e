import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../../clock.ts'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, TestClient } from '../../../testing/client.ts'
import { mailsTo, workMails } from '../../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../../testing/rows/build.ts'
import { codeOf, setUpTotp } from '../../../testing/rows/totp.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

// Random addresses, so that no other test uses the same.
const makeAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const guest = () => TestClient.guest(test_.app)

async function guarded() {
  const user = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
  const client = await TestClient.signIn(test_.app, user)
  return { user, client, ...(await setUpTotp(client)) }
}

type Attempt = { client?: TestClient; code?: string; password?: string; address?: string }

async function login({ email }: TestUser, { client, code, password, address }: Attempt): Promise<Answer> {
  return (client ?? (await guest())).send(
    'POST',
    '/auth/login',
    { login: email, password: password ?? testPassword, ...(code !== undefined && { code }) },
    { remoteAddress: address ?? makeAddress() },
  )
}

/** Sends wrong codes, each from another address. @returns the status of each response */
async function guess(user: TestUser, count: number, attempt: Attempt = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < count; round++)
    statuses.push((await login(user, { code: '000000', ...attempt })).statusCode)
  return statuses
}

const warningsTo = async ({ email }: TestUser) => {
  const mails = await mailsTo(test_.root, email, 1)
  return mails.filter(({ subject }) => subject?.includes('без верного кода'))
}
const actionsOf = async ({ companyId, id }: TestUser) => {
  await workMails(test_.root)
  const entries = await new Db(test_.root, companyId)
    .from('audit')
    .select(['action', 'user_id'])
    .where('entity_id', '=', id)
    .where('entity', '=', 'user')
    .execute()
  return entries.filter(({ action }) => action.startsWith('login_code'))
}

async function reset({ email }: TestUser, client: TestClient): Promise<string> {
  await client.send('POST', '/auth/forgot', { email }, { remoteAddress: makeAddress() })
  const mails = await mailsTo(test_.root, email, 3)
  const tokens = mails.flatMap(({ text }) => /\/reset\/([\w-]+)\?/.exec(text ?? '')?.[1] ?? [])
  const password = 'вишня грузовик пять'
  const body = { token: tokens.at(-1), email, password, password_confirmation: password }
  expect((await client.post('/auth/reset', body)).statusCode).toBe(200)
  return password
}

describe('wrong codes', () => {
  test('are limited to ten an hour and twenty a day, from any number of addresses', async () => {
    const { user, secret } = await guarded()
    expect(await guess(user, 11)).toEqual([...Array(10).fill(422), 429])
    const right = await login(user, { code: codeOf(secret) })
    expect([right.statusCode, right.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(right.raw.headers['retry-after'])).toBeGreaterThan(3000)
    moveClock(61 * minute)
    expect(await guess(user, 11)).toEqual([...Array(10).fill(422), 429])
    moveClock(122 * minute)
    expect(await guess(user, 2)).toEqual([429, 429])
    moveClock(25 * 60 * minute)
    expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('still count after a password reset by mail, also in the browser of the reset', async () => {
    const { user, secret } = await guarded()
    await guess(user, 10)
    const client = await guest()
    const password = await reset(user, client)
    expect(await guess(user, 2, { password })).toEqual([429, 429])
    expect(await guess(user, 2, { password, client })).toEqual([429, 429])
    expect((await login(user, { password, client, code: codeOf(secret) })).statusCode).toBe(429)
  })

  test('of sign-ins and of disabling the factor are counted together', async () => {
    const { user, client } = await guarded()
    await guess(user, 6)
    const off = (code: string) => client.post('/user/totp/disable', { password: testPassword, code })
    const statuses: number[] = []
    for (let round = 0; round < 5; round++) statuses.push((await off('000000')).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 429])
  })

  test('sent concurrently are counted like sequential ones', async () => {
    const { user } = await guarded()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(user, { code: '000000' })))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
  })

  test('are cleared by a right code', async () => {
    const { user, secret } = await guarded()
    for (let round = 0; round < 3; round++) {
      expect(await guess(user, 9)).toEqual(Array(9).fill(422))
      moveClock((round + 1) * minute)
      expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
    }
  })

  test('below the limit do not lock out a known browser', async () => {
    const { user, client, secret } = await guarded()
    await guess(user, 9)
    await client.post('/auth/logout')
    expect((await login(user, { client, code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('beyond the limit do not block a recovery code, after which codes work again', async () => {
    const { user, secret, recoveryCodes } = await guarded()
    await guess(user, 11)
    expect((await login(user, { code: recoveryCodes[0] ?? '' })).statusCode).toBe(200)
    expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('do not count if the password is wrong', async () => {
    const { user, secret } = await guarded()
    await guess(user, 12, { password: 'wrong' })
    expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('of a factor that an owner has removed do not count against the next one', async () => {
    const { user, client } = await guarded()
    await guess(user, 10)
    const owner = await TestClient.signIn(
      test_.app,
      await buildUser(test_.root, new Db(test_.root, user.companyId), 'owner'),
    )
    expect((await owner.post(`/users/${user.id}/totp/reset`)).statusCode).toBe(200)
    expect((await login(user, {})).statusCode).toBe(200)
    const { secret } = await setUpTotp(client)
    expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
  })
})

describe('a right password without a right code', () => {
  test('is logged and mailed after more than three in a row, once an hour', async () => {
    const { user } = await guarded()
    for (let round = 0; round < 3; round++) expect((await login(user, {})).body.code).toBe('totp_required')
    expect(await actionsOf(user)).toEqual([])
    expect(await warningsTo(user)).toEqual([])
    const address = makeAddress()
    for (let round = 0; round < 5; round++) await login(user, { address })
    expect(await actionsOf(user)).toEqual([{ action: 'login_code_missing', user_id: null }])
    const mails = await warningsTo(user)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('сразу смените его')
    moveClock(61 * minute)
    await login(user, { address })
    expect(await warningsTo(user)).toHaveLength(2)
  })

  test('is mailed at most four times a day', async () => {
    const { user } = await guarded()
    for (let hour = 0; hour < 7; hour++) {
      moveClock(hour * 61 * minute)
      for (let round = 0; round < 4; round++) await login(user, {})
    }
    expect(await warningsTo(user)).toHaveLength(4)
  })

  test('is also mailed and logged for wrong codes', async () => {
    const { user } = await guarded()
    await login(user, {})
    await guess(user, 2)
    expect(await warningsTo(user)).toEqual([])
    await guess(user, 1)
    expect(await warningsTo(user)).toHaveLength(1)
    expect(await actionsOf(user)).toEqual(Array(3).fill({ action: 'login_code_failed', user_id: null }))
  })

  test('is mailed for wrong codes when a session tries to disable the factor', async () => {
    const { user, client } = await guarded()
    for (let round = 0; round < 4; round++)
      await client.post('/user/totp/disable', { password: testPassword, code: '000000' })
    expect(await warningsTo(user)).toHaveLength(1)
  })

  test('is neither mailed nor logged if each sign-in ends with a right code', async () => {
    const { user, secret } = await guarded()
    for (let round = 0; round < 6; round++) {
      moveClock(round * minute)
      await login(user, {})
      expect((await login(user, { code: codeOf(secret) })).statusCode).toBe(200)
    }
    expect(await warningsTo(user)).toEqual([])
    expect(await actionsOf(user)).toEqual([])
  })
})
