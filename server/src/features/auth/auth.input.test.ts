import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'

const test_ = useTestApp()

const chosen = 'вишня грузовик пять'
const someone = () => ({ first_name: 'Вера', last_name: 'Полякова', email: `${randomUUID()}@artel.test` })

type Place = { method: string; path: string; field: string; body: (value: unknown) => object }
const place = (method: string, path: string, field: string, more: () => object = () => ({})): Place => ({
  method,
  path,
  field,
  body: (value) => ({ ...more(), [field]: value }),
})
const twice = { password: chosen, password_confirmation: chosen }

/** Every call that accepts a password, and the other fields that it requires. */
const places: Place[] = [
  place('POST', '/user/password/check', 'password'),
  place('PUT', '/user/password', 'current_password', () => twice),
  place('PUT', '/user/password', 'password', () => ({ ...twice, current_password: testPassword })),
  place('PUT', '/user/email', 'password', () => ({ email: `${randomUUID()}@artel.test` })),
  place('POST', '/user/totp/enable', 'password'),
  place('POST', '/user/totp/disable', 'password', () => ({ code: '123456' })),
  place('POST', '/users/create', 'password', someone),
  place('PUT', '/users/:staff', 'password'),
  place('POST', '/auth/reset', 'password', () => ({ token: 'x', email: 'a@artel.test', ...twice })),
]

async function company(): Promise<{ db: Db; staff: TestUser; client: TestClient }> {
  const db = await buildCompany(test_.root)
  const staff = await buildUser(test_.root, db, 'staff')
  return { db, staff, client: await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner')) }
}

test.each(places)(
  '$method $path rejects an invalid password at $field without counting an attempt',
  async ({ method, field, ...rest }) => {
    const { db, staff, client } = await company()
    const path = rest.path.replace(':staff', String(staff.id))
    const before = await fingerprint(test_.root, [db.companyId])
    // The values outnumber the limit of wrong passwords, so none of them may count as a wrong password.
    // A guest's body is limited to 32 KiB.
    const longest = 'x'.repeat(path.startsWith('/auth/') ? 30_000 : 1_000_000)
    for (const value of [{ $ne: '' }, ['x'], [], 5, true, '', 'x'.repeat(1001), longest, {}]) {
      const { statusCode, body } = await client.send(method, path, rest.body(value))
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([field])])
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const name of [`${field}[]`, `${field}[$ne]`, `${field}[ne]`]) {
      const more = Object.entries(rest.body('')).filter(([key]) => key !== field)
      const payload = new URLSearchParams([...more, [name, 'x'], ['_method', method]]).toString()
      const sent = method === 'POST' ? payload.replace('&_method=POST', '') : payload
      expect((await client.send('POST', path, undefined, { payload: sent, headers })).statusCode).toBe(422)
    }
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect((await client.post('/user/password/check', { password: testPassword })).statusCode).toBe(200)
  },
)

test.each([
  ...['/user/totp/confirm', '/user/totp/disable'].flatMap((path) =>
    [{ $ne: '' }, ['123456'], 123456, null, '', 'x'.repeat(61)].map((code) => ({ path, code })),
  ),
])('$path rejects the code $code', async ({ path, code }) => {
  const { client } = await company()
  const { statusCode, body } = await client.post(path, { code, password: testPassword })
  expect([statusCode, body.errors]).toEqual([422, expect.objectContaining({ code: [expect.any(String)] })])
})
