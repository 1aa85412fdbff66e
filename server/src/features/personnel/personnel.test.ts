import { randomUUID } from 'node:crypto'
import type { UserType } from '@artel/contract/access'
import type { ManagedUser } from '@artel/contract/users/users'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { buildTeam, canSignIn } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

const signIn = (user: TestUser) => TestClient.signIn(test_.app, user)

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_, { owner: { first_name: 'Анна', last_name: 'Северова' } }))
})

const chosen = 'вишня грузовик пять'
const draft = (fields: object = {}) => ({
  first_name: 'Вера',
  last_name: 'Полякова',
  email: `${randomUUID()}@artel.test`,
  ...fields,
})
const userOf = ({ body }: Answer) => body.user as ManagedUser
const put = (client: TestClient, id: number, body: object) => client.send('PUT', `/users/${id}`, body)
const setStatus = (client: TestClient, id: number, status: string, more: object = {}) =>
  client.send('PUT', `/users/${id}/status`, { status, ...more })

async function auditOf(id: number) {
  const { body } = await as.owner.post('/listing/audit?limit=50', { entity: 'user' })
  const entries = body.audit as { entity_id: number; action: string; before: object; after: object }[]
  return entries.filter(({ entity_id, action }) => entity_id === id && !action.startsWith('login'))
}

async function linkTo(email: string, count = 1): Promise<string> {
  const mails = await mailsTo(test_.root, email, count)
  return mails.at(-1)?.text?.match(/\/reset\/([\w-]+)\?email=/)?.[1] ?? ''
}

const accept = async (email: string, token: string, more: object = {}) => {
  const guest = await TestClient.guest(test_.app)
  return guest.post('/auth/reset', { token, email, password: chosen, password_confirmation: chosen, ...more })
}

describe('creating a user', () => {
  test('mails an invitation link to set a password; the user keeps the given type', async () => {
    const body = draft({ nick_name: 'Вер', phone: '+7 916 204-18-33', position: 'Упаковщица' })
    const created = await as.admin.post('/users/create', body)
    expect(created.statusCode).toBe(201)
    expect(userOf(created)).toMatchObject({
      ...body,
      full_name: 'Вера Полякова',
      type: 'staff',
      status: 'active',
      is_invited: true,
      force_change_password: false,
      language: 'ru',
      version: 1,
      email_verified_at: null,
    })
    const [mail] = await mailsTo(test_.root, body.email, 1)
    expect(mail?.subject).toBe('Приглашение в Артель')
    expect(mail?.text).toContain('Дарья Климова приглашает вас')
    expect(await canSignIn(test_, body.email, chosen)).toBe(false)
    const token = await linkTo(body.email)
    for (const more of [{ type: 'owner' }, { company_id: 1 }, { status: 'active' }]) {
      expect(fieldsOf(await accept(body.email, token, more))).toEqual([422, Object.keys(more)[0]])
    }
    expect((await accept(body.email, token)).statusCode).toBe(200)
    expect(await canSignIn(test_, body.email, chosen)).toBe(true)
    const { id } = userOf(created)
    const { user } = (await as.owner.get(`/users/${id}`)).body as { user: ManagedUser }
    expect(user).toMatchObject({ type: 'staff', is_invited: false, can: { invite: false } })
    expect(user.email_verified_at).not.toBeNull()
    expect(await auditOf(id)).toMatchObject([
      { action: 'password_reset' },
      { action: 'create', after: { full_name: 'Вера Полякова', type: 'staff', email: body.email } },
    ])
  })

  test('with a password allows sign-in at once and requires a new password, unless disabled', async () => {
    const asked = draft({ password: chosen })
    expect(userOf(await as.admin.post('/users/create', asked))).toMatchObject({
      is_invited: false,
      force_change_password: true,
    })
    const kept = draft({ password: chosen, force_change_password: false })
    expect(userOf(await as.admin.post('/users/create', kept))).toMatchObject({ force_change_password: false })
    expect(await canSignIn(test_, asked.email, chosen)).toBe(true)
    expect(await mailsTo(test_.root, asked.email, 0)).toEqual([])
  })

  test.each([
    [{ first_name: undefined }, 'first_name'],
    [{ last_name: ' ' }, 'last_name'],
    [{ first_name: 'Вера\r\nBcc: a@b.c' }, 'first_name'],
    [{ email: undefined }, 'email'],
    [{ email: 'victim@x.ru\r\nBcc: a@b.c' }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'короткий' }, 'password'],
    [{ password: '1234567890' }, 'password'],
    [{ type: 'king' }, 'type'],
    [{ phone: 'x'.repeat(51) }, 'phone'],
    [{ birth_date: '2026-02-30' }, 'birth_date'],
    [{ birth_date: '2199-01-01' }, 'birth_date'],
    [{ warehouse_id: 999_999_999 }, 'warehouse_id'],
    [{ company_id: 1 }, 'company_id'],
    [{ status: 'archived' }, 'status'],
    [{ money: 1 }, 'money'],
  ])('is refused with %j', async (fields, field) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const sent = draft(fields)
    expect(fieldsOf(await as.owner.post('/users/create', sent))).toEqual([422, field])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('rejects a warehouse of another company', async () => {
    const other = await buildCompany(test_.root)
    const { id } = await other.from('warehouses').select('id').executeTakeFirstOrThrow()
    expect(fieldsOf(await as.admin.post('/users/create', draft({ warehouse_id: id })))).toEqual([
      422,
      'warehouse_id',
    ])
  })

  test('rejects an email taken in any company, and names an archived user of this company', async () => {
    const other = await buildCompany(test_.root)
    const theirs = await buildUser(test_.root, other, 'staff', { status: 'archived' })
    const ours = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    const take = (email: string) => as.admin.post('/users/create', draft({ email: email.toUpperCase() }))
    for (const { email } of [people.staff, theirs]) {
      const refused = await take(email)
      expect(fieldsOf(refused)).toEqual([422, 'email'])
      expect(refused.body).not.toHaveProperty('archived_user_id')
    }
    expect((await take(ours.email)).body).toMatchObject({ code: 'invalid', archived_user_id: ours.id })
  })
})

describe('inviting again', () => {
  test('mails a new link and disables the old one', async () => {
    const body = draft()
    const { id } = userOf(await as.admin.post('/users/create', body))
    const first = await linkTo(body.email)
    expect((await as.admin.post(`/users/${id}/invite`)).statusCode).toBe(200)
    const second = await linkTo(body.email, 2)
    expect(fieldsOf(await accept(body.email, first))).toEqual([422, 'token'])
    expect((await accept(body.email, second)).statusCode).toBe(200)
    expect(codeOf(await as.admin.post(`/users/${id}/invite`))).toEqual([409, 'wrong_state'])
  })

  test('goes to the new address after an email change, and the old link stops working', async () => {
    const body = draft()
    const { id } = userOf(await as.admin.post('/users/create', body))
    const first = await linkTo(body.email)
    const email = `${randomUUID()}@artel.test`
    expect((await put(as.admin, id, { email })).statusCode).toBe(200)
    expect(fieldsOf(await accept(body.email, first))).toEqual([422, 'token'])
    expect((await accept(email, await linkTo(email))).statusCode).toBe(200)
  })
})

describe('updating a user', () => {
  test('changes only the sent fields and raises the version', async () => {
    const { id } = people.staff
    const answer = await put(as.admin, id, { position: 'Кладовщик', phone: '+7 900 000-00-00' })
    expect(userOf(answer)).toMatchObject({ position: 'Кладовщик', version: 2, first_name: 'Дарья' })
    expect(userOf(await put(as.admin, id, { position: 'Кладовщик' }))).toMatchObject({ version: 2 })
    expect(userOf(await put(as.admin, id, { phone: null }))).toMatchObject({ phone: null, version: 3 })
    expect(await auditOf(id)).toMatchObject([
      { action: 'update', before: { phone: '+7 900 000-00-00' }, after: { phone: null } },
      { action: 'update', after: { position: 'Кладовщик', phone: '+7 900 000-00-00' } },
    ])
  })

  test('applies a new email at once and notifies the old address', async () => {
    const email = `${randomUUID()}@artel.test`
    expect(userOf(await put(as.admin, people.staff.id, { email }))).toMatchObject({ email })
    expect(await canSignIn(test_, email, testPassword)).toBe(true)
    const [mail] = await mailsTo(test_.root, people.staff.email, 1)
    expect(mail?.text).toContain(email)
    expect(await auditOf(people.staff.id)).toMatchObject([
      { action: 'email_change', before: { email: people.staff.email }, after: { email } },
    ])
  })

  test('with a password ends the sessions and requires a new password, unless disabled', async () => {
    const theirs = await signIn(people.staff)
    const changed = await put(as.admin, people.staff.id, { password: chosen })
    expect(userOf(changed)).toMatchObject({ force_change_password: true })
    expect((await theirs.post('/users')).statusCode).toBe(401)
    expect(await canSignIn(test_, people.staff.email, chosen)).toBe(true)
    const [entry] = await auditOf(people.staff.id)
    expect(entry).toMatchObject({ action: 'password_change', after: { must_be_replaced: true } })
    expect(JSON.stringify(entry)).not.toContain('вишня')
    const kept = await put(as.admin, people.staff.id, {
      password: 'другой грузовик семь',
      force_change_password: false,
    })
    expect(userOf(kept)).toMatchObject({ force_change_password: false })
  })

  test('with another type ends the sessions and adds an audit entry', async () => {
    const theirs = await signIn(people.staff)
    const changed = await put(as.owner, people.staff.id, { type: 'admin' })
    expect(userOf(changed)).toMatchObject({ type: 'admin' })
    expect((await theirs.post('/users')).statusCode).toBe(401)
    expect(await auditOf(people.staff.id)).toMatchObject([
      { action: 'type_change', before: { type: 'staff' }, after: { type: 'admin' } },
    ])
  })

  test('rejects the actor’s own new password and email, which only the profile changes', async () => {
    const { id, email } = people.owner
    expect(fieldsOf(await put(as.owner, id, { password: chosen }))).toEqual([422, 'password'])
    expect(fieldsOf(await put(as.owner, id, { email: 'new@artel.test' }))).toEqual([422, 'email'])
    expect((await put(as.owner, id, { email, phone: '1' })).statusCode).toBe(200)
  })

  test.each([
    [{ email: '' }, 'email'],
    [{ first_name: null }, 'first_name'],
    [{ password: 'qwertyuiop' }, 'password'],
    [{ status: 'archived' }, 'status'],
    [{ version: 0 }, 'version'],
    [{ birth_date: '2199-01-01' }, 'birth_date'],
    [{ id: 7 }, 'id'],
  ])('is refused with %j', async (fields, field) => {
    const before = await fingerprint(test_.root, [db.companyId])
    expect(fieldsOf(await put(as.owner, people.staff.id, fields))).toEqual([422, field])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('lets admins manage only staff', async () => {
    const another = await buildUser(test_.root, db, 'admin')
    for (const { id } of [another, people.owner, people.admin]) {
      expect(codeOf(await put(as.admin, id, { position: 'Никто' }))).toEqual([403, 'forbidden'])
      expect(codeOf(await setStatus(as.admin, id, 'archived'))).toEqual([403, 'forbidden'])
      expect(codeOf(await as.admin.post(`/users/${id}/invite`))).toEqual([403, 'forbidden'])
    }
    for (const type of ['admin', 'owner']) {
      expect(codeOf(await put(as.admin, people.staff.id, { type }))).toEqual([403, 'forbidden'])
      const taken = await as.admin.post('/users/create', draft({ type }))
      expect(codeOf(taken)).toEqual([403, 'forbidden'])
    }
    expect((await put(as.admin, people.staff.id, { type: 'staff' })).statusCode).toBe(200)
  })
})
