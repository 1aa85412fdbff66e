import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { drip, expectNobodyWaits, head, openSocket, openStream, readFigures, type Stream } from '../crowd.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

let dataDir: string
let server: Server
let admin: ApiClient
let staff: ApiClient

const signedIn = async (login: string) => {
  const client = new ApiClient(server.address)
  await client.signIn(login, password)
  return client
}

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir)
  ;[admin, staff] = [await signedIn(people.admin.login), await signedIn(people.staff.login)]
})

afterAll(async () => {
  // The server does not wait for a client that is still silent.
  const silent = openSocket(server.address)
  await once(silent, 'connect')
  expect(await server.end('SIGTERM')).toBe(0)
  await removeDataDir(dataDir)
})

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

test('cuts off a slowly sent head or body within a minute, and nobody else waits', async () => {
  const { address } = server
  const guest = new ApiClient(address)
  await guest.call('GET', '/sanctum/csrf-cookie')
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' }
  const part = '--x\r\ncontent-disposition: form-data; name='
  const json = { 'content-type': 'application/json', 'content-length': '1000' }
  const ofGuest = (path: string, headers: object) => head(`POST ${path}`, { ...guest.headers(), ...headers })
  const ofStaff = head('POST /api/multimedia', { ...staff.headers(), ...form })
  let lives: number[] = []
  await expectNobodyWaits(admin, async () => {
    const drips = [
      ...many(500, () => drip(address, 'GET /healthz HTTP/1.1\r\nhost: artel\r\nx-a: ', 10_000)),
      ...many(20, () => drip(address, `${ofGuest('/api/auth/login', json)}{"login":"`, 1000)),
      // Refused before body parsing, or before routing.
      ...['/api/auth/login', '/api/%zz', `/api/tasks/${'1'.repeat(300)}`].flatMap((path) =>
        many(5, () => drip(address, head(`POST ${path}`, json), 1000)),
      ),
      ...many(20, () => drip(address, `${ofGuest('/api/multimedia', form)}${part}"type"\r\n\r\n`, 1000)),
      ...many(5, () => drip(address, `${ofStaff}${part}"type"\r\n\r\n`, 1000)),
      ...many(5, () => drip(address, `${ofStaff}${part}"file"; filename="a.mp4"\r\n\r\n`, 1000)),
    ]
    return async () => {
      lives = await Promise.all(drips)
    }
  })
  expect(lives).toHaveLength(565)
  expect(Math.max(...lives)).toBeLessThan(60_000)
}, 120_000)

test('accepts 20 of 200 event streams of one person, and another person still gets a stream', async () => {
  await expectNobodyWaits(admin, async () => {
    const streams: Stream[] = []
    for (let round = 0; round < 10; round += 1) {
      streams.push(...(await Promise.all(many(20, () => openStream(server.address, staff)))))
    }
    expect(streams.map(({ status }) => status)).toEqual([...many(20, () => 200), ...many(180, () => 429)])
    expect(Number(streams.at(-1)?.retryAfter)).toBeGreaterThan(0)
    const ofAnother = await openStream(server.address, admin)
    expect(ofAnother.status).toBe(200)
    return () => {
      for (const { end } of [...streams, ofAnother]) end()
    }
  })
})

test('10,000 silent connections displace only each other, not active clients', async () => {
  const before = await readFigures(server.address)
  await expectNobodyWaits(admin, async () => {
    const sockets: Socket[] = []
    for (let round = 0; round < 50; round += 1) {
      const opened = many(200, () => openSocket(server.address).resume())
      await Promise.all(opened.map((socket) => once(socket, 'connect')))
      sockets.push(...opened)
      // On a separate connection, because a new client has none.
      const { status } = await fetch(`${server.address}/healthz`, { headers: { connection: 'close' } })
      expect(status).toBe(200)
    }
    expect((await readFigures(server.address)).handles - before.handles).toBeLessThan(2200)
    return () => {
      for (const socket of sockets) socket.destroy()
    }
  })
  const handles = async () => (await readFigures(server.address)).handles
  await expect.poll(handles, { timeout: 10_000 }).toBeLessThan(before.handles + 20)
})

test('15 s of load with 400 event streams leave no sockets open', async () => {
  const crowd: ApiClient[] = []
  for (let number = 2; number < 22; number += 1) crowd.push(await signedIn(`staff${number}@artel.demo`))
  // The clients' own connections stay open for a minute after the last call, so the figures before include
  // them too.
  expect(await workFor(3000, crowd)).toEqual([])
  const before = await readFigures(server.address)
  const openAll = async () => {
    const streams: Stream[] = []
    for (const client of crowd) {
      streams.push(...(await Promise.all(many(20, () => openStream(server.address, client)))))
    }
    expect(streams.map(({ status }) => status)).toEqual(many(400, () => 200))
    return () => {
      for (const { end } of streams) end()
    }
  }
  const endAll = await openAll()
  expect(await workFor(15_000, crowd)).toEqual([])
  expect((await readFigures(server.address)).sockets - before.sockets).toBeGreaterThanOrEqual(400)
  endAll()
  const isBack = async () => {
    const { handles, sockets } = await readFigures(server.address)
    return [handles < before.handles + 30, sockets < before.sockets + 30]
  }
  await expect.poll(isBack, { timeout: 60_000 }).toEqual([true, true])
  // Each user may open as many streams again.
  ;(await openAll())()
}, 150_000)

/** Each client sends five calls a second, reads and writes. @returns the refusals */
async function workFor(forMs: number, crowd: readonly ApiClient[]): Promise<string[]> {
  const failures: string[] = []
  const until = performance.now() + forMs
  const worker = async (client: ApiClient) => {
    for (let number = 0; performance.now() < until; number += 1) {
      const settings = { theme: number % 2 === 0 ? 'dark' : 'light' }
      const work =
        number % 7 === 0
          ? client.call('PUT', '/settings', { parent: 'user', settings })
          : client.call('POST', '/listing/tasks', {})
      await Promise.all([work.catch((error) => failures.push(String(error))), sleep(200)])
    }
  }
  await Promise.all(crowd.map(worker))
  return failures
}
