import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { expectNobodyWaits, flood, head, openSocket, readFigures } from '../crowd.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { writeLargeFilm } from '../film.ts'
import { inspected, inspectorOf, readLiveMiB } from '../inspector.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

let dataDir: string
let server: Server
let admin: ApiClient
let staff: ApiClient

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, inspected)
  ;[admin, staff] = [new ApiClient(server.address), new ApiClient(server.address)]
  await admin.signIn(people.admin.login, password)
  await staff.signIn(people.staff.login, password)
})

afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

test.each([
  ['a session', '/api/user/sessions', () => ({ cookie: staff.headers().cookie })],
  ['an address without one', '/api/sanctum/csrf-cookie', () => ({})],
])('limits a thousand calls a second of %s with 429, and nobody else waits', async (_, path, makeHeaders) => {
  const headers = makeHeaders()
  const come = async () => {
    const stop = flood(server.address, head(`GET ${path}`, headers), 1000)
    return () => {
      const { counts, refusal } = stop()
      expect(refusal).toMatch(/retry-after: 1\r/i)
      expect(Object.keys(counts)).toEqual([expect.stringMatching(/^20[04]$/), '429'])
      most = Math.max(most, counts[429] ?? 0)
    }
  }
  let most = 0
  await expectNobodyWaits(admin, come, 6)
  expect(most).toBeGreaterThan(100)
})

test('rejects bodies made to exhaust memory without using much, and nobody else waits', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const texts = [
    Array.from({ length: 80_000 }, (_, index) => `a${index}=1`).join('&'),
    'ids[]=1&'.repeat(1_000_000),
    'ids[999999999]=1',
    `ids=${','.repeat(10_000_000)}`,
    '[',
    `a${'[b]'.repeat(10_000)}=1`,
    `search=${'%25'.repeat(300_000)}`,
  ]
  // The bodies are made once, so that the cost of making them is not measured as cost of the server.
  const bodies = texts.map((body) => Buffer.from(body))
  const send = async (body: Buffer) => {
    const sent = request(`${server.address}/api/listing/tasks`, {
      method: 'POST',
      headers: { ...staff.headers(), ...type, 'content-length': body.length },
    })
    // A client that was answered before it had sent all data also gets a connection error.
    sent.on('error', () => undefined)
    try {
      const [answer] = await once(sent.end(body), 'response')
      await text(answer)
      return answer.statusCode
    } catch {
      // A client that is cut off while it sends may get only the connection error.
      return 413
    }
  }
  for (const body of bodies) expect([413, 422]).toContain(await send(body))
  const attack = async () => {
    let isOver = false
    const attacks = many(2, async () => {
      for (let round = 0; !isOver; round += 1) {
        expect([413, 422, 429]).toContain(await send(bodies[round % bodies.length] ?? Buffer.alloc(0)))
        await sleep(50)
      }
    })
    return () => {
      isOver = true
      return Promise.all(attacks)
    }
  }
  await expectNobodyWaits(admin, attack, 3)
  const inspector = inspectorOf(server)
  const before = await readLiveMiB(inspector)
  const end = await attack()
  let most = 0
  for (let look = 0; look < 20; look += 1) {
    await sleep(100)
    most = Math.max(most, (await readLiveMiB(inspector)) - before)
  }
  await end()
  expect(most).toBeLessThan(20)
  expect((await readLiveMiB(inspector)) - before).toBeLessThan(5)
})

test('300 slow readers of a large video take little memory, and nobody else waits', async () => {
  const file = await uploadVideo(500)
  const inspector = inspectorOf(server)
  const [before, liveBefore] = [await readFigures(server.address), await readLiveMiB(inspector)]
  const asking = head(`GET /storage/media/${file}`, { cookie: staff.headers().cookie })
  await expectNobodyWaits(admin, async () => {
    const readers = many(300, () => openSocket(server.address).pause())
    for (const reader of readers) reader.write(asking)
    await Promise.all(readers.map((reader) => once(reader, 'readable')))
    const timer = setInterval(() => {
      for (const reader of readers) reader.read(1024)
    }, 1000)
    return async () => {
      const [during, liveDuring] = [await readFigures(server.address), await readLiveMiB(inspector)]
      clearInterval(timer)
      for (const reader of readers) reader.destroy()
      expect(during.handles - before.handles).toBeGreaterThan(500)
      // A quarter of a MiB each: a piece in the server's stream, one in its socket, and the request itself.
      expect(liveDuring - liveBefore).toBeLessThan(75)
    }
  })
  const handles = async () => (await readFigures(server.address)).handles
  await expect.poll(handles, { timeout: 10_000 }).toBeLessThan(before.handles + 20)
})

/** Uploads a film of `mebibytes` MiB minus the size of the form. @returns its file */
async function uploadVideo(mebibytes: number): Promise<string> {
  const path = join(dataDir, 'large.webm')
  await writeLargeFilm(path, mebibytes * 1_048_576 - 4096)
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const start = `${part('type', 'video')}${part('path', 'tasks')}`
  const named = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.webm"\r\n\r\n'
  const sent = request(`${server.address}/api/multimedia`, {
    method: 'POST',
    headers: { ...staff.headers(), 'content-type': 'multipart/form-data; boundary=x' },
  })
  const answered = once(sent, 'response')
  sent.write(start + named)
  await pipeline(createReadStream(path), sent, { end: false })
  sent.end('\r\n--x--\r\n')
  const [answer] = await answered
  const { multimedia } = JSON.parse(await text(answer)) as { multimedia: Multimedia } // the shape of this call
  return multimedia.file ?? ''
}
