import { randomUUID } from 'node:crypto'
import type { ManagedUser } from '@artel/contract/users/users'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

const weekMs = 7 * 24 * 3_600_000
const test_ = useTestApp()
let db: Db
let admin: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
})
afterEach(() => moveClock(0))

const chosen = 'вишня грузовик пять'
const guest = () => TestClient.guest(test_.app)

async function invite(fields: object = {}) {
  const email = `${randomUUID()}@artel.test`
  const draft = { first_name: 'Вера', last_name: 'Полякова', email, ...fields }
  const { body } = await admin.post('/users/create', draft)
  const [mail] = await mailsTo(test_.root, email, 1)
  const token = mail?.text?.match(/\/reset\/([\w-]+)\?email=/)?.[1] ?? ''
  return { email, token, mail, id: (body.user as ManagedUser).id }
}

const accept = async (email: string, token: unknown, password = chosen) =>
  (await guest()).post('/auth/reset', { token, email, password, password_confirmation: password })
const canSignIn = async (login: string, password: string) =>
  (await (await guest()).post('/auth/login', { login, password })).statusCode === 200
const refusal = ({ statusCode, body }: Answer) => [statusCode, Object.keys(body.errors ?? {})]

describe('an invitation link', () => {
  test('works for a week and then expires', async () => {
    const [first, second] = [await invite(), await invite()]
    moveClock(weekMs + 1000)
    const before = await fingerprint(test_.root, [db.companyId])
    expect(refusal(await accept(first.email, first.token))).toEqual([422, ['token']])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    moveClock(weekMs - 60_000)
    expect((await accept(second.email, second.token)).statusCode).toBe(200)
  })

  test('works once, only unaltered, and only with the invited email', async () => {
    const { email, token } = await invite()
    const other = await invite()
    for (const wrong of [token.slice(1), token.slice(0, -1), `${token}a`, [], [token], null]) {
      expect(refusal(await accept(email, wrong))).toEqual([422, ['token']])
    }
    expect(refusal(await accept(other.email, token))).toEqual([422, ['token']])
    expect((await accept(email, token)).statusCode).toBe(200)
    expect(refusal(await accept(email, token, 'другой грузовик семь'))).toEqual([422, ['token']])
    expect([await canSignIn(email, chosen), await canSignIn(email, 'другой грузовик семь')]).toEqual([
      true,
      false,
    ])
  })

  test('sets only one password in twenty concurrent requests', async () => {
    const { email, token } = await invite()
    const passwords = Array.from({ length: 20 }, (_, index) => `${chosen} ${index}`)
    const answers = await Promise.all(passwords.map((password) => accept(email, token, password)))
    const winners = passwords.filter((_, index) => answers[index]?.statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    expect(await canSignIn(email, winners[0] ?? '')).toBe(true)
  })

  test('leaves its token in no table and no log line', async () => {
    const { email, token } = await invite()
    await accept(email, token.slice(1))
    const { rows } = await sql<{ text: string }>`
      select string_agg(t, '') as text from (
        select data::text as t from jobs.job union all select mailed_links::text from mailed_links
        union all select audit::text from audit where company_id = ${db.companyId}) all_rows`.execute(
      test_.root,
    )
    expect(rows[0]?.text).not.toContain(token)
    expect(test_.logged.join('')).not.toContain(token)
  })
})

test('mails escape HTML in names and link only to the app', async () => {
  const company = '<b id=x>Приз & "К"'
  await db.updateCompany({ name: company })
  const name = '<img src=x onerror=alert(1)>'
  const { email, token, mail } = await invite({ first_name: name })
  await (await guest()).post('/auth/forgot', { email })
  await accept(email, token)
  const [first, second] = await mailsTo(test_.root, email, 2)
  expect(mail?.text).toContain(company)
  const texts = [first, second].map((one) => [one?.html, one?.text].join())
  // The address of an invitation is not confirmed yet, so its mail greets without a name.
  expect(texts.filter((text) => text.includes(name))).toHaveLength(1)
  for (const { html = '', headers } of [first, second].filter((one) => one !== undefined)) {
    expect(html).toMatch(/&lt;(img src=x onerror=alert\(1\)&gt;|b id=x&gt;)/)
    expect(html).not.toMatch(/<img|<b id|<script/)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href).origin)
    expect(new Set(links).size).toBeLessThanOrEqual(1)
    for (const link of links) expect(link).toBe('https://artel.test')
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
  }
})

test('an invitation from a company whose name has a link names nobody', async () => {
  const company = '<a href="https://evil.example">Приз</a>'
  await db.updateCompany({ name: company })
  const { mail } = await invite({ first_name: 'Вера' })
  expect([mail?.html, mail?.text].join()).not.toMatch(/evil|Приз|Вера/)
})

describe('a password that an admin sets for a user', () => {
  const take = (password: string, email = `${randomUUID()}@artel.test`) =>
    admin.post('/users/create', { first_name: 'Вера', last_name: 'Полякова', email, password })

  test.each(['password1234', 'artel-artel', 'nine char', 'qwertyuiop', '1234567890', 'аааааааааа'])(
    'cannot be «%s»',
    async (password) => {
      const before = await fingerprint(test_.root, [db.companyId])
      expect(refusal(await take(password))).toEqual([422, ['password']])
      expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    },
  )

  test('cannot equal the email in the same request', async () => {
    const email = `${randomUUID()}@artel.test`
    expect(refusal(await take(email.toUpperCase(), email))).toEqual([422, ['password']])
    const { id } = await buildUser(test_.root, db, 'staff')
    const both = { email, password: email }
    expect(refusal(await admin.send('PUT', `/users/${id}`, both))).toEqual([422, ['password']])
  })

  test.each([
    ['64 characters', 'вишня и грузовик '.repeat(4).slice(0, 63).concat('!')],
    ['200 characters', 'вишня и грузовик '.repeat(12).slice(0, 199).concat('!')],
    ['emoji', '💚🍒📦🚚🪟💚🍒📦🚚🪟'],
    ['spaces at the ends', '  вишня грузовик  '],
  ])('is accepted unchanged: %s', async (_, password) => {
    const email = `${randomUUID()}@artel.test`
    expect((await take(password, email)).statusCode).toBe(201)
    expect(await canSignIn(email, password)).toBe(true)
    for (const near of [password.trim().slice(0, -2), password.slice(0, 72).slice(0, -1)]) {
      expect(await canSignIn(email, near)).toBe(false)
    }
  })
})
