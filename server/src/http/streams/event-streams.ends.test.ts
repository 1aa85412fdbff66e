import type { UserType } from '@artel/contract/access'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()
let address: string
const opened: AbortController[] = []

beforeAll(async () => {
  address = await test_.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort()
})

async function listen(client: TestClient) {
  const controller = new AbortController()
  opened.push(controller)
  const headers = { cookie: client.cookieHeader() }
  const response = await fetch(`${address}/api/events`, { headers, signal: controller.signal })
  const stream = { status: response.status, hasEnded: false }
  const end = () => (stream.hasEnded = true)
  void response.text().then(end, end)
  return stream
}

const forceNewPassword = (db: Db, { id }: TestUser) =>
  db.update('users', { force_change_password: true }).where('id', '=', id).execute()
const requireTotp = (db: Db) => db.updateCompany({ settings: { security: { require_totp: true } } })

test.each<[string, UserType, (db: Db, user: TestUser) => Promise<unknown>]>([
  ['a new password', 'staff', forceNewPassword],
  ['a second factor', 'admin', requireTotp],
])('an open stream ends when its person is first to set %s', async (_, type, oblige) => {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, type)
  const client = await TestClient.signIn(test_.app, user)
  const stream = await listen(client)
  expect(stream).toEqual({ status: 200, hasEnded: false })
  await oblige(db, user)
  expect((await listen(client)).status).toBe(403)
  // All streams are checked every 4 s.
  await expect.poll(() => stream.hasEnded, { timeout: 8000 }).toBe(true)
})
