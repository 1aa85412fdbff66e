import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/build.ts'
import { type Answer, codeOf, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { mailboxOf } from './auth.outbox.ts'

const test_ = useTestApp()
const hourMs = 3_600_000
const mostOfRecipient = 8
const mostOfCompany = 300
const mostOfOwnChanges = 8
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

/** Invites until the address has had all mails of an hour. */
async function spend(email: string): Promise<number> {
  const id = idOf(await hire(email))
  for (let count = 1; count < mostOfRecipient; count++) expect((await invite(id)).statusCode).toBe(200)
  return id
}

describe('mails to one address', () => {
  test('end at so many an hour, and the answer says when to come back', async () => {
    const email = newEmail()
    const id = await spend(email)
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await invite(id)
    expect(codeOf(answer)).toEqual(refused)
    expect(Number(answer.raw.headers['retry-after'])).toBeGreaterThan(3000)
    expect(answer.body.message).toMatch(/слишком много писем.*через \d+ минут/)
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect(await mailsTo(test_.root, email, mostOfRecipient)).toHaveLength(mostOfRecipient)
    const reader = await TestClient.signIn(
      test_.app,
      await buildUser(test_.root, db, 'admin', { language: 'en' }),
    )
    expect((await invite(id, reader)).body.message).toMatch(/Too many mails.*Repeat in \d+ minutes/)
    moveClock(hourMs + 1000)
    expect((await invite(id)).statusCode).toBe(200)
  })

  test('end at so many a day', async () => {
    const id = await spend(newEmail())
    for (const hours of [1, 2]) {
      moveClock(hours * (hourMs + 1000))
      for (let count = 0; count < mostOfRecipient; count++) expect((await invite(id)).statusCode).toBe(200)
    }
    moveClock(3 * (hourMs + 1000))
    expect(codeOf(await invite(id))).toEqual(refused)
    moveClock(24 * hourMs + 60_000)
    // The session has ended by then.
    const again = await TestClient.signIn(test_.app, owner)
    expect((await invite(id, again)).statusCode).toBe(200)
  })

  test('are counted together where two admins invite at the same moment', async () => {
    const id = idOf(await hire(newEmail()))
    const other = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    const answers = await Promise.all(
      Array.from({ length: 2 * mostOfRecipient }, (_, index) => invite(id, index % 2 ? admin : other)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([
      ...Array.from({ length: mostOfRecipient - 1 }, () => 200),
      ...Array.from({ length: mostOfRecipient + 1 }, () => 429),
    ])
  })

  test('are counted by mailbox, not by what stands after a plus, and beyond the person', async () => {
    const email = newEmail()
    const id = await spend(email)
    const another = email.replace('@', '+more@').toUpperCase()
    expect(codeOf(await hire(another))).toEqual(refused)
    const asOwner = await TestClient.signIn(test_.app, owner)
    expect((await asOwner.send('DELETE', `/users/${id}`)).statusCode).toBe(200)
    expect(codeOf(await hire(email))).toEqual(refused)
  })

  test('are counted from whatever call they come', async () => {
    const email = newEmail()
    const password = 'вишня грузовик пять'
    const id = idOf(await hire(email, { password }))
    const update = (fields: object) => admin.send('PUT', `/users/${id}`, fields)
    // The address that was theirs is told each time.
    for (let count = 0; count < 3; count++) {
      expect((await update({ email: newEmail() })).statusCode).toBe(200)
      expect((await update({ email })).statusCode).toBe(200)
    }
    for (let count = 0; count < 5; count++)
      expect((await update({ password: `${password} ${count}` })).statusCode).toBe(200)
    await update({ force_change_password: false })
    const person = await TestClient.guest(test_.app)
    await person.post('/auth/login', { login: email, password: `${password} 4` })
    const change = (from: string, to: string) =>
      person.send('PUT', '/user/password', {
        ...{ current_password: from, password: to, password_confirmation: to },
      })
    expect(codeOf(await update({ password: `${password} 5` }))).toEqual(refused)
    // What they change themselves has a count of its own, so that nobody keeps them from a new password.
    let current = `${password} 4`
    for (let count = 0; count < mostOfOwnChanges; count++) {
      const next = `${password} своё ${count}`
      expect((await change(current, next)).statusCode).toBe(200)
      current = next
    }
    expect(codeOf(await change(current, `${password} другое`))).toEqual(refused)
    const wanted = { email: newEmail(), password: current }
    expect(codeOf(await person.send('PUT', '/user/email', wanted))).toEqual(refused)
    expect(codeOf(await update({ email: newEmail() }))).toEqual(refused)
    // A link to a new password comes all the same: it has a limit of its own.
    const before = (await mailsTo(test_.root, email, 1)).length
    await (await TestClient.guest(test_.app)).post('/auth/forgot', { email })
    await mailsTo(test_.root, email, before)
  })
})

test('mails of one company end at so many an hour, and those of another go on', async () => {
  const other = await TestClient.signIn(
    test_.app,
    await buildUser(test_.root, await buildCompany(test_.root), 'admin'),
  )
  for (let sent = 0; sent < mostOfCompany; sent += 25) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => hire(newEmail())))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
  }
  expect(codeOf(await hire(newEmail()))).toEqual(refused)
  // Who gets a password is mailed nothing.
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

test('nothing else queues mails', async () => {
  const source = join(import.meta.dirname, '../..')
  const names = (await readdir(source, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(source, name), 'utf8') })),
  )
  const users = texts.filter(({ text }) => /\bqueueMail\b|\bmailKind\b/.test(text)).map(({ name }) => name)
  expect(users.toSorted()).toEqual(['features/auth/auth.outbox.ts', 'mail/mail.jobs.ts', 'mail/mail.ts'])
})
