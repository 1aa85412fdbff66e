import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../../clock.ts'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { mailsTo } from '../../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../../testing/rows/build.ts'

const test_ = useTestApp()
afterEach(() => moveClock(0))

async function signedIn(): Promise<{ user: TestUser; client: TestClient; email: string }> {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'staff')
  return { user, client: await TestClient.signIn(test_.app, user), email: `${randomUUID()}@artel.test` }
}

const change = (client: TestClient, email: unknown, password = testPassword) =>
  client.send('PUT', '/user/email', { email, password })

async function mailedPath(email: string): Promise<string> {
  const mails = await mailsTo(test_.root, email, 1)
  return (
    mails.at(-1)?.text?.match(/https:\/\/artel\.test\/api(\/auth\/email\/verify\?token=[\w-]+)/)?.[1] ?? ''
  )
}

const emailOf = async (client: TestClient) =>
  ((await client.post('/auth/init')).body.user as { email: string }).email

describe('a change of email', () => {
  test('takes effect when anybody opens the mailed link, also repeatedly', async () => {
    const { user, client, email } = await signedIn()
    expect((await change(client, ` ${email.toUpperCase()}`)).statusCode).toBe(200)
    expect(await emailOf(client)).toBe(user.email)
    const [notice] = await mailsTo(test_.root, user.email, 1)
    expect(notice?.text).toContain(email)
    expect(notice?.text).not.toContain('token')
    const path = await mailedPath(email)
    const stranger = (await signedIn()).client
    for (const method of ['HEAD', 'GET', 'GET']) {
      const { statusCode, raw } = await stranger.send(method, path)
      expect([statusCode, raw.headers.location]).toEqual([302, '/email-verified'])
    }
    expect(await emailOf(client)).toBe(email)
    expect((await client.post('/auth/init')).body.user).toMatchObject({
      email_verified_at: expect.stringMatching(/Z$/),
    })
    expect(await emailOf(stranger)).not.toBe(email)
    const told = await new Db(test_.root, user.companyId)
      .from('audit')
      .select(['user_id', 'before', 'after'])
      .where('action', '=', 'email_change')
      .execute()
    expect(told).toEqual([{ user_id: user.id, before: { email: user.email }, after: { email } }])
  })

  test('is rejected with an invalid or expired link', async () => {
    const { user, client, email } = await signedIn()
    await change(client, email)
    const path = await mailedPath(email)
    moveClock(25 * 3_600_000)
    const guest = await TestClient.guest(test_.app)
    for (const bad of [path, `${path}x`, '/auth/email/verify?token=', '/auth/email/verify']) {
      const { statusCode, raw } = await guest.get(bad)
      expect([statusCode, raw.headers.location]).toEqual([302, '/email-verified?error=invalid'])
    }
    moveClock(0)
    expect(await emailOf(client)).toBe(user.email)
  })

  test.each(['that session', 'all others'])(
    'is cancelled once the requesting session ends, by ending %s',
    async (which) => {
      const { user, client, email } = await signedIn()
      const thief = await TestClient.signIn(test_.app, user)
      await change(thief, email)
      const path = await mailedPath(email)
      const { sessions } = (await thief.get('/user/sessions')).body
      const theirs = (sessions as { id: number; is_current: boolean }[]).find(({ is_current }) => is_current)
      const ended = which === 'that session' ? `/user/sessions/${theirs?.id}` : '/user/sessions'
      expect((await client.send('DELETE', ended)).statusCode).toBe(200)
      const opened = await (await TestClient.guest(test_.app)).get(path)
      expect(opened.raw.headers.location).toBe('/email-verified?error=invalid')
      expect(await emailOf(client)).toBe(user.email)
    },
  )

  test('is rejected if somebody has taken the address in the meantime', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    await change(first.client, first.email)
    await change(second.client, first.email)
    const mails = await mailsTo(test_.root, first.email, 2)
    const paths = mails.map(({ text }) => text?.match(/\/auth\/email\/verify\?token=[\w-]+/)?.[0] ?? '')
    const locations: unknown[] = []
    for (const path of paths) locations.push((await first.client.get(path)).raw.headers.location)
    expect(locations.sort()).toEqual(['/email-verified', '/email-verified?error=invalid'])
  })

  test('is rejected for a taken or malformed address, with a wrong password, or for a guest', async () => {
    const { client, email } = await signedIn()
    const { user: other } = await signedIn()
    expect((await change(client, other.email)).body.errors).toEqual({ email: ['Эта почта уже занята'] })
    expect((await change(client, `${email}\r\nBcc: x@y.z`)).statusCode).toBe(422)
    expect((await change(client, email, 'wrong')).body.errors).toEqual({ password: ['Неверный пароль'] })
    expect((await change(await TestClient.guest(test_.app), email)).statusCode).toBe(401)
  })
})
