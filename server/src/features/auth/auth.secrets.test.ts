import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/rows/build.ts'

// Uses its own database with few rows, because the test reads every row.
const test_ = useLoneTestApp()

/** The tables with a row that contains one of the texts: plain, in hexadecimal or in base64. */
async function findInDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(test_.root)
  const forms = texts.flatMap((text) => {
    const bytes = Buffer.from(text)
    return [text, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)]
  })
  const found = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} as t
      where t::text like any (${forms.map((form) => `%${form}%`)}) limit 1`.execute(test_.root)
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('neither the database nor the log contains a password, link token or cookie secret', async () => {
  const db = await buildCompany(test_.root)
  const admin = await buildUser(test_.root, db, 'admin')
  const client = await TestClient.signIn(test_.app, admin, { remember: true })
  const invited = `${randomUUID()}@artel.test`
  await client.post('/users/create', { first_name: 'Вера', last_name: 'Полякова', email: invited })
  const fresh = `${randomUUID()}@artel.test`
  await client.send('PUT', '/user/email', { email: fresh, password: testPassword })
  await (await TestClient.guest(test_.app)).post('/auth/forgot', { email: admin.email })

  const links = /(?:\/reset\/|verify\?token=)([\w-]{20,})/
  const mails = [...(await mailsTo(test_.root, invited, 1)), ...(await mailsTo(test_.root, fresh, 1))]
  mails.push(...(await mailsTo(test_.root, admin.email, 2)))
  const tokens = mails.flatMap(({ text }) => links.exec(text ?? '')?.[1] ?? [])
  expect(tokens).toHaveLength(3)
  for (const token of tokens) {
    const guest = await TestClient.guest(test_.app)
    const twice = { password: 'вишня грузовик пять', password_confirmation: 'вишня грузовик пять' }
    await guest.post('/auth/reset', { token, email: invited, ...twice })
    await guest.get(`/auth/email/verify?token=${token}x`)
  }

  const secrets = [...tokens, testPassword, 'вишня грузовик пять']
  for (const name of ['artel_session', 'XSRF-TOKEN', 'artel_device']) {
    secrets.push(
      client.cookies
        .get(name)
        ?.split('.')
        .at(name === 'artel_session' ? 1 : -1) ?? 'missing',
    )
  }
  const log = test_.logged.join('')
  for (const secret of [...secrets, '/reset/']) expect(log).not.toContain(secret)
  expect(await findInDatabase([...secrets, '/reset/'])).toEqual([])
  // Proves that the search finds texts at all.
  expect(await findInDatabase([invited])).not.toEqual([])
})
