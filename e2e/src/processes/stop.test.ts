import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { head, openSocket } from '../crowd.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { readDatabase, removeDataDir, type Server, startServer } from '../server.ts'

const rows = 60_000
const graceMs = 5000
let dataDir: string
let server: Server
let admin: ApiClient
let owner: ApiClient

const signIn = async (login: string) => {
  const client = new ApiClient(server.address)
  await client.signIn(login, password)
  return client
}

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir)
  await makeTasks()
  await server.end('SIGTERM')
})
beforeEach(async () => {
  server = await startServer(dataDir)
  ;[admin, owner] = [await signIn(people.admin.login), await signIn(people.owner.login)]
})
afterAll(async () => {
  await server.end('SIGKILL')
  await removeDataDir(dataDir)
})

/** Creates more tasks than the buffers of a connection hold. */
async function makeTasks(): Promise<void> {
  const { folder, password: word } = await readDatabase(join(dataDir, 'postgres'))
  const client = new pg.Client({ host: folder, user: 'artel', password: word, database: 'artel' })
  await client.connect()
  await client.query(
    `insert into tasks (company_id, title, status, priority, quantity, money, coins, user_id, requires_review,
      priced_by, created_by, created_at)
    select u.company_id, 'Набор ' || n || repeat(' свечей', 20), 'open',
      case when n % 10 = 0 then 'low' else 'normal' end, 10, 1000, 5, u.id, false,
      u.id, u.id, now()
    from generate_series(1, $1) n, (select company_id, id from users where type = 'owner' limit 1) u`,
    [rows],
  )
  await client.end()
}

const json = { 'content-type': 'application/json' }
const exporting = (client: ApiClient, filter = {}) => {
  const body = JSON.stringify(filter)
  const headers = { ...client.headers(), ...json, 'content-length': String(body.length) }
  return head('POST /api/listing/tasks?format=csv', headers) + body
}

/** Sends a request, waits for the beginning of an answer, and stops reading. */
async function stall(request: string): Promise<Socket> {
  const socket = openSocket(server.address)
  socket.write(request)
  await once(socket, 'data')
  return socket.pause()
}

const logOf = () => readFile(join(dataDir, 'postgres.log'), 'utf8')

test('cuts stalled clients in time and shuts the database down before exiting with 0', async () => {
  const before = (await logOf()).length
  const body = { ...admin.headers(), ...json, 'content-length': '100' }
  const sockets = [
    await stall(exporting(admin)),
    await stall(exporting(owner)),
    await stall(head('GET /api/events', admin.headers())),
    openSocket(server.address),
  ]
  // One client has sent a part of a head, another a part of a body.
  for (const part of [head('POST /api/tasks/create', body), 'GET /healthz HTTP/1.1\r\n']) {
    const socket = openSocket(server.address)
    sockets.push(socket)
    socket.write(part)
  }
  await sleep(300)
  const begun = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  const tookMs = performance.now() - begun
  expect(tookMs).toBeGreaterThan(graceMs - 200)
  expect(tookMs).toBeLessThan(2 * graceMs)
  for (const socket of sockets) socket.destroy()
  expect((await logOf()).slice(before)).toMatch(/database system is shut down\s*$/)
  const stopped = (await logOf()).length
  server = await startServer(dataDir)
  const started = (await logOf()).slice(stopped)
  expect(started).toContain('database system was shut down at')
  expect(started).not.toMatch(/recovery|interrupted|not properly/)
  await server.end('SIGTERM')
})

test('finishes an answer that is being read and does not wait for idle connections', async () => {
  const [reader, atRest] = [openSocket(server.address), openSocket(server.address)]
  let end = ''
  const read = (chunk: Buffer) => {
    end = (end + chunk.toString('latin1')).slice(-100)
  }
  reader.on('data', read).write(exporting(admin, { priority: 'low' }))
  await once(reader, 'data')
  const ended = once(reader, 'close')
  const begun = performance.now()
  const exit = server.end('SIGTERM')
  await ended
  // The last chunk of the answer.
  expect(end).toMatch(/\r\n0\r\n\r\n$/)
  expect(await exit).toBe(0)
  expect(performance.now() - begun).toBeLessThan(graceMs)
  atRest.destroy()
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a second signal, such as %s, ends the process at once',
  async (second) => {
    const socket = await stall(exporting(admin))
    const exit = server.end('SIGTERM')
    await sleep(500)
    await server.end(second)
    // A graceful end, which waits for running calls, has the exit code 0.
    expect(await exit).toBeNull()
    socket.destroy()
  },
)
