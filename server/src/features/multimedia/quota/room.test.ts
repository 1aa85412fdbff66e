import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { upload, video, videoHead } from '../../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../../testing/rows/build.ts'
import { multipart } from '../../../testing/values/form.ts'
import { patienceMs } from '../../../testing/waits.ts'

// Uses a real connection, because these uploads declare no length.
const quota = 4_096_000
const share = quota / 2
const test_ = useTestApp({ mediaQuota: quota })
let port: number
let db: Db

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})
afterAll(() => test_.app.server.closeAllConnections())
beforeEach(async () => {
  db = await buildCompany(test_.root)
})

const signIn = async (type: 'staff' | 'owner') =>
  TestClient.signIn(test_.app, await buildUser(test_.root, db, type))
const waiting = () => readdir(test_.uploads.folder)
const written = async () => {
  const [name = ''] = await waiting()
  return (await stat(join(test_.uploads.folder, name))).size
}
const stored = () =>
  readdir(join(inject('dataDir'), 'media', String(db.companyId))).catch(() => [] as string[])

/** Sends a form without a declared length: the file of `bytes` is sent, the end of the form is not. */
function begin(client: TestClient, bytes: number, field = 'file'): { sent: ClientRequest; end: () => void } {
  const mark = Buffer.from('THE VIDEO')
  const fields = field === 'file' ? Object.entries({ type: 'video', path: 'tasks' }) : []
  const { payload, headers } = multipart([...fields, [field, { name: 'a.mp4', content: mark }]])
  const at = payload.indexOf(mark)
  const sent = request({
    host: '127.0.0.1',
    port,
    ...(field === 'file'
      ? { method: 'POST', path: '/api/multimedia' }
      : { method: 'PUT', path: '/api/user' }),
    headers: {
      cookie: client.cookieHeader(),
      ...client.csrfHeader(),
      ...headers,
      'transfer-encoding': 'chunked',
    },
  })
  sent.on('error', () => undefined)
  const head = videoHead(bytes - videoHead(0).length)
  sent.write(Buffer.concat([payload.subarray(0, at), head, Buffer.alloc(bytes - head.length)]))
  return { sent, end: () => sent.end(payload.subarray(at + mark.length)) }
}

async function answerTo(sent: ClientRequest): Promise<unknown[]> {
  const [answer] = await once(sent, 'response')
  const { code, errors } = (await json(answer)) as { code?: string; errors?: object } // of any response
  return [answer.statusCode, code, ...Object.keys(errors ?? {})]
}

test.each([
  ['staff', 'file', share - 1_000_000, 'share_exceeded'],
  ['owner', 'file', quota - 1_000_000, 'quota_exceeded'],
  ['staff', 'avatar', share - 1_000_000, 'share_exceeded'],
] as const)(
  'an upload by %s as %s is refused as soon as it exceeds the room, before it ends',
  async (type, field, used, code) => {
    const client = await signIn(type)
    await upload(client, video(Buffer.alloc(used - 8000)), { type: 'video' })
    const before = await stored()
    const { sent } = begin(client, 1_200_000, field)
    expect(await answerTo(sent)).toEqual([413, code, field])
    expect([await waiting(), await stored()]).toEqual([[], before])
    sent.destroy()
    // The refused upload takes no room any more.
    const next = begin(client, 900_000)
    next.end()
    expect(await answerTo(next.sent)).toEqual([201, undefined])
  },
)

test('running uploads count until they are stored or aborted', async () => {
  const client = await signIn('staff')
  const first = begin(client, 1_500_000)
  const answered = answerTo(first.sent)
  // Bytes are counted before they are written.
  await vi.waitFor(async () => expect(await written()).toBeGreaterThan(1_400_000), patienceMs)
  const second = begin(client, 1_000_000)
  second.end()
  expect(await answerTo(second.sent)).toEqual([413, 'share_exceeded', 'file'])
  first.end()
  expect(await answered).toEqual([201, undefined])
  const third = begin(client, 1_000_000)
  expect(await answerTo(third.sent)).toEqual([413, 'share_exceeded', 'file'])
  third.sent.destroy()
  const fourth = begin(client, 500_000)
  fourth.end()
  expect(await answerTo(fourth.sent)).toEqual([201, undefined])
  expect(await waiting()).toEqual([])
})
