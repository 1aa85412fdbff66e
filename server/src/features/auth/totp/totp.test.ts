import type { UserType } from '@artel/contract/access'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../../clock.ts'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { fingerprinted } from '../../../testing/fingerprint.ts'
import { mailsTo } from '../../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../../testing/rows/build.ts'
import { codeOf, setUpTotp } from '../../../testing/rows/totp.ts'

const minute = 60_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

async function person(type: UserType = 'staff') {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, type)
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

async function guarded() {
  const made = await person()
  return { ...made, ...(await setUpTotp(made.client)) }
}

const guest = () => TestClient.guest(test_.app)
const login = (client: TestClient, user: TestUser, code?: string, password = testPassword) =>
  client.post('/auth/login', { login: user.email, password, ...(code !== undefined && { code }) })
const enable = (client: TestClient) => client.post('/user/totp/enable', { password: testPassword })
const auditOf = ({ companyId, id }: TestUser) =>
  new Db(test_.root, companyId)
    .from('audit')
    .select(['action', 'user_id', 'before', 'after', 'title'])
    .where('entity_id', '=', id)
    .where('entity', '=', 'user')
    .orderBy('id')
    .execute()

describe('setting up a second factor', () => {
  test('gives a secret, takes its code, gives recovery codes, and mails the person', async () => {
    const { user, client } = await person()
    const { body } = await enable(client)
    expect(body.url).toContain(`secret=${body.secret}`)
    expect(body.qr).toMatch(/^<svg /)
    expect((await login(await guest(), user)).statusCode).toBe(200)
    const answer = await client.post('/user/totp/confirm', { code: codeOf(body.secret as string) })
    expect(answer.body.recovery_codes).toHaveLength(10)
    expect(new Set(answer.body.recovery_codes as string[]).size).toBe(10)
    expect((await client.get('/user/totp')).body.totp).toEqual({
      confirmed_at: expect.stringMatching(/Z$/),
      recovery_codes_left: 10,
    })
    expect((await mailsTo(test_.root, user.email, 1))[0]?.subject).toContain('с кодом')
    expect((await auditOf(user)).at(-1)).toMatchObject({ action: 'totp_enable', user_id: user.id, after: {} })
  })

  test('ends all other sessions of the person and drops an email that one of them requested', async () => {
    const { user, client } = await person()
    const stranger = await TestClient.signIn(test_.app, user)
    const asked = { email: `other-${user.email}`, password: testPassword }
    expect((await stranger.send('PUT', '/user/email', asked)).statusCode).toBe(200)
    await setUpTotp(client)
    expect((await stranger.get('/user/totp')).statusCode).toBe(401)
    expect((await client.get('/user/totp')).statusCode).toBe(200)
    const links = test_.root.selectFrom('mailed_links').select('kind').where('user_id', '=', user.id)
    expect(await links.execute()).toEqual([])
  })

  test('stores the secret, the recovery codes and the password in no table as plain text', async () => {
    const { user, secret, recoveryCodes } = await guarded()
    const tables = fingerprinted.map(
      (name) => sql`select t::text as row from ${sql.table(name)} t where company_id = ${user.companyId}`,
    )
    const all = sql.join([...tables, sql`select data::text from jobs.job`], sql` union all `)
    const { rows } = await sql<{ row: string }>`${all}`.execute(test_.root)
    const stored = rows.map(({ row }) => row.toLowerCase()).join('\n')
    expect(stored).toContain('totp_enable')
    for (const code of [
      secret,
      testPassword,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(code.toLowerCase())
    expect(test_.logged.join()).not.toContain(secret)
  })

  test('is rejected without the password, twice, with a wrong code, or before its start', async () => {
    const { client } = await person()
    expect((await client.post('/user/totp/enable', { password: 'wrong' })).body.errors).toHaveProperty(
      'password',
    )
    expect((await client.post('/user/totp/confirm', { code: '123456' })).statusCode).toBe(409)
    const { secret } = (await enable(client)).body
    for (const code of ['000000', codeOf(secret as string, 5), 'кот', '1'.repeat(61), '', null, 5]) {
      const { statusCode, body } = await client.post('/user/totp/confirm', { code })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['code']])
    }
    expect((await client.post('/user/totp/confirm', { code: codeOf(secret as string) })).statusCode).toBe(200)
    expect((await enable(client)).body.code).toBe('wrong_state')
    expect((await enable(await guest())).statusCode).toBe(401)
  })

  test('allows ten wrong codes in 15 minutes', async () => {
    const { client } = await person()
    const { secret } = (await enable(client)).body
    const confirm = (code: string) => client.post('/user/totp/confirm', { code })
    for (let round = 0; round < 10; round++) expect((await confirm('000000')).statusCode).toBe(422)
    expect((await confirm(codeOf(secret as string))).statusCode).toBe(429)
    expect((await client.get('/user/totp')).body.totp).toMatchObject({ confirmed_at: null })
  })

  test('gives recovery codes to only one of twenty concurrent requests', async () => {
    const { client } = await person()
    const { secret } = (await enable(client)).body
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/user/totp/confirm', { code: codeOf(secret as string) })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await client.get('/user/totp')).body.totp).toMatchObject({ recovery_codes_left: 10 })
  })
})

describe('a sign-in with a second factor', () => {
  test('asks for the code only after the right password', async () => {
    const { user, secret } = await guarded()
    const client = await guest()
    const asked = await login(client, user)
    expect([asked.statusCode, asked.body.code]).toEqual([422, 'totp_required'])
    expect(asked.body.errors).toEqual({ code: ['Введите код из приложения'] })
    const wrong = await login(client, user, codeOf(secret), 'wrong')
    expect(wrong.body.errors).toEqual({ login: ['Неверная почта или пароль'] })
    const code = codeOf(secret)
    expect((await login(client, user, ` ${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
    expect((await client.get('/user/sessions')).statusCode).toBe(200)
  })

  test.each([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])('with a clock that is %i codes off gets status %i', async (ahead, expected) => {
    const { user, secret } = await guarded()
    moveClock(10 * minute)
    expect((await login(await guest(), user, codeOf(secret, ahead))).statusCode).toBe(expected)
  })

  test('rejects a used or older code', async () => {
    const { user, secret } = await guarded()
    moveClock(10 * minute)
    expect((await login(await guest(), user, codeOf(secret))).statusCode).toBe(200)
    for (const ahead of [0, -1]) {
      const { body } = await login(await guest(), user, codeOf(secret, ahead))
      expect(Object.keys(body.errors ?? {})).toEqual(['code'])
    }
    expect((await login(await guest(), user, codeOf(secret, 1))).statusCode).toBe(200)
  })

  test('succeeds for only one of twenty concurrent attempts with one code', async () => {
    const { user, secret } = await guarded()
    const clients = await Promise.all(Array.from({ length: 20 }, guest))
    const code = codeOf(secret)
    const answers = await Promise.all(clients.map((client, index) => from(client, user, code, index)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('succeeds for only one of twenty concurrent attempts with one recovery code', async () => {
    const { user, client, recoveryCodes } = await guarded()
    const clients = await Promise.all(Array.from({ length: 20 }, guest))
    const [code = ''] = recoveryCodes
    const answers = await Promise.all(clients.map((each, index) => from(each, user, code, index)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await client.get('/user/totp')).body.totp).toMatchObject({ recovery_codes_left: 9 })
  })

  test('accepts a recovery code in any spelling, once, then mails and logs it', async () => {
    const { user, recoveryCodes } = await guarded()
    const [code = ''] = recoveryCodes
    const typed = ` ${code.toUpperCase().replaceAll('-', '– ')} `
    expect((await login(await guest(), user, typed)).statusCode).toBe(200)
    expect((await login(await guest(), user, code)).statusCode).toBe(422)
    const mails = await mailsTo(test_.root, user.email, 2)
    expect(mails.map(({ text }) => text).join()).toContain('Осталось 9 кодов')
    expect((await auditOf(user)).slice(-2)).toMatchObject([
      { action: 'login', user_id: user.id, after: { recovery_codes_left: 9 } },
      { action: 'login_code_failed', user_id: null },
    ])
  })

  test('counts wrong codes as wrong passwords; a right password alone does not clear them', async () => {
    const { user, secret } = await guarded()
    const client = await guest()
    for (let round = 0; round < 5; round++) {
      expect((await login(client, user)).body.code).toBe('totp_required')
      expect((await login(client, user, '000000')).statusCode).toBe(422)
    }
    expect((await login(client, user, codeOf(secret))).statusCode).toBe(429)
    moveClock(16 * minute)
    expect((await login(client, user, codeOf(secret))).statusCode).toBe(200)
  })

  test('works after a clock that ran ahead was set back', async () => {
    const { user, secret } = await guarded()
    moveClock(24 * 60 * minute)
    expect((await login(await guest(), user, codeOf(secret))).statusCode).toBe(200)
    moveClock(0)
    expect((await login(await guest(), user, codeOf(secret))).statusCode).toBe(200)
    expect((await login(await guest(), user, codeOf(secret))).statusCode).toBe(422)
  })

  test.each([0, 11, 12, 27, 28, -1])(
    'rejects codes if a bit of byte %i of the stored secret was flipped; all else works',
    async (byte) => {
      const { user, client, secret, recoveryCodes } = await guarded()
      const factor = test_.root.selectFrom('totp_factors').select('secret').where('user_id', '=', user.id)
      const sealed = Buffer.from((await factor.executeTakeFirstOrThrow()).secret, 'base64')
      const at = byte < 0 ? sealed.length + byte : byte
      sealed[at] = (sealed[at] ?? 0) ^ 1
      const turned = { secret: sealed.toString('base64') }
      await test_.root.updateTable('totp_factors').set(turned).where('user_id', '=', user.id).execute()
      expect((await login(await guest(), user, codeOf(secret))).body.errors).toHaveProperty('code')
      expect((await client.post('/auth/init')).statusCode).toBe(200)
      expect((await login(await guest(), user, recoveryCodes[0])).statusCode).toBe(200)
    },
  )

  test('rejects a code of a secret that was copied into another person’s row', async () => {
    const [one, other] = [await guarded(), await guarded()]
    const factors = test_.root.selectFrom('totp_factors').select('secret')
    const { secret } = await factors.where('user_id', '=', one.user.id).executeTakeFirstOrThrow()
    await test_.root
      .updateTable('totp_factors')
      .set({ secret })
      .where('user_id', '=', other.user.id)
      .execute()
    expect((await login(await guest(), other.user, codeOf(one.secret))).statusCode).toBe(422)
    expect((await login(await guest(), one.user, codeOf(one.secret))).statusCode).toBe(200)
  })

  test('needs a recovery code if the secret was encrypted with another key', async () => {
    const { user, secret, recoveryCodes } = await guarded()
    await test_.root
      .updateTable('totp_factors')
      .set({ secret: 'c2VhbGVkIHVuZGVyIGFub3RoZXIga2V5IG9mIGFub3RoZXIgaW5zdGFsbGF0aW9u' })
      .where('user_id', '=', user.id)
      .execute()
    expect((await login(await guest(), user, codeOf(secret))).statusCode).toBe(422)
    expect((await login(await guest(), user, recoveryCodes[0])).statusCode).toBe(200)
  })
})

/** Signs in from another address for each `index`, so that no limit refuses the concurrent calls. */
const from = (client: TestClient, user: TestUser, code: string, index: number) =>
  client.send(
    'POST',
    '/auth/login',
    { login: user.email, password: testPassword, code },
    { remoteAddress: `10.9.${user.id % 250}.${index}` },
  )

describe('disabling a second factor', () => {
  test('needs the password and a code, and is logged', async () => {
    const { user, client, secret, recoveryCodes } = await guarded()
    const off = (body: object) => client.post('/user/totp/disable', { password: testPassword, ...body })
    expect((await off({ code: '000000' })).body.errors).toHaveProperty('code')
    expect((await off({ code: codeOf(secret), password: 'wrong' })).body.errors).toHaveProperty('password')
    expect((await off({})).body.errors).toHaveProperty('code')
    expect((await off({ code: recoveryCodes[3] })).statusCode).toBe(200)
    expect((await login(await guest(), user)).statusCode).toBe(200)
    expect((await client.get('/user/totp')).body.totp).toEqual({ confirmed_at: null, recovery_codes_left: 0 })
    expect((await auditOf(user)).map(({ action }) => action)).toContain('totp_disable')
    expect((await off({ code: recoveryCodes[4] })).body.code).toBe('wrong_state')
  })

  test('allows ten wrong codes in 15 minutes, also with the right password', async () => {
    const { client, secret } = await guarded()
    const off = (code: string) => client.post('/user/totp/disable', { password: testPassword, code })
    for (let round = 0; round < 10; round++) expect((await off('000000')).statusCode).toBe(422)
    expect((await off(codeOf(secret))).statusCode).toBe(429)
  })
})

describe('a company that requires a second factor', () => {
  const require_ = async (db: Db) => {
    await db.updateCompany({ settings: { security: { require_totp: true } } })
  }

  test.each(['admin', 'owner'] as const)(
    'blocks all other calls of an %s until it is set up',
    async (type) => {
      const { db, user, client } = await person(type)
      await require_(db)
      for (const path of ['/listing/tasks', '/users', '/user/totp/disable']) {
        const { statusCode, body } = await client.post(path)
        expect([statusCode, body.code]).toEqual([403, 'totp_setup_required'])
      }
      expect((await client.post('/auth/init')).body.user).toMatchObject({ must_set_up_totp: true })
      expect((await client.post('/app/set_locale', { locale: 'ru' })).statusCode).toBe(200)
      await setUpTotp(client)
      expect((await client.post('/auth/init')).body.user).toMatchObject({ must_set_up_totp: false })
      expect((await client.post('/listing/tasks')).statusCode).toBe(200)
      expect((await login(await guest(), user)).body.code).toBe('totp_required')
    },
  )

  test('requires none of staff', async () => {
    const { db, client } = await person()
    await require_(db)
    expect((await client.post('/listing/tasks')).statusCode).toBe(200)
    expect((await client.post('/auth/init')).body.user).toMatchObject({ must_set_up_totp: false })
  })

  test('asks for a required password change first', async () => {
    const { db, user, client } = await person('admin')
    await require_(db)
    await db.update('users', { force_change_password: true }).where('id', '=', user.id).execute()
    expect((await client.post('/listing/tasks')).body.code).toBe('password_change_required')
    expect((await enable(client)).body.code).toBe('password_change_required')
  })
})

test('the database requires a factor for a recovery code, and a person for a factor', async () => {
  const { user } = await person()
  const ids = { company_id: user.companyId, user_id: user.id }
  const insert = test_.root.insertInto('recovery_codes')
  await expect(insert.values({ ...ids, code_hash: Buffer.alloc(32) }).execute()).rejects.toThrow(
    /foreign key/,
  )
  const at = new Date().toISOString()
  const factor = { secret: 'x', created_at: at }
  const put = (row: object) =>
    test_.root
      .insertInto('totp_factors')
      .values({ ...ids, ...factor, ...row })
      .execute()
  await expect(put({ user_id: 2 ** 40 })).rejects.toThrow(/foreign key/)
  await expect(put({ secret: '' })).rejects.toThrow(/check/)
  await expect(put({ last_step: -1 })).rejects.toThrow(/check/)
  await put({})
  await expect(put({})).rejects.toThrow(/unique/)
  await expect(insert.values({ ...ids, code_hash: Buffer.alloc(31) }).execute()).rejects.toThrow(/check/)
})
