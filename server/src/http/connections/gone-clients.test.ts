import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { mediaOf, photo, upload, video } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { patienceMs } from '../../testing/waits.ts'
import { head, openSocket } from '../../testing/wire.ts'

// Uses real connections, because injected ones cannot break. The file has its own database, because a test
// locks a whole table.
const test_ = useLoneTestApp()
let port: number
let client: TestClient
let signedIn: string[]
let file: string

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  const db = await buildCompany(test_.root)
  const owner = await buildUser(test_.root, db, 'owner')
  client = await TestClient.signIn(test_.app, owner)
  signedIn = [`cookie: ${client.cookieHeader()}`, `x-xsrf-token: ${client.csrfHeader()['x-xsrf-token']}`]
  // More data than the buffers of a connection hold.
  file = mediaOf(await upload(client, video(randomBytes(30_000_000)), { type: 'video' })).file ?? ''
  await sql`insert into tasks (company_id, title, status, priority, quantity, money, coins, user_id, requires_review,
      priced_by, created_by, created_at)
    select ${db.companyId}, 'Набор ' || n, 'open', 'normal', 10, 1000, 5, ${owner.id}, false, ${owner.id}, ${owner.id}, now()
    from generate_series(1, 30000) n`.execute(test_.root)
})

const json = 'content-type: application/json'
const form = 'content-type: multipart/form-data; boundary=x'
const filePart = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const post = (path: string, ...headers: string[]) => head(`POST /api${path}`, ...signedIn, ...headers)
const list = (query: string) => `${post(`/listing/tasks${query}`, json, 'content-length: 2')}{}`

/** What a client sends, and after how many ms it leaves. None of these requests is answered before. */
const requests: [string, ms: number, () => string[]][] = [
  ['within JSON', 50, () => [post('/users/create', json, 'content-length: 500'), '{"first']],
  ['within chunks', 50, () => [post('/users/create', json, 'transfer-encoding: chunked'), '5\r\n{"fir']],
  ['within a body that nobody takes', 50, () => [post('/nothing', json, 'content-length: 500'), '{']],
  ['within the head of a part', 50, () => [post('/multimedia', form, 'content-length: 500'), '--x\r\ncont']],
  [
    'within a file',
    50,
    () => [post('/multimedia', form, 'content-length: 5000'), filePart, 'a'.repeat(2000)],
  ],
  ['with several requests behind each other', 3, () => [0, 1, 2].map(() => list('?search=1'))],
  ['at once', 0, () => [list('?search=1')]],
  ['within a media file', 100, () => [head(`GET /storage/media/${file}`, ...signedIn)]],
  ['within a list as csv', 200, () => [list('?format=csv')]],
  ['within an event stream', 100, () => [head('GET /api/events', ...signedIn)]],
]

type Line = { level: number; msg: string; reqId?: string; route?: string }
const warning = 40
const info = 30

/** Sends a request and leaves. @returns the log lines about it at the server's default level */
async function leave(parts: string[], ms: number, how: 'destroy' | 'resetAndDestroy'): Promise<Line[]> {
  const before = test_.logged.length
  const socket = openSocket(port)
  socket.pause()
  for (const part of parts) socket.write(part)
  await sleep(ms)
  socket[how]()
  if (!socket.closed) await once(socket, 'close')
  await sleep(300)
  const lines = test_.logged.slice(before).map((line): Line => JSON.parse(line))
  return lines.filter(({ level }) => level >= info)
}

describe.each(['destroy', 'resetAndDestroy'] as const)('a client that leaves (%s)', (how) => {
  test.each(requests)('%s causes no warning and at most one log line per request', async (_, ms, parts) => {
    const lines = await leave(parts(), ms, how)
    expect(lines.filter(({ level }) => level >= warning)).toEqual([])
    const ids = lines.map(({ reqId }) => reqId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('logs the route if a client leaves within its body or its answer', async () => {
  const body = [post('/users/create', json, 'content-length: 500'), '{"first']
  const answer = [head(`GET /storage/media/${file}`, ...signedIn)]
  expect(await leave(body, 50, 'destroy')).toMatchObject([
    { msg: 'the client left', route: '/api/users/create', companyId: expect.any(Number) },
  ])
  expect(await leave(answer, 200, 'destroy')).toMatchObject([
    { msg: 'the client left', route: '/storage/media/:file' },
  ])
})

test('many clients that leave during an upload leave room for the uploads of others', async () => {
  const parts = () => [post('/multimedia', form, 'content-length: 5000'), filePart, 'a'.repeat(2000)]
  for (let round = 0; round < 15; round++) {
    const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) for (const part of parts()) socket.on('error', () => {}).write(part)
    await sleep(20)
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const isTaken = async () =>
    expect(mediaOf(await upload(client, await photo('png', 8, 8))).file).toBeTruthy()
  await vi.waitFor(isTaken, { timeout: patienceMs })
})

test('a client that leaves while its session is read leaves no timer that keeps its body', async () => {
  const clocks = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const leavers = Array.from({ length: 50 }, () => openSocket(port))
  const before = clocks()
  await test_.root.transaction().execute(async (holder) => {
    await sql`lock table sessions in access exclusive mode`.execute(holder)
    for (const socket of leavers)
      socket.write(`${post('/multimedia', form, 'content-length: 60000')}${filePart}${'a'.repeat(30_000)}`)
    // After this pause all requests wait for the table, on a slow machine too.
    await sleep(1000)
    await Promise.all(leavers.map((socket) => once(socket.resetAndDestroy(), 'close')))
    await sleep(200)
  })
  await expect.poll(() => clocks() - before, { timeout: patienceMs }).toBeLessThan(25)
})
