import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { head, openSocket, readAnswer, sendBytes, type WireAnswer } from '../../testing/wire.ts'

// Uses real connections, because light-my-request has no HTTP parser that could be fooled.
const test_ = useTestApp()
let port: number
let signedIn: string[]
let print: () => Promise<string>

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  signedIn = [`cookie: ${client.cookieHeader()}`, `x-xsrf-token: ${client.csrfHeader()['x-xsrf-token']}`]
  print = () => fingerprint(test_.root, [db.companyId])
})

const last = 'connection: close'
const codeOf = ({ body }: WireAnswer): unknown => JSON.parse(body).code

describe('the head of a request', () => {
  test.each<[string, string[], number, string]>([
    ['a header of 100 KB', [`x-a: ${'a'.repeat(100_000)}`], 431, 'headers_too_large'],
    ['2,000 headers', Array.from({ length: 2000 }, () => 'a:b'), 431, 'headers_too_large'],
    ['20,000 headers', Array.from({ length: 20_000 }, () => 'a:b'), 431, 'headers_too_large'],
    ['cookies of 64 KB', [`cookie: a=${'b'.repeat(65_536)}`], 431, 'headers_too_large'],
    [
      '500 cookies',
      [`cookie: ${Array.from({ length: 500 }, (_, i) => `a${i}=b`).join('; ')}`],
      431,
      'headers_too_large',
    ],
    ['NUL in a cookie', ['cookie: artel_session=u.a\0b'], 400, 'bad_request'],
    ['a line feed alone in a cookie', ['cookie: a=b\nx: y\rz'], 400, 'bad_request'],
    ['a name that is none', ['a b: c'], 400, 'bad_request'],
    ['another host', ['host: evil.example'], 400, 'bad_request'],
  ])('with %s is refused, and the connection ends', async (_, headers, status, code) => {
    const answer = await sendBytes(port, head('GET /api/user/sessions', ...headers, last))
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(answer.headers).toContain('nosniff')
    expect((await sendBytes(port, head('GET /healthz', last))).status).toBe(200)
  })

  test('with a cookie that is not UTF-8 is 400, and with any other invalid cookie 401', async () => {
    const start =
      'GET /api/user/sessions HTTP/1.1\r\nhost: artel\r\nconnection: close\r\ncookie: artel_session='
    const bad = await sendBytes(port, start, Buffer.from([0x75, 0x2e, 0xff, 0xc3]), '\r\n\r\n')
    expect([bad.status, codeOf(bad)]).toEqual([400, 'bad_request'])
    for (const value of ['u.кириллица', '%', '%ff', '%00', '"', ';;=;', 'u.', 'g....']) {
      const answer = await sendBytes(port, start, value, '\r\n\r\n')
      expect([value, answer.status]).toEqual([value, 401])
    }
  })

  test('with a session in its address, another header or the body is not signed in', async () => {
    const [cookie = '', token = ''] = signedIn
    const value = /artel_session=([^;]+)/.exec(cookie)?.[1] ?? ''
    const others = cookie.replace(/artel_session=[^;]+;? ?/, '')
    for (const [line, ...headers] of [
      [`GET /api/user/sessions?artel_session=${value}&session=${value}`],
      ['GET /api/user/sessions', `authorization: Bearer ${decodeURIComponent(value)}`],
      ['GET /api/user/sessions', `artel_session: ${value}`, `x-session-id: ${value}`],
    ] as const) {
      expect((await sendBytes(port, head(line, others, token, ...headers, last))).status).toBe(401)
    }
    const body = JSON.stringify({ artel_session: value, session: value })
    const headers = [others, token, 'content-type: application/json', `content-length: ${body.length}`]
    expect((await sendBytes(port, head('POST /api/listing/tasks', ...headers, last), body)).status).toBe(419)
  })
})

describe('the end of a body', () => {
  const chunked = 'transfer-encoding: chunked'
  const length = (bytes: number) => `content-length: ${bytes}`
  const json = 'content-type: application/json'
  const task = '{"title":"x"}'

  test.each<[string, string[], string]>([
    ['two ways', [length(4), chunked], `d\r\n${task}\r\n0\r\n\r\n`],
    ['two ways, in the other order', [chunked, length(4)], `d\r\n${task}\r\n0\r\n\r\n`],
    ['two lengths', [length(13), length(5)], task],
    ['a length that is none', ['content-length: 13x'], task],
    ['a length below nothing', ['content-length: -1'], task],
    ['an unknown coding', ['transfer-encoding: xchunked'], `d\r\n${task}\r\n0\r\n\r\n`],
    ['a coding before chunked', ['transfer-encoding: chunked, identity'], `d\r\n${task}\r\n0\r\n\r\n`],
    ['a space before the colon', ['transfer-encoding : chunked'], `d\r\n${task}\r\n0\r\n\r\n`],
    ['a size that is no number', [chunked], `zz\r\n${task}\r\n0\r\n\r\n`],
    ['a size below nothing', [chunked], `-d\r\n${task}\r\n0\r\n\r\n`],
    ['a size beyond all numbers', [chunked], `fffffffffffffffff\r\n${task}\r\n0\r\n\r\n`],
    ['a size that is too small', [chunked], `2\r\n${task}\r\n0\r\n\r\n`],
  ])('with %s is refused: 400, the connection ends, nothing after it is read', async (_, headers, body) => {
    const before = await print()
    const behind = head('GET /healthz')
    const start = head('POST /api/tasks/create', ...signedIn, json, ...headers)
    const answer = await sendBytes(port, start, body, behind)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad_request'])
    expect(await print()).toBe(before)
  })

  test('missing because the client disconnects: 400, and nothing is changed', async () => {
    const before = await print()
    const socket = openSocket(port)
    socket.write(head('POST /api/tasks/create', ...signedIn, json, length(13)))
    socket.write(task.slice(0, -1))
    await once(socket, 'ready').catch(() => undefined)
    socket.end()
    expect((await readAnswer(socket)).status).toBe(400)
    expect(await print()).toBe(before)
  })
})

describe('a request line', () => {
  test.each<[string, number]>([
    ['TRACE /api/tasks/1', 405],
    ['PROPFIND /api/tasks/1', 405],
    ['CONNECT /api/tasks/1', 0],
    ['SEARCH /api/nothing', 405],
    ['NONSENSE /api/tasks/1', 400],
    ['GET /api/<script>alert(1)</script>', 404],
    ['GET //api//users', 404],
    ['GET /api//users', 404],
    ['GET /api/users/../money', 404],
    ['GET /api/users/%2e%2e/money', 404],
    ['GET /api/%ff', 400],
    ['GET /api/%', 400],
    [`GET /api/tasks/${'1'.repeat(300)}`, 404],
    ['GET http://evil.example/api/nothing', 404],
  ])('%s is answered %i in JSON and reveals no internals', async (line, status) => {
    const answer = await sendBytes(port, head(line, ...signedIn, last))
    expect(answer.status).toBe(status)
    if (status === 0) return
    expect(answer.headers).toMatch(/content-type: application\/json/i)
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['status', 'message', 'code'])
    expect(answer.body).not.toMatch(/script|node_modules|\.ts|evil|%/)
  })
})
