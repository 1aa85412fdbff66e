import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'

const test_ = useTestApp()
let port: number
let guest: string[]

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  const client = await TestClient.guest(test_.app)
  guest = [`cookie: ${client.cookieHeader()}`, `x-xsrf-token: ${client.csrfHeader()['x-xsrf-token']}`]
})

const json = 'content-type: application/json'
const chunked = 'transfer-encoding: chunked'

describe('an unread chunked body ends its connection with the answer', () => {
  test.each<[number, string, () => string[]]>([
    [419, 'POST /api/auth/login', () => [json]],
    [431, 'POST /api/auth/login', () => [json, `cookie: ${'a=b; '.repeat(300)}`]],
    [400, 'POST /api/auth/login', () => [json, 'cookie: a=\xff']],
    [400, 'POST /%zz', () => []],
    [404, `POST /api/tasks/${'1'.repeat(300)}`, () => [json]],
    [404, 'POST /nothing', () => []],
    [404, 'POST /api/moy_sklad/hooks/unknown', () => [json]],
    [401, 'POST /api/money', () => [...guest, json]],
    [401, 'POST /api/multimedia', () => [...guest, 'content-type: multipart/form-data; boundary=x']],
    [405, 'PUT /api/auth/login', () => [...guest, json]],
    [415, 'POST /api/auth/login', () => [...guest, 'content-type: text/plain']],
    [200, 'GET /healthz', () => []],
  ])('%i to %s', async (status, line, headers) => {
    const socket = openSocket(port)
    socket.write(head(line, ...headers(), chunked), 'latin1')
    socket.write('1\r\na\r\n')
    const answer = await readAnswer(socket)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatch(/^connection: close$/im)
  })
})

test('an unread body with a length leaves its connection open', async () => {
  const socket = openSocket(port)
  socket.write(`${head('POST /api/auth/login', json, 'content-length: 1')}a`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write(head('GET /healthz', 'connection: close'))
  expect((await readAnswer(socket)).status).toBe(200)
})
