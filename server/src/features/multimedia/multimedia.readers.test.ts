import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { ExactBytes } from '../../storage/exact-bytes.ts'
import { maxConnections } from '../../storage/s3.ts'
import type { Storage } from '../../storage/storage.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { onOwnDatabase } from '../../testing/installation.ts'
import { mediaOf, upload, video } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { patienceMs } from '../../testing/waits.ts'
import { head, openSocket } from '../../testing/wire.ts'
import { readers } from './multimedia.files.routes.ts'

const content = video()
/** Files that are being read. A stream ends only when the test ends it. */
const open = new Set<PassThrough>()

const slowStorage: Storage = {
  put: async () => {},
  stage: async () => {},
  finish: async () => {},
  open: async () => ({
    size: content.length,
    read: async () => {
      const stream = new PassThrough()
      open.add(stream)
      return new ExactBytes(stream, content.length)
    },
    close: async () => {},
  }),
  remove: async () => {},
  async *list() {},
}

// Uses its own database, because a test locks a whole table.
const test_ = useTestApp({}, async () => slowStorage, undefined, onOwnDatabase())
let db: Db
let file: string | null

const signIn = async (company = db) =>
  TestClient.signIn(test_.app, await buildUser(test_.root, company, 'staff'))
const ask = async (client: TestClient) =>
  test_.app.inject({ url: `/storage/media/${file}`, headers: { cookie: client.cookieHeader() } })

beforeAll(async () => {
  db = await buildCompany(test_.root)
  file = mediaOf(await upload(await signIn(), content, { type: 'video' })).file
})

/** Starts `count` reads, and waits until the storage has opened all of them. */
async function begin(client: TestClient, count: number): Promise<Promise<unknown>[]> {
  const before = open.size
  const answers = Array.from({ length: count }, () => ask(client))
  await vi.waitFor(() => expect(open.size).toBe(before + count), patienceMs)
  return answers
}

test('limits concurrent readers of a person and of a company, so that others are served', async () => {
  const [one, colleague, third] = [await signIn(), await signIn(), await signIn()]
  const answers = await begin(one, 300)
  const refused = await ask(one)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  answers.push(...(await begin(colleague, 37)))
  expect((await ask(third)).statusCode).toBe(429)
  const admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  answers.push(...(await begin(admin, 1)))
  // A user of another company gets a place, so the answer is 404 and not 429.
  const stranger = await signIn(await buildCompany(test_.root))
  expect((await ask(stranger)).statusCode).toBe(404)
  for (const stream of open) stream.end(content)
  await Promise.all(answers)
  open.clear()
  const again = await begin(one, 300)
  for (const stream of open) stream.end(content)
  await Promise.all(again)
})

test('a client that disconnects before the file is found occupies no reader', async () => {
  const port = Number(new URL(await test_.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const [client, stranger] = [await signIn(), await signIn(await buildCompany(test_.root))]
  const leavers = Array.from({ length: 300 }, () => openSocket(port))
  await test_.root.transaction().execute(async (holder) => {
    await sql`lock table multimedia in access exclusive mode`.execute(holder)
    const request = head(`GET /storage/media/${file}`, `cookie: ${client.cookieHeader()}`)
    for (const socket of leavers) socket.write(request)
    // After this wait all requests wait for the table, even on a slow machine.
    await sleep(1000)
    await Promise.all(leavers.map((socket) => once(socket.resetAndDestroy(), 'close')))
    const connections = () => promisify(test_.app.server.getConnections.bind(test_.app.server))()
    await expect.poll(connections, { timeout: patienceMs }).toBe(0)
  })
  // A later request is answered, so all earlier requests are finished.
  expect((await ask(stranger)).statusCode).toBe(404)
  const answers = await begin(client, 300)
  for (const stream of open) stream.end(content)
  await Promise.all(answers)
})

test('the limits leave 100 readers beside a company and all guests, and 100 connections for uploads', () => {
  expect(readers.all - 2 * readers.company).toBeGreaterThanOrEqual(100)
  expect(maxConnections - readers.all).toBeGreaterThanOrEqual(100)
})
