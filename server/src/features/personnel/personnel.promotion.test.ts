import { randomInt, randomUUID } from 'node:crypto'
import type { UserType } from '@artel/contract/access'
import type { ManagedUser } from '@artel/contract/users/users'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { mailsTo, workMails } from '../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { buildTeam, canSignIn } from '../../testing/rows/team.ts'
import { setUpTotp } from '../../testing/rows/totp.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

// A password from an admin, one to which the admin changes it, and one that only the person knows.
const [given, changed, own] = ['вишня грузовик пять', 'другой грузовик семь', 'три зелёных ящика']
const makeEmail = () => `${randomUUID()}@artel.test`
const userOf = ({ body }: Answer) => body.user as ManagedUser
const put = (client: TestClient, id: number, body: object) => client.send('PUT', `/users/${id}`, body)
const promote = (id: number, body: object = {}) => put(as.owner, id, { type: 'admin', ...body })
const read = async (id: number) => userOf(await as.owner.get(`/users/${id}`))
const twice = (password: string) => ({ password, password_confirmation: password })

type Hired = { id: number; email: string }

async function hire(client: TestClient, body: object = {}): Promise<Hired> {
  const draft = { first_name: 'Вера', last_name: 'Полякова', email: makeEmail(), ...body }
  const answer = await client.post('/users/create', draft)
  expect(answer.statusCode).toBe(201)
  return { id: userOf(answer).id, email: draft.email }
}

const signIn = async (email: string, password: string) => {
  const client = await TestClient.guest(test_.app)
  expect((await client.post('/auth/login', { login: email, password })).statusCode).toBe(200)
  return client
}

const linkIn = (text = '') => /\/reset\/([\w-]+)\?email=/.exec(text)?.[1]
const confirmationIn = (text = '') => /verify\?token=([\w-]+)/.exec(text)?.[1]

/** Tokens of all password links that were mailed to an address. Waits for `count` mails. */
async function linksTo(email: string, count = 0): Promise<string[]> {
  const mails = await mailsTo(test_.root, email, count)
  return mails.map(({ text }) => linkIn(text)).filter((token) => token !== undefined)
}

/** Requests a link, each time from another address, because an address allows ten requests an hour. */
async function forget(email: string): Promise<Answer> {
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const guest = await TestClient.guest(test_.app)
  const answer = await guest.send('POST', '/auth/forgot', { email }, { remoteAddress })
  expect(answer.statusCode).toBe(200)
  return answer
}

async function reset(email: string, token: string | undefined, password: string): Promise<Answer> {
  const guest = await TestClient.guest(test_.app)
  return guest.post('/auth/reset', { token, email, ...twice(password) })
}

/** Creates a person whom an owner has invited and who has set a password by the link. */
async function invitedByOwner(): Promise<Hired> {
  const hired = await hire(as.owner)
  expect((await reset(hired.email, (await linksTo(hired.email, 1))[0], own)).statusCode).toBe(200)
  return hired
}

/** `count`: number of mails to that address, including this one. */
async function confirmEmail(client: TestClient, password: string, email: string, count = 1): Promise<void> {
  expect((await client.send('PUT', '/user/email', { email, password })).statusCode).toBe(200)
  const token = confirmationIn((await mailsTo(test_.root, email, count)).at(-1)?.text)
  const guest = await TestClient.guest(test_.app)
  expect((await guest.get(`/auth/email/verify?token=${token}`)).raw.headers.location).toBe('/email-verified')
}

async function actionsOf(id: number) {
  const { body } = await as.owner.post('/listing/audit?limit=50', { entity: 'user' })
  const entries = body.audit as { entity_id: number; action: string; user: { id: number }; after: object }[]
  return entries.filter(({ entity_id, action }) => entity_id === id && !action.startsWith('login'))
}

describe('promoting a user whose password another user has set', () => {
  test('voids the password, ends the sessions and mails a link to the confirmed email', async () => {
    const { id, email } = await hire(as.admin, { password: given })
    const known = await signIn(email, given)
    expect(await read(id)).toMatchObject({ has_own_access: false, has_trusted_email: false })
    const answer = await promote(id, { email })
    expect([answer.statusCode, answer.body.mailed_to]).toEqual([200, email])
    expect(userOf(answer)).toMatchObject({
      type: 'admin',
      is_invited: true,
      force_change_password: false,
      has_own_access: false,
      has_trusted_email: true,
    })
    expect((await known.post('/users')).statusCode).toBe(401)
    const [mail] = await mailsTo(test_.root, email, 1)
    expect(mail?.subject).toBe('Новые права в Артели: задайте пароль')
    expect(mail?.text).toContain('Дарья Климова')
    expect(mail?.text).toContain('администратора')
    expect((await reset(email, linkIn(mail?.text), own)).statusCode).toBe(200)
    const theirs = await signIn(email, own)
    expect((await theirs.post('/listing/money')).statusCode).toBe(200)
    expect((await actionsOf(id)).map(({ action, after }) => [action, after])).toEqual([
      ['password_reset', {}],
      ['password_void', { mailed_to: email }],
      ['type_change', { type: 'admin' }],
      ['email_confirm', { email }],
      ['create', expect.objectContaining({ full_name: 'Вера Полякова', type: 'staff', email })],
    ])
  })

  test('refuses the voided password with the answer to a wrong password', async () => {
    const { id, email } = await hire(as.admin, { password: given })
    await promote(id, { email })
    const guest = await TestClient.guest(test_.app)
    const answer = await guest.post('/auth/login', { login: email, password: given })
    const nobody = await guest.post('/auth/login', { login: makeEmail(), password: given })
    expect([answer.statusCode, answer.raw.body]).toEqual([422, nobody.raw.body])
  })

  test('from admin to owner also voids a password that an owner has set', async () => {
    const { id, email } = await hire(as.owner, { type: 'admin', password: given })
    const answer = await put(as.owner, id, { type: 'owner' })
    expect([userOf(answer).type, answer.body.mailed_to]).toEqual(['owner', email])
    expect(await canSignIn(test_, email, given)).toBe(false)
    expect((await mailsTo(test_.root, email, 1))[0]?.text).toContain('владельца')
  })

  test('removes the second factor and says so in the mail', async () => {
    const { id, email } = await hire(as.admin, { password: given, force_change_password: false })
    const known = await signIn(email, given)
    await setUpTotp(known, given)
    expect(await read(id)).toMatchObject({ has_totp: true })
    expect(userOf(await promote(id, { email }))).toMatchObject({ has_totp: false })
    const mail = (await mailsTo(test_.root, email, 2)).at(-1)
    expect(mail?.text).toContain('Второй фактор снят')
    expect((await actionsOf(id)).map(({ action }) => action)).toContain('totp_reset')
  })

  test('invalidates pending links of every kind and forgets known browsers', async () => {
    const { id, email } = await hire(as.admin, { password: given, force_change_password: false })
    const known = await signIn(email, given)
    const elsewhere = makeEmail()
    await known.send('PUT', '/user/email', { email: elsewhere, password: given })
    await forget(email)
    const [before] = await linksTo(email, 2)
    const token = confirmationIn((await mailsTo(test_.root, elsewhere, 1))[0]?.text)
    await promote(id, { email })
    expect(fieldsOf(await reset(email, before, changed))).toEqual([422, 'token'])
    expect((await known.get(`/auth/email/verify?token=${token}`)).raw.headers.location).toContain('error')
    expect((await read(id)).email).toBe(email)
    // The browser is unknown again, so it is refused after a guest has used up the attempts of this address.
    const address = '10.201.7.1'
    const tryIn = (client: TestClient) =>
      client.send('POST', '/auth/login', { login: email, password: given }, { remoteAddress: address })
    const guest = await TestClient.guest(test_.app)
    for (let round = 0; round < 5; round++) expect((await tryIn(guest)).statusCode).toBe(422)
    expect((await tryIn(known)).statusCode).toBe(429)
  })

  test('is refused if the request also sets a password', async () => {
    const answer = await leavingNoTrace(test_.root, [db.companyId], () =>
      promote(people.staff.id, { password: given }),
    )
    expect(fieldsOf(answer)).toEqual([422, 'password'])
    expect((await promote(people.staff.id, { type: 'staff', password: given })).statusCode).toBe(200)
  })

  test('mails nothing to an archived user; an invitation works after the restore', async () => {
    const { id, email } = await hire(as.owner, { password: given })
    await as.owner.send('PUT', `/users/${id}/status`, { status: 'archived' })
    expect((await promote(id)).body.mailed_to).toBeNull()
    await as.owner.send('PUT', `/users/${id}/status`, { status: 'active' })
    expect([await canSignIn(test_, email, given), await linksTo(email)]).toEqual([false, []])
    expect((await as.owner.post(`/users/${id}/invite`)).statusCode).toBe(200)
    expect((await reset(email, (await linksTo(email, 1))[0], own)).statusCode).toBe(200)
  })

  test('keeps a password of the user’s own; a demotion keeps any password', async () => {
    const { id, email } = people.staff
    const answer = await promote(id)
    expect([userOf(answer).has_own_access, answer.body.mailed_to]).toEqual([true, null])
    expect(await canSignIn(test_, email, testPassword)).toBe(true)
    const hired = await hire(as.owner, { type: 'admin', password: given })
    expect((await put(as.owner, hired.id, { type: 'staff' })).body.mailed_to).toBeNull()
    expect(await canSignIn(test_, hired.email, given)).toBe(true)
  })
})

describe('the email of a promoted user', () => {
  test('gets no link while only an admin has chosen it, until an owner confirms it', async () => {
    const { id, email } = await hire(as.admin)
    const [invitation] = await linksTo(email, 1)
    const answer = await promote(id)
    expect([answer.statusCode, userOf(answer).type, answer.body.mailed_to]).toEqual([200, 'admin', null])
    expect(userOf(answer)).toMatchObject({ has_trusted_email: false, can: { invite: true } })
    expect(fieldsOf(await reset(email, invitation, given))).toEqual([422, 'token'])
    expect((await forget(email)).raw.body).toBe((await forget(makeEmail())).raw.body)
    await workMails(test_.root)
    expect(await linksTo(email, 1)).toEqual([invitation])
    expect((await as.owner.post(`/users/${id}/invite`)).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ has_trusted_email: true })
    expect((await reset(email, (await linksTo(email, 2))[1], own)).statusCode).toBe(200)
    expect((await actionsOf(id)).slice(0, 3).map(({ action, user }) => [action, user.id])).toEqual([
      ['password_reset', id],
      ['invite', people.owner.id],
      ['email_confirm', people.owner.id],
    ])
  })

  test('is replaced in the same request, and only the new email gets the link', async () => {
    const { id, email } = await hire(as.admin, { password: given })
    const right = makeEmail()
    expect((await promote(id, { email: right })).body.mailed_to).toBe(right)
    const [link] = await linksTo(right, 1)
    expect(await linksTo(email, 1)).toEqual([])
    expect((await reset(right, link, own)).statusCode).toBe(200)
    expect(await canSignIn(test_, email, own)).toBe(false)
  })

  test('gets the invitation when an owner replaces it later', async () => {
    const { id } = await hire(as.admin, { password: given })
    await promote(id)
    const right = makeEmail()
    expect((await put(as.owner, id, { email: right })).statusCode).toBe(200)
    expect((await reset(right, (await linksTo(right, 1))[0], own)).statusCode).toBe(200)
  })

  test('needs no confirmation if chosen by an owner, unless that user is no longer an owner', async () => {
    const first = await invitedByOwner()
    expect((await promote(first.id)).body.mailed_to).toBe(first.email)
    const other = await buildUser(test_.root, db, 'owner')
    const second = await hire(await TestClient.signIn(test_.app, other))
    await put(as.owner, other.id, { type: 'admin' })
    expect((await promote(second.id)).body.mailed_to).toBeNull()
  })

  test('is not confirmed when an owner invites a staff member again', async () => {
    const { id } = await hire(as.admin)
    expect((await as.owner.post(`/users/${id}/invite`)).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ has_trusted_email: false })
  })

  test('gets reset links again once an unconfirmed admin is staff again', async () => {
    const { id, email } = await hire(as.admin)
    await promote(id)
    await put(as.owner, id, { type: 'staff' })
    // Other test files send mails too, so two mails that wait together may be sent in any order.
    await linksTo(email, 1)
    await forget(email)
    expect((await reset(email, (await linksTo(email, 2))[1], given)).statusCode).toBe(200)
    await promote(id, { email })
    expect(await canSignIn(test_, email, given)).toBe(false)
  })
})

describe('own access to an account', () => {
  test('is gained by a link to an email that an owner has chosen, then a confirmed own email', async () => {
    const { id, email } = await invitedByOwner()
    expect(await read(id)).toMatchObject({ has_own_access: false, has_trusted_email: true })
    const right = makeEmail()
    await confirmEmail(await signIn(email, own), own, right)
    expect(await read(id)).toMatchObject({ has_own_access: true, has_trusted_email: true })
    expect((await promote(id)).body.mailed_to).toBeNull()
    expect(await canSignIn(test_, right, own)).toBe(true)
  })

  test('is lost when an admin sets a password or an email', async () => {
    for (const fields of [{ password: given }, { email: makeEmail() }]) {
      const { id } = await buildUser(test_.root, db, 'staff')
      expect((await read(id)).has_own_access).toBe(true)
      expect(userOf(await put(as.admin, id, fields)).has_own_access).toBe(false)
    }
  })

  // Actions by which an admin who knows the password acts in the person's name.
  const disguises: [string, (hired: Hired) => Promise<string>][] = [
    [
      'changes the password in the profile',
      async ({ email }) => {
        const known = await signIn(email, given)
        const body = { current_password: given, ...twice(changed) }
        expect((await known.send('PUT', '/user/password', body)).statusCode).toBe(200)
        return email
      },
    ],
    [
      'changes the email in the profile',
      async ({ email }) => {
        const mine = makeEmail()
        await confirmEmail(await signIn(email, given), given, mine)
        return mine
      },
    ],
    [
      'resets it by a mailbox of theirs and brings the email back',
      async ({ id, email }) => {
        const mine = makeEmail()
        await put(as.admin, id, { email: mine })
        await forget(mine)
        await reset(mine, (await linksTo(mine, 1))[0], changed)
        await confirmEmail(await signIn(mine, changed), changed, email, 2)
        return email
      },
    ],
    [
      'asks for another email before it is reset by mail',
      async ({ id }) => {
        const [mine, right] = [makeEmail(), makeEmail()]
        await put(as.owner, id, { email: right })
        const known = await signIn(right, given)
        await known.send('PUT', '/user/email', { email: mine, password: given })
        const token = confirmationIn((await mailsTo(test_.root, mine, 1))[0]?.text)
        await forget(right)
        expect((await reset(right, (await linksTo(right, 1))[0], own)).statusCode).toBe(200)
        await known.get(`/auth/email/verify?token=${token}`)
        return right
      },
    ],
  ]
  test.each(disguises)('is not gained if an admin who knows the password %s', async (_, disguise) => {
    const hired = await hire(as.admin, { password: given, force_change_password: false })
    const email = await disguise(hired)
    expect(await read(hired.id)).toMatchObject({ email, has_own_access: false })
    await promote(hired.id)
    for (const password of [given, changed]) expect(await canSignIn(test_, email, password)).toBe(false)
  })

  test('a password change cancels the email change requested with the old password', async () => {
    const { email } = people.staff
    const next = makeEmail()
    await as.staff.send('PUT', '/user/email', { email: next, password: testPassword })
    const token = confirmationIn((await mailsTo(test_.root, next, 1))[0]?.text)
    const body = { current_password: testPassword, ...twice(own) }
    expect((await as.staff.send('PUT', '/user/password', body)).statusCode).toBe(200)
    expect((await as.staff.get(`/auth/email/verify?token=${token}`)).raw.headers.location).toContain('error')
    expect(await canSignIn(test_, email, own)).toBe(true)
  })
})

describe('the database', () => {
  const setAuthors = (id: number, authors: object) =>
    test_.root.updateTable('logins').set(authors).where('user_id', '=', id).execute()
  const makeAdmin = (id: number) => db.update('users', { type: 'admin' }).where('id', '=', id).execute()

  test.each<[string, (admin: number) => object]>([
    ['another has set the password', (admin) => ({ password_set_by: admin })],
    ['nobody knows who has set the password', () => ({ password_set_by: null })],
    ['another has chosen the email', (admin) => ({ email_set_by: admin })],
    ['nobody knows who has chosen the email', () => ({ email_set_by: null })],
  ])('refuses to promote a user with a password if %s', async (_, authors) => {
    const { id } = people.staff
    await setAuthors(id, authors(people.admin.id))
    await expect(makeAdmin(id)).rejects.toThrow('somebody else may know the password')
    await setAuthors(id, { password_hash: null, password_set_by: null })
    await makeAdmin(id)
    expect((await read(id)).type).toBe('admin')
  })

  test('rejects an author of a missing password and authors from another company', async () => {
    const { id } = people.staff
    await expect(setAuthors(id, { password_hash: null })).rejects.toThrow('logins_password_author')
    const other = await buildUser(test_.root, await buildCompany(test_.root), 'admin')
    for (const authors of [{ password_set_by: other.id }, { email_set_by: other.id }]) {
      await expect(setAuthors(id, authors)).rejects.toThrow('foreign key')
    }
    await expect(setAuthors(id, { device_epoch: -1 })).rejects.toThrow('check constraint')
  })

  test('leaves an account without own access and trusted email once its author is deleted', async () => {
    const { id } = await hire(as.owner, { type: 'admin', password: given, force_change_password: false })
    const { email } = await read(id)
    const hired = await hire(await signIn(email, given), { password: given })
    expect((await as.owner.send('DELETE', `/users/${id}`)).statusCode).toBe(200)
    expect(await read(hired.id)).toMatchObject({ has_own_access: false, has_trusted_email: false })
  })
})
