import { beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { openDisk } from '../../storage/disk.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

const bug = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'the inside')")
}
let isBroken = false

// A storage with a bug of ours, which throws where nobody expects an error.
const test_ = useTestApp({}, async () => {
  const disk = openDisk(inject('dataDir'))
  return {
    ...disk,
    open: (key) => (isBroken ? bug() : disk.open(key)),
    put: (key, path) => (isBroken ? bug() : disk.put(key, path)),
  }
})
let db: Db
let client: TestClient

beforeAll(async () => {
  db = await buildCompany(test_.root)
  client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
})

test('a bug causes a 500 with a request id and no internals, and affects no other call', async () => {
  const { file } = mediaOf(await upload(client, await photo('png', 8, 8)))
  const show = () =>
    test_.app.inject({ url: `/storage/media/${file}`, headers: { cookie: client.cookieHeader() } })
  isBroken = true
  const [shown, brought] = [await show(), await upload(client, await photo('png', 8, 8))]
  for (const { statusCode, headers, body } of [shown, brought.raw]) {
    const id = String(headers['x-request-id'])
    expect(statusCode).toBe(500)
    const told = { status: false, code: 'internal', message: expect.stringContaining(id), request_id: id }
    expect(JSON.parse(body)).toEqual(told)
    expect(body).not.toMatch(/the inside|TypeError|\.ts/)
    const lines = test_.logged.filter((line) => line.includes(id) && line.includes('the inside'))
    expect(lines).toHaveLength(1)
  }
  expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  isBroken = false
  expect((await show()).statusCode).toBe(200)
  expect(await db.from('multimedia').select('id').execute()).toHaveLength(1)
})
