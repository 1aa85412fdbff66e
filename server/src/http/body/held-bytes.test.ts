import type { AddressInfo, Socket } from 'node:net'
import { Busboy } from '@fastify/busboy'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'
import { bodyLimit, guestLimit } from './limits.ts'

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const headersOf = (client: TestClient) => ({ cookie: client.cookieHeader(), ...client.csrfHeader() })

const test_ = useTestApp()
let port: number
/** The server side of each connection. */
const sockets: Socket[] = []
beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  test_.app.server.on('connection', (socket: Socket) => void sockets.push(socket))
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})
afterAll(() => vi.restoreAllMocks())

type Body = { path?: string; from?: string; sent?: number }

/** Sends all bytes of a body but the last one, or the first `sent` bytes. */
function beginBody(client: TestClient, bytes: number, body: Body = {}) {
  const { path = '/listing/tasks', from, sent = bytes - 1 } = body
  const socket = openSocket(port, from ? { localAddress: from } : {})
  const headers = Object.entries(headersOf(client)).map(([name, value]) => `${name}: ${value}`)
  const type = 'content-type: application/json'
  socket.write(head(`POST /api${path}`, ...headers, type, `content-length: ${bytes}`, 'connection: close'))
  socket.write(Buffer.alloc(sent, ' '))
  return { socket, end: () => socket.write('}'), answer: readAnswer(socket) }
}

test('refuses calls of a user whose arriving bodies hold 16 MiB, and of nobody else', async () => {
  const { as } = await buildTeam(test_)
  const held = many(16, () => beginBody(as.staff, bodyLimit))
  const arrived = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  await expect.poll(arrived, { timeout: 25_000 }).toBeGreaterThanOrEqual(16 * (bodyLimit - 1))
  const { statusCode } = await as.staff.post('/listing/tasks', { search: 'x'.repeat(50) })
  expect(statusCode).toBe(429)
  expect((await as.admin.post('/listing/tasks', {})).statusCode).toBe(200)
  for (const { end } of held) end()
  const statuses = await Promise.all(held.map(async ({ answer }) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([400]))
  await expect.poll(async () => (await as.staff.post('/listing/tasks', {})).statusCode).toBe(200)
})

test('a user can sign in while bodies of guests use up the limit of all guests', async () => {
  const user = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
  const guest = await TestClient.guest(test_.app)
  const begin = (from: string, sent = guestLimit - 1) =>
    beginBody(guest, guestLimit, { path: '/auth/login', from, sent })
  const flood: ReturnType<typeof begin>[] = []
  const flow = async (count: number, from: string, sent?: number) => {
    const before = sockets.length
    flood.push(...many(count, () => begin(from, sent)))
    const isOver = ({ destroyed, bytesRead }: Socket) => destroyed || bytesRead > (sent ?? guestLimit - 1)
    await expect.poll(() => sockets.slice(before).filter(isOver), { timeout: 10_000 }).toHaveLength(count)
  }
  for (const from of ['127.0.1.1', '127.0.1.2', '127.0.1.3'])
    for (let i = 0; i < 6; i += 1) await flow(100, from)
  // Smaller and smaller bodies use up the bytes that the large ones left.
  for (let sent = guestLimit / 2; sent >= 1; sent /= 2) await flow(2, '127.0.1.4', sent)
  expect((await begin('127.0.1.4').answer).status).toBe(429)
  const client = await TestClient.signIn(test_.app, user)
  expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  for (const { socket } of flood) socket.destroy()
})

test('concurrent forms are parsed one piece per turn of the event loop', async () => {
  const { as } = await buildTeam(test_)
  let [turn, most, runExclusive] = [0, 0, 0]
  let isOver = false
  const countTurns = (async () => {
    for (; !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  })()
  let before = -1
  const write = Busboy.prototype.write
  vi.spyOn(Busboy.prototype, 'write').mockImplementation(function (this: unknown, ...given: unknown[]) {
    runExclusive = before === turn ? runExclusive + 1 : 1
    before = turn
    most = Math.max(most, runExclusive)
    return Reflect.apply(write, this, given)
  })
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
  const forms = many(20, () =>
    test_.app.inject({
      method: 'POST',
      url: '/api/listing/tasks',
      payload: `${part.repeat(300)}--x--\r\n`,
      headers: { ...headersOf(as.staff), 'content-type': 'multipart/form-data; boundary=x' },
    }),
  )
  const statuses = (await Promise.all(forms)).map(({ statusCode }) => statusCode)
  isOver = true
  await countTurns
  expect([new Set(statuses), most]).toEqual([new Set([422]), 1])
})
