import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { threadCpuMs } from '../../testing/thread-cpu.ts'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'

const test_ = useTestApp()
let port: number
let guest: TestClient
let admin: TestClient

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  guest = await TestClient.guest(test_.app)
  const db = await buildCompany(test_.root)
  admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
})

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
}
type Kind = keyof typeof types

/** A body whose text is sent in chunks of this many bytes. */
function bodyOf(kind: Kind, length: number, bytes: number): string {
  const text = 'a'.repeat(length)
  const body = {
    json: `{"login":"${text}","password":"x"}`,
    form: `login=${text}&password=x`,
    multipart: `--x\r\ncontent-disposition: form-data; name="login"\r\n\r\n${text}\r\n--x--\r\n`,
  }[kind]
  const pieces = body.match(new RegExp(`[^]{1,${bytes}}`, 'g')) ?? []
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}

function send(kind: Kind, length: number, bytes: number, client = guest) {
  const socket = openSocket(port)
  const { 'x-xsrf-token': token } = client.csrfHeader()
  const headers = [
    `cookie: ${client.cookieHeader()}`,
    `x-xsrf-token: ${token}`,
    `content-type: ${types[kind]}`,
  ]
  const path = client === guest ? '/api/auth/login' : '/api/tasks/create'
  socket.write(head(`POST ${path}`, ...headers, 'transfer-encoding: chunked', 'connection: close'))
  socket.write(bodyOf(kind, length, bytes))
  return readAnswer(socket)
}

test('a guest’s body is 32 KiB at most', async () => {
  expect((await send('json', 30_000, 1400)).status).toBe(422)
  for (const kind of ['json', 'form', 'multipart'] as const) {
    expect([413, 0]).toContain((await send(kind, 400_000, 1400)).status)
  }
})

describe.each(Object.keys(types) as Kind[])('a body of %s', (kind) => {
  test.each([1, 2, 8, 64])(
    'in a hundred thousand pieces of %i bytes is refused before its end',
    async (bytes) => {
      const before = threadCpuMs()
      const { status } = await send(kind, Math.min(900_000, bytes * 100_000), bytes)
      const workedMs = threadCpuMs() - before
      // A client that is still sending may be cut off before it reads the answer.
      expect([413, 0]).toContain(status)
      // Reading such a body to its end would take 200 ms to 7 s.
      expect(workedMs).toBeLessThan(1000)
    },
  )

  test('is read byte by byte if it is small, and in 1400-byte chunks if it is large', async () => {
    expect((await send(kind, 500, 1)).status).toBe(422)
    expect((await send(kind, 900_000, 1400, admin)).status).toBe(422)
  })
})
