import { randomInt, randomUUID } from 'node:crypto'
import type { ManagedUser } from '@artel/contract/users/users'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { mailsTo, workMails } from '../../testing/outbox.ts'
import { buildTeam, canSignIn, type Team } from '../../testing/rows/team.ts'
import { somebodyWaits } from '../../testing/waits.ts'

// An admin who knows a staff member's password acts at the same time as an owner who promotes that person.

const test_ = useTestApp()
let team: Team

beforeEach(async () => {
  team = await buildTeam(test_)
})

const [given, changed] = ['вишня грузовик пять', 'другой грузовик семь']
const twice = (password: string) => ({ password, password_confirmation: password })

type Target = { id: number; email: string; known: TestClient }

/**
 * Creates staff with a password from the admin, and a session in which the admin is signed in as that person.
 */
async function hire(): Promise<Target> {
  const email = `${randomUUID()}@artel.test`
  const draft = { first_name: 'Вера', last_name: 'Полякова', email, password: given }
  const body = { ...draft, force_change_password: false }
  const { id } = (await team.as.admin.post('/users/create', body)).body.user as ManagedUser
  const known = await TestClient.guest(test_.app)
  expect((await known.post('/auth/login', { login: email, password: given })).statusCode).toBe(200)
  return { id, email, known }
}

const promote = ({ id, email }: Target) => team.as.owner.send('PUT', `/users/${id}`, { type: 'admin', email })
const put = ({ id }: Target, body: object) => team.as.admin.send('PUT', `/users/${id}`, body)

/** Requests a link, each time from another address, because an address allows ten requests an hour. */
async function forget(email: string): Promise<void> {
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const guest = await TestClient.guest(test_.app)
  expect((await guest.send('POST', '/auth/forgot', { email }, { remoteAddress })).statusCode).toBe(200)
}

const tokenIn = (text = '') => /(?:\/reset\/|verify\?token=)([\w-]+)/.exec(text)?.[1]
const lastTokenTo = async (email: string) => tokenIn((await mailsTo(test_.root, email, 1)).at(-1)?.text)

/** Actions of the admin. Each prepares its call first and returns a function that makes the call. */
const attacks: [string, (target: Target) => Promise<() => Promise<unknown>>][] = [
  [
    'signs in',
    async ({ email }) => {
      const client = await TestClient.guest(test_.app)
      return () => client.post('/auth/login', { login: email, password: given })
    },
  ],
  ['gives another password', async (target) => () => put(target, { password: changed })],
  ['gives another email', async (target) => () => put(target, { email: `${randomUUID()}@artel.test` })],
  [
    'changes the password in the profile',
    async ({ known }) =>
      () =>
        known.send('PUT', '/user/password', { current_password: given, ...twice(changed) }),
  ],
  [
    'asks for another email in the profile',
    async ({ known }) =>
      () =>
        known.send('PUT', '/user/email', { email: `${randomUUID()}@artel.test`, password: given }),
  ],
  [
    'confirms another email',
    async ({ known }) => {
      const mine = `${randomUUID()}@artel.test`
      await known.send('PUT', '/user/email', { email: mine, password: given })
      const token = await lastTokenTo(mine)
      return () => known.get(`/auth/email/verify?token=${token}`)
    },
  ],
  [
    'resets the password by mail',
    async ({ email, known }) => {
      await forget(email)
      const token = await lastTokenTo(email)
      return () => known.post('/auth/reset', { token, email, ...twice(changed) })
    },
  ],
  [
    'begins a second factor',
    async ({ known }) =>
      () =>
        known.post('/user/totp/enable', { password: given }),
  ],
]

/** Lets both calls wait for the person's row, so that `first` runs before `second`. */
async function inOrder(id: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const started = await test_.root.transaction().execute(async (connection) => {
    await connection.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const one = first()
    await somebodyWaits(connection)
    const other = second()
    await somebodyWaits(connection, 2)
    // Returned in an object, because a bare promise would be awaited before the commit.
    return { both: Promise.all([one, other]) }
  })
  return (await started.both) as [Answer, Answer] // both return an answer
}

async function expectShutOut({ id, email, known }: Target) {
  const login = test_.root.selectFrom('logins').select(['email', 'password_hash', 'email_set_by'])
  expect(await login.where('user_id', '=', id).executeTakeFirstOrThrow()).toEqual({
    email,
    password_hash: null,
    email_set_by: team.people.owner.id,
  })
  for (const password of [given, changed]) expect(await canSignIn(test_, email, password)).toBe(false)
  expect((await known.get('/user/sessions')).statusCode).toBe(401)
  const { db } = team
  const ofPerson = { user_id: id }
  const sessions = db.from('sessions').select('user_id').where('user_id', '=', id)
  const factors = db.from('totp_factors').select('user_id').where('user_id', '=', id)
  const links = db.from('mailed_links').select(['user_id', 'kind']).where('user_id', '=', id)
  expect([await sessions.execute(), await factors.execute()]).toEqual([[], []])
  expect(await links.execute()).toEqual([{ ...ofPerson, kind: 'invitation' }])
}

describe('an owner promotes a user, and an admin who knows the password', () => {
  test.each(attacks)('%s before the promotion and loses access', async (_, prepare) => {
    const target = await hire()
    const attack = await prepare(target)
    const [, answer] = await inOrder(target.id, attack, () => promote(target))
    expect([answer.statusCode, answer.body.mailed_to]).toEqual([200, target.email])
    await expectShutOut(target)
  })

  test.each(attacks)('%s after the promotion and is refused', async (_, prepare) => {
    const target = await hire()
    const attack = await prepare(target)
    const [answer, refused] = await inOrder(target.id, () => promote(target), attack)
    expect([answer.statusCode, answer.body.mailed_to]).toEqual([200, target.email])
    expect(refused.statusCode === 302 ? refused.raw.headers.location : refused.statusCode).toEqual(
      expect.toBeOneOf(['/email-verified?error=invalid', 401, 403, 422]),
    )
    await expectShutOut(target)
  })

  test('requests a reset link, which fails while the email is unconfirmed', async () => {
    for (let round = 0; round < 4; round++) {
      const target = await hire()
      await forget(target.email)
      const bare = team.as.owner.send('PUT', `/users/${target.id}`, { type: 'admin' })
      const [answer] = await Promise.all([bare, workMails(test_.root)])
      expect([answer.statusCode, answer.body.mailed_to]).toEqual([200, null])
      const mails = await mailsTo(test_.root, target.email, 0)
      for (const { text } of mails) {
        const guest = await TestClient.guest(test_.app)
        const body = { token: tokenIn(text), email: target.email, ...twice(changed) }
        expect((await guest.post('/auth/reset', body)).statusCode).toBe(422)
      }
      expect(await canSignIn(test_, target.email, changed)).toBe(false)
    }
  })
})

test('only one of two concurrent promotions voids the password and mails a link', async () => {
  const target = await hire()
  const answers = await inOrder(
    target.id,
    () => promote(target),
    () => promote(target),
  )
  expect(answers.map(({ statusCode, body }) => [statusCode, body.mailed_to])).toEqual([
    [200, target.email],
    [200, null],
  ])
  await expectShutOut(target)
  expect(await mailsTo(test_.root, target.email, 1)).toHaveLength(1)
})
