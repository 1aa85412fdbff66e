import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Root } from '../../../database/connection/open.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../../testing/rows/build.ts'
import { codeOf, setUpTotp } from '../../../testing/rows/totp.ts'
import { somebodyWaits } from '../../../testing/waits.ts'

// Credentials are judged before the transaction that uses them. What was judged may have changed until the person's
// row is locked.
const test_ = useTestApp()

async function person() {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'staff')
  return { user, client: await TestClient.signIn(test_.app, user) }
}

/** Does the work while the person's row is locked. */
const whileLocked = (user: TestUser, work: (connection: Root) => Promise<void>) =>
  test_.root.transaction().execute(async (connection) => {
    await sql`select from users where company_id = ${user.companyId} and id = ${user.id} for update`.execute(
      connection,
    )
    await work(connection)
  })

const signIn = (guest: TestClient, user: TestUser, code?: string) =>
  guest.post('/auth/login', {
    login: user.email,
    password: testPassword,
    remember: true,
    ...(code && { code }),
  })

const replaceSecret = (connection: Root, user: TestUser) =>
  connection
    .updateTable('totp_factors')
    .set({ secret: randomUUID() })
    .where('user_id', '=', user.id)
    .execute()

test('a sign-in without a code begins no session if a second factor is confirmed meanwhile', async () => {
  const { user, client } = await person()
  const { body } = await client.post('/user/totp/enable', { password: testPassword })
  const intruder = await TestClient.guest(test_.app)
  let answers: Promise<{ statusCode: number; body: Record<string, unknown> }[]> = Promise.resolve([])
  await whileLocked(user, async (connection) => {
    const confirming = client.post('/user/totp/confirm', { code: codeOf(body.secret as string) })
    await somebodyWaits(connection)
    const signing = signIn(intruder, user)
    await somebodyWaits(connection, 2)
    answers = Promise.all([confirming, signing])
  })
  expect(await answers).toMatchObject([
    { statusCode: 200 },
    { statusCode: 422, body: { code: 'totp_required' } },
  ])
  expect((await intruder.get('/user/totp')).statusCode).toBe(401)
  expect((await client.get('/user/sessions')).body.sessions).toHaveLength(1)
})

test('a sign-in with a code begins no session if another factor replaces the one of the code', async () => {
  const { user, client } = await person()
  const { recoveryCodes } = await setUpTotp(client)
  const guest = await TestClient.guest(test_.app)
  let answer: ReturnType<typeof signIn> | undefined
  await whileLocked(user, async (connection) => {
    answer = signIn(guest, user, recoveryCodes[0])
    await somebodyWaits(connection)
    await replaceSecret(connection, user)
  })
  expect(await answer).toMatchObject({ body: { code: 'totp_required' } })
  expect((await guest.get('/user/totp')).statusCode).toBe(401)
})

test('a code of a factor disables no other factor that replaces it', async () => {
  const { user, client } = await person()
  const { recoveryCodes } = await setUpTotp(client)
  let answer: ReturnType<typeof client.post> | undefined
  await whileLocked(user, async (connection) => {
    answer = client.post('/user/totp/disable', { password: testPassword, code: recoveryCodes[0] })
    await somebodyWaits(connection)
    await replaceSecret(connection, user)
  })
  expect(await answer).toMatchObject({ body: { code: 'wrong_state' } })
  expect((await client.get('/user/totp')).body.totp).toMatchObject({ confirmed_at: expect.any(String) })
})
