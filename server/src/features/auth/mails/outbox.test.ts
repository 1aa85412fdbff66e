import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, codeOf, TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { mailsTo } from '../../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { mailboxOf } from './outbox.ts'

const test_ = useTestApp()
const hourMs = 3_600_000
const maxOfRecipient = 8
const maxOfCompany = 300
const maxOfOwnChanges = 8
let db: Db
let owner: TestUser
let admin: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  owner = await buildUser(test_.root, db, 'owner')
  admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
})
afterEach(() => moveClock(0))

const newEmail = () => `${randomUUID()}@artel.test`
const hire = (email: string, fields: object = {}, by = admin) =>
  by.post('/users/create', { first_name: 'Вера', last_name: 'Полякова', email, ...fields })
const idOf = ({ body }: Answer) => (body.user as { id: number }).id
const invite = (id: number, by = admin) => by.post(`/users/${id}/invite`)
const refused = [429, 'too_many_mails']

/** Invites an address until it has reached the limit of mails per hour. */
async function spend(email: string): Promise<number> {
  const id = idOf(await hire(email))
  for (let count = 1; count < maxOfRecipient; count++) expect((await invite(id)).statusCode).toBe(200)
  return id
}

test('each queued mail names its company', async () => {
  await spend(newEmail())
  const { rows } = await sql<{ companies: boolean; own: number }>`
    select bool_and(data ? 'company_id') as companies,
      count(*) filter (where (data->>'company_id')::int8 = ${db.companyId})::int4 as own
    from jobs.job where name = 'mail'`.execute(test_.root)
  expect(rows).toEqual([{ companies: true, own: maxOfRecipient }])
})

describe('mails to one address', () => {
  test('are limited per hour, and the response says when to retry', async () => {
    const email = newEmail()
    const id = await spend(email)
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await invite(id)
    expect(codeOf(answer)).toEqual(refused)
    expect(Number(answer.raw.headers['retry-after'])).toBeGreaterThan(3000)
    expect(answer.body.message).toMatch(/слишком много писем.*через \d+ минут/)
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect(await mailsTo(test_.root, email, maxOfRecipient)).toHaveLength(maxOfRecipient)
    const reader = await TestClient.signIn(
      test_.app,
      await buildUser(test_.root, db, 'admin', { language: 'en' }),
    )
    expect((await invite(id, reader)).body.message).toMatch(/Too many emails.*Try again in \d+ minutes/)
    moveClock(hourMs + 1000)
    expect((await invite(id)).statusCode).toBe(200)
  })

  test('are limited per day', async () => {
    const id = await spend(newEmail())
    for (const hours of [1, 2]) {
      moveClock(hours * (hourMs + 1000))
      for (let count = 0; count < maxOfRecipient; count++) expect((await invite(id)).statusCode).toBe(200)
    }
    moveClock(3 * (hourMs + 1000))
    expect(codeOf(await invite(id))).toEqual(refused)
    moveClock(24 * hourMs + 60_000)
    // The old session has expired by then.
    const again = await TestClient.signIn(test_.app, owner)
    expect((await invite(id, again)).statusCode).toBe(200)
  })

  test('share one limit when two admins invite concurrently', async () => {
    const id = idOf(await hire(newEmail()))
    const other = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    const answers = await Promise.all(
      Array.from({ length: 2 * maxOfRecipient }, (_, index) => invite(id, index % 2 ? admin : other)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([
      ...Array.from({ length: maxOfRecipient - 1 }, () => 200),
      ...Array.from({ length: maxOfRecipient + 1 }, () => 429),
    ])
  })

  test('are counted by mailbox without its plus suffix, also after the user is deleted', async () => {
    const email = newEmail()
    const id = await spend(email)
    const another = email.replace('@', '+more@').toUpperCase()
    expect(codeOf(await hire(another))).toEqual(refused)
    const asOwner = await TestClient.signIn(test_.app, owner)
    expect((await asOwner.send('DELETE', `/users/${id}`)).statusCode).toBe(200)
    expect(codeOf(await hire(email))).toEqual(refused)
  })

  test('are counted for each company separately', async () => {
    const email = newEmail()
    const other = await TestClient.signIn(
      test_.app,
      await buildUser(test_.root, await buildCompany(test_.root), 'admin'),
    )
    const theirs = idOf(await hire(email, {}, other))
    for (let count = 1; count < maxOfRecipient; count++)
      expect((await invite(theirs, other)).statusCode).toBe(200)
    expect(codeOf(await invite(theirs, other))).toEqual(refused)
    const ours = email.replace('@', '+ours@')
    expect((await hire(ours)).statusCode).toBe(201)
  })
})

const password = 'вишня грузовик пять'

/** Signs in a new user whose password was set by the admin. */
async function hireSignedIn(): Promise<{ id: number; email: string; person: TestClient }> {
  const email = newEmail()
  const id = idOf(await hire(email, { password }))
  await admin.send('PUT', `/users/${id}`, { force_change_password: false })
  const person = await TestClient.guest(test_.app)
  await person.post('/auth/login', { login: email, password })
  return { id, email, person }
}

const askFor = (person: TestClient, email: string) => person.send('PUT', '/user/email', { email, password })

describe('mail limits do not block actions that revoke access', () => {
  test('after an intruder has used up the limits', async () => {
    const { id, email, person } = await hireSignedIn()
    for (let count = 0; count < 8; count++)
      expect((await askFor(person, `v${count}-${newEmail()}`)).statusCode).toBe(200)
    const colleague = (await hireSignedIn()).person
    await askFor(colleague, email.replace('@', '+1@'))
    expect((await admin.send('PUT', `/users/${id}`, { email: newEmail() })).statusCode).toBe(200)
    expect((await admin.send('PUT', `/users/${id}`, { password: `${password} другой` })).statusCode).toBe(200)
    expect((await person.get('/user/sessions')).statusCode).toBe(401)
  })

  test('notices beyond the limit are left out, and the action succeeds', async () => {
    const email = newEmail()
    const id = idOf(await hire(email, { password }))
    for (let count = 0; count < maxOfRecipient + 4; count++)
      expect((await admin.send('PUT', `/users/${id}`, { password: `${password} ${count}` })).statusCode).toBe(
        200,
      )
    expect(await mailsTo(test_.root, email, maxOfRecipient)).toHaveLength(maxOfRecipient)
    // Links have their own counter.
    const invited = idOf(await hire(email.replace('@', '+x@')))
    expect((await invite(invited)).statusCode).toBe(200)
  })
})

test('changes of one’s own account have a separate mail limit', async () => {
  const { email, person } = await hireSignedIn()
  const change = (from: string, to: string) =>
    person.send('PUT', '/user/password', {
      current_password: from,
      password: to,
      password_confirmation: to,
    })
  let current = password
  for (let count = 0; count < maxOfOwnChanges; count++) {
    const next = `${password} своё ${count}`
    expect((await change(current, next)).statusCode).toBe(200)
    current = next
  }
  expect(codeOf(await change(current, `${password} другое`))).toEqual(refused)
  // A forgotten password is still answered with a link, because those links have a limit of their own.
  const before = (await mailsTo(test_.root, email, 1)).length
  await (await TestClient.guest(test_.app)).post('/auth/forgot', { email })
  await mailsTo(test_.root, email, before)
})

test('a person may request few email changes, whether the address is taken or free', async () => {
  const { person } = await hireSignedIn()
  const taken = owner.email
  for (let count = 0; count < 8; count++) expect((await askFor(person, taken)).statusCode).toBe(422)
  expect(codeOf(await askFor(person, taken))).toEqual(refused)
  expect(codeOf(await askFor(person, newEmail()))).toEqual(refused)
})

test('a mailbox gets few mails from all people of a company who request it as their email', async () => {
  const email = newEmail()
  const people = await Promise.all([hireSignedIn(), hireSignedIn()])
  const answers = []
  for (let count = 0; count < 10; count++) {
    const person = people[count % 2]?.person ?? admin
    answers.push((await askFor(person, email.replace('@', `+${count}@`))).statusCode)
  }
  expect(answers).toEqual([...Array(maxOfRecipient).fill(200), 429, 429])
})

test('mails of one company are limited per hour, without effect on another company', async () => {
  const other = await TestClient.signIn(
    test_.app,
    await buildUser(test_.root, await buildCompany(test_.root), 'admin'),
  )
  for (let sent = 0; sent < maxOfCompany; sent += 25) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => hire(newEmail())))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
  }
  expect(codeOf(await hire(newEmail()))).toEqual(refused)
  // A new user who gets a password from the admin is mailed nothing.
  expect((await hire(newEmail(), { password: 'вишня грузовик пять' })).statusCode).toBe(201)
  expect((await hire(newEmail(), {}, other)).statusCode).toBe(201)
}, 120_000)

test.each([
  ['a@b.test', 'a@b.test'],
  ['A+x@B.test', 'a@b.test'],
  ['+x@b.test', '+x@b.test'],
  ['a.b+x@googlemail.com', 'ab@gmail.com'],
  ['a.b@b.test', 'a.b@b.test'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('only the outbox and the mail modules queue mails', async () => {
  const source = join(import.meta.dirname, '../../..')
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('testing/'),
  )
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(source, name), 'utf8') })),
  )
  const users = texts.filter(({ text }) => /\bqueueMail\b|\bmailKind\b/.test(text)).map(({ name }) => name)
  expect(users.toSorted()).toEqual(['features/auth/mails/outbox.ts', 'mail/mail.jobs.ts', 'mail/mail.ts'])
})
