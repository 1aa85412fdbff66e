import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { mediaOf, photo, video, videoHead } from '../../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { multipart } from '../../../testing/values/form.ts'
import { patienceMs } from '../../../testing/waits.ts'

// Uses a real connection, because the tests cut or slow down the connection of an upload.
const test_ = useTestApp()
let port: number
let db: Db
let client: TestClient

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  db = await buildCompany(test_.root)
  client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
})
afterAll(() => test_.app.server.closeAllConnections())

const waiting = () => readdir(test_.uploads.folder)
const stored = () => readdir(join(inject('dataDir'), 'media', String(db.companyId))).catch(() => [])

function open(headers: Record<string, string | number>) {
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/multimedia',
    headers: { cookie: client.cookieHeader(), ...client.csrfHeader(), ...headers },
  })
  sent.on('error', () => undefined)
  return sent
}

const statusOf = async (sent: ReturnType<typeof open>) => {
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode as number
}

// It comes first, because an aborted upload may still open and remove its file after its test.
test('a guest’s upload without a declared length gets 401 before it ends', async () => {
  const guest = await TestClient.guest(test_.app)
  const { payload, headers } = multipart([['file', { name: 'a.mp4', content: video() }]])
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/multimedia',
    headers: { cookie: guest.cookieHeader(), ...guest.csrfHeader(), ...headers },
  })
  sent.on('error', () => undefined)
  sent.write(payload.subarray(0, payload.length - 100))
  expect(await statusOf(sent)).toBe(401)
  sent.destroy()
  expect(await waiting()).toEqual([])
})

test('a hundred aborted uploads leave no files and no rows', async () => {
  const { payload, headers } = multipart([
    ['type', 'photo'],
    ['path', 'tasks'],
    ['file', { name: 'a.jpg', content: await photo('png', 900, 900) }],
  ])
  for (let round = 0; round < 100; round += 1) {
    const sent = open({ ...headers, 'content-length': payload.length })
    sent.write(payload.subarray(0, Math.floor((payload.length * round) / 100)))
    await sleep(round % 5)
    sent.destroy()
  }
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patienceMs)
  expect([await stored(), await db.from('multimedia').select('id').execute()]).toEqual([[], []])
  // The cut uploads take no places any more.
  const whole = open({ ...headers, 'content-length': payload.length })
  whole.end(payload)
  expect(await statusOf(whole)).toBe(201)
})

test.each([
  ['shorter than it says', 20],
  ['longer than it says', -20],
])('an upload %s is refused', async (_, more) => {
  const { payload, headers } = multipart([['file', { name: 'a.jpg', content: await photo('png', 40, 40) }]])
  const before = (await stored()).length
  const sent = open({ ...headers, 'content-length': payload.length + more, connection: 'close' })
  sent.write(payload)
  if (more > 0) sent.destroy()
  else expect(await statusOf(sent)).toBe(400)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patienceMs)
  expect((await stored()).length).toBe(before)
})

test.each([
  ['a video', 'video', () => video(Buffer.alloc(300_000)), 201],
  ['a photo of 20 MiB and a byte', 'photo', () => Buffer.alloc(20 * 1_048_576 + 1, 0xff), 413],
] as const)(
  '%s without a declared length is accepted or refused like any other',
  async (_, type, make, expected) => {
    const fields = [
      ['type', type],
      ['path', 'tasks'],
      ['file', { name: 'a', content: make() }],
    ] as const
    const { payload, headers } = multipart(fields)
    const before = (await stored()).length
    const sent = open({ ...headers, 'transfer-encoding': 'chunked' })
    const answered = statusOf(sent)
    for (let at = 0; at < payload.length; at += 65_536) {
      if (!sent.write(payload.subarray(at, at + 65_536))) await Promise.race([once(sent, 'drain'), answered])
    }
    sent.end()
    expect(await answered).toBe(expected)
    expect((await stored()).length).toBe(before + (expected === 201 ? 1 : 0))
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patienceMs)
  },
)

/** Sends a large video as a browser does: the head of the form, the video in pieces, the end. */
async function sendVideo(bytes: number, fields: Record<string, string>): Promise<number> {
  const mark = Buffer.from('THE VIDEO')
  const { payload, headers } = multipart([
    ...Object.entries(fields),
    ['file', { name: 'a.mp4', content: mark }],
  ])
  const at = payload.indexOf(mark)
  const head = videoHead(bytes)
  const sent = open({ ...headers, 'content-length': payload.length - mark.length + head.length + bytes })
  const answered = statusOf(sent)
  sent.write(Buffer.concat([payload.subarray(0, at), head]))
  const piece = Buffer.alloc(1_048_576)
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!sent.write(piece.subarray(0, Math.min(left, piece.length))) && !sent.destroyed) {
      await Promise.race([once(sent, 'drain'), answered])
    }
  }
  sent.end(payload.subarray(at + mark.length))
  return answered
}

const largest = 500 * 1_048_576

test('a video of 500 MiB is stored with less than 100 MiB of additional memory', async () => {
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const status = await sendVideo(largest - videoHead(0).length, { type: 'video', path: 'tasks' })
  clearInterval(watch)
  expect(status).toBe(201)
  expect((most - before) / 1_048_576).toBeLessThan(100)
  expect(await waiting()).toEqual([])
})

test('a video over 500 MiB gets 413, and nothing is stored', async () => {
  const before = (await stored()).length
  expect(await sendVideo(largest - videoHead(0).length + 1, { type: 'video', path: 'tasks' })).toBe(413)
  expect([(await waiting()).length, (await stored()).length]).toEqual([0, before])
})

test('an upload whose session ends meanwhile is stored completely or not at all', async () => {
  const user = await buildUser(test_.root, db, 'staff')
  const leaver = await TestClient.signIn(test_.app, user)
  const { payload, headers } = multipart([
    ['type', 'video'],
    ['path', 'tasks'],
    ['file', { name: 'a.mp4', content: video(Buffer.alloc(3_000_000)) }],
  ])
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/multimedia',
    headers: {
      cookie: leaver.cookieHeader(),
      ...leaver.csrfHeader(),
      ...headers,
      'content-length': payload.length,
    },
  })
  sent.write(payload.subarray(0, 1_000_000))
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), patienceMs)
  await test_.root.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  const before = await stored()
  sent.end(payload.subarray(1_000_000))
  const status = await statusOf(sent)
  expect([201, 401]).toContain(status)
  const rows = await db.from('multimedia').select('id').where('created_by', '=', user.id).execute()
  const isIn = status === 201 ? 1 : 0
  expect([rows.length, (await stored()).length - before.length, await waiting()]).toEqual([isIn, isIn, []])
  expect((await leaver.get('/user/sessions')).statusCode).toBe(401)
})

test('a slow reader gets the whole file, and readers who disconnect leave no open files', async () => {
  const { payload, headers } = multipart([
    ['type', 'video'],
    ['path', 'tasks'],
    ['file', { name: 'a.mp4', content: video(Buffer.alloc(3_000_000)) }],
  ])
  const answer = await client.send('POST', '/multimedia', undefined, { payload, headers })
  const options = {
    host: '127.0.0.1',
    port,
    path: `/storage/media/${mediaOf(answer).file}`,
    headers: { cookie: client.cookieHeader() },
  }
  const responses = Array.from({ length: 50 }, () => once(request(options).end(), 'response'))
  const [slow, ...leaving] = (await Promise.all(responses)).map(([response]) => response as IncomingMessage) // of 'response'
  for (const response of leaving) response.destroy()
  let size = 0
  for await (const chunk of slow ?? []) {
    size += chunk.length
    await sleep(1)
  }
  expect(size).toBe(mediaOf(answer).size)
  await vi.waitFor(async () => expect(await openFiles()).toEqual([]), patienceMs)
})

/** Media files that this process has open; empty if the system does not tell. */
async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const targets = await Promise.all(handles.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((path) => path.includes('/media/'))
}
