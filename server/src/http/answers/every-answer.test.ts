import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callers } from '../../testing/access/row.ts'
import { declared, useStage } from '../../testing/access/world.ts'
import { useTestApp } from '../../testing/app.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { times } from '../../testing/together.ts'
import { patienceMs } from '../../testing/waits.ts'
import { head, sendBytes, type WireAnswer } from '../../testing/wire.ts'

/** A built web with pages, an asset and other files. */
function makeWeb(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'artel-web-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'login.html', 'robots.txt', 'assets/app-1a2b.js', 'assets/worker-x.js'])
    writeFileSync(join(folder, name), 'a few words')
  return pathToFileURL(`${folder}/`)
}

const test_ = useTestApp({ isProduction: true, appUrl: 'https://artel.test' }, undefined, makeWeb())
const stage = useStage(test_)

/**
 * Sends over a real connection, because answers of Node itself reach no hook. Status 0: there was no answer.
 */
const send = (...bytes: string[]): Promise<WireAnswer> =>
  Promise.race([
    sendBytes((test_.app.server.address() as AddressInfo).port, ...bytes), // it listens on a port
    sleep(patienceMs).then(() => ({ status: 0, headers: '', body: '' })),
  ])

const last = 'connection: close'
const askOnce = (caller: Caller, method: string, path: string, ...headers: string[]) =>
  send(head(`${method} ${path}`, `cookie: ${stage.clients[caller].cookieHeader()}`, last, ...headers))

/** Asks again while the person has as many files under way as one may, because four are asked for at once. */
async function ask(...request: Parameters<typeof askOnce>): Promise<WireAnswer> {
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const answer = await askOnce(...request)
    if (answer.status !== 429 || Date.now() > end) return answer
  }
}

const apiPaths = [...new Set(Object.values(declared).map(({ path }) => `/api${path.replace(/:\w+/g, '1')}`))]
const otherPaths = [
  '/',
  '/tasks',
  '/login',
  '/robots.txt',
  '/.env',
  '/index.html',
  '/assets/app-1a2b.js',
  '/assets/worker-x.js',
  '/assets/none.js',
  '/storage/media/none',
  '/storage/texts/none',
  '/storage',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/api/none',
  '/api',
]
/** Files that exist. */
const files: string[] = []

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  const { file } = mediaOf(await upload(stage.clients.admin, await photo('png')))
  const body = '{"texts":{}}'
  const hash = createHash('sha256').update(body).digest('hex')
  await stage.world.db.insert('localization_files', { hash, body }).execute()
  files.push(`/storage/media/${file}`, `/storage/media/small_${file}`, `/storage/texts/${hash}.json`)
})

const protecting = {
  'cache-control': /./,
  'content-security-policy': /default-src 'none'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /geolocation=\(\)/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'strict-transport-security': /^max-age=31536000/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
}

/** Headers that every answer must have and this one lacks, and headers that reveal the server's software. */
function findFaults({ status, headers }: WireAnswer): string[] {
  if (status === 0) return ['is not answered']
  const told = new Map(
    headers
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const end = line.indexOf(':')
        return [line.slice(0, end).toLowerCase(), line.slice(end + 1).trim()]
      }),
  )
  const faults = Object.entries(protecting)
    .filter(([name, value]) => !value.test(told.get(name) ?? ''))
    .map(([name]) => `${status} has ${name}: ${told.get(name)}`)
  for (const name of ['server', 'x-powered-by']) if (told.has(name)) faults.push(`tells its ${name}`)
  // A cache must not keep a temporary failure.
  if (status >= 400 && told.get('cache-control') !== 'no-store') faults.push(`${status} may be stored`)
  return faults
}

async function findAllFaults(asked: readonly (() => Promise<[string, string[]]>)[]): Promise<string[]> {
  const faults: string[] = []
  await times(4, async (worker) => {
    for (let index = worker; index < asked.length; index += 4) {
      const [name, found] = (await asked[index]?.()) ?? ['', []]
      faults.push(...found.map((fault) => `${name} ${fault}`))
    }
  })
  return faults
}

describe.each(callers)('%s', (caller) => {
  test('HEAD of every path has the status of GET and no body', { timeout: 300_000 }, async () => {
    const asked = [...apiPaths, ...otherPaths, ...files, '/api/events'].map((path) => async () => {
      const answer = await ask(caller, 'HEAD', path)
      const faults = findFaults(answer)
      if (answer.body !== '') faults.push('has a body')
      // The event stream does not end.
      const isStream = path === '/api/events' && caller !== 'guest'
      const { status } = isStream ? { status: 200 } : await ask(caller, 'GET', path)
      if (status !== answer.status) faults.push(`is ${answer.status}, and ${status} with GET`)
      return [`HEAD ${path}`, faults] as [string, string[]]
    })
    expect(await findAllFaults(asked)).toEqual([])
  })

  test('an address with its host has the same status as the path alone', { timeout: 300_000 }, async () => {
    const asked = [...apiPaths, ...otherPaths, ...files].map((path) => async () => {
      const [{ status }, { status: usual }] = [
        await ask(caller, 'GET', `https://artel.test${path}`),
        await ask(caller, 'GET', path),
      ]
      return [path, status === usual ? [] : [`is ${status}, and ${usual} without the host`]] as [
        string,
        string[],
      ]
    })
    expect(await findAllFaults(asked)).toEqual([])
  })

  test('every answer has the security headers, and no error may be cached', {
    timeout: 300_000,
  }, async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']
    const asked = [...apiPaths, ...otherPaths, ...files].flatMap((path) =>
      methods.map((method) => async () => {
        // A POST without a CSRF token is refused, so no session ends here.
        return [`${method} ${path}`, findFaults(await ask(caller, method, path))] as [string, string[]]
      }),
    )
    expect(await findAllFaults(asked)).toEqual([])
  })
})

const start = 'GET /healthz HTTP/1.1\r\n'
const json = 'content-type: application/json'

test.each<[string, number, string]>([
  ['without a host', 400, `${start}${last}\r\n\r\n`],
  ['that expects nothing known', 400, head('GET /healthz', 'expect: x', last)],
  [
    'that expects the unknown, with a body',
    400,
    `${head('POST /api/auth/login', json, 'expect: 200-ok', 'content-length: 2', last)}{}`,
  ],
  [
    'that waits to be told to go on',
    419,
    `${head('POST /api/auth/login', json, 'expect: 100-Continue', 'content-length: 2', last)}{}`,
  ],
  ['of HTTP/1.0 without a host', 200, 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['of an unknown version', 400, 'GET /healthz HTTP/9.9\r\nhost: artel\r\n\r\n'],
  ['of no method', 400, head('NONSENSE /healthz', last)],
  ['of another protocol', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['with a name that is none', 400, head('GET /healthz', 'a b: c', last)],
  [
    'with a body of two lengths',
    400,
    head('POST /api/auth/login', json, 'content-length: 2', 'content-length: 3'),
  ],
  [
    'with a chunk of no size',
    400,
    `${head('POST /api/auth/login', json, 'transfer-encoding: chunked')}zz\r\n`,
  ],
  ['with a head of 100 KB', 431, head('GET /healthz', `x: ${'a'.repeat(100_000)}`, last)],
  ['with 200 headers', 431, head('GET /healthz', ...Array.from({ length: 200 }, () => 'a: b'), last)],
  ['with an address that is no UTF-8', 400, head('GET /api/%ff', last)],
  ['with a part of an address beyond all', 404, head(`GET /api/tasks/${'1'.repeat(300)}`, last)],
  ['with a body where none is taken', 404, head('POST /nowhere', 'content-length: 2', last)],
  ['for another protocol', 200, head('GET /healthz', 'connection: upgrade, close', 'upgrade: websocket')],
])('a request %s is answered %i with the security headers', async (_, status, bytes) => {
  const answer = await send(bytes)
  // `100 Continue` comes before the answer.
  const final = answer.status === 100 ? parse(answer.body) : answer
  expect(final.status).toBe(status)
  expect(findFaults(final)).toEqual([])
})

function parse(text: string): WireAnswer {
  const [headers = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(headers.slice(9, 12)), headers, body }
}

/** Methods of other protocols that Node's parser accepts. */
const foreignMethods = {
  RTSP: [
    'ANNOUNCE',
    'DESCRIBE',
    'FLUSH',
    'GET_PARAMETER',
    'PAUSE',
    'PLAY',
    'RECORD',
    'REDIRECT',
    'SET_PARAMETER',
    'SETUP',
    'TEARDOWN',
  ],
  ICE: ['SOURCE'],
}

test('refuses a request with an unused method before routing, and ends its connection', async () => {
  const used = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  // Node itself ends the connection of a CONNECT, and accepts SOURCE only with its own protocol, ICE.
  const unused = METHODS.filter((method) => ![...used, 'CONNECT', 'SOURCE'].includes(method))
  expect(unused.length).toBeGreaterThan(20)
  const lines = [
    ...unused.map((method) => `${method} / HTTP/1.1`),
    ...Object.entries(foreignMethods).flatMap(([protocol, methods]) =>
      methods.map((method) => `${method} / ${protocol}/1.1`),
    ),
  ]
  const before = test_.logged.length
  for (const line of lines) {
    const answer = await send(`${line}\r\nhost: artel\r\n\r\n`)
    expect([line, answer.status, findFaults(answer)]).toEqual([line, 405, []])
    expect(answer.headers.toLowerCase()).toContain(`allow: ${used.join(', ').toLowerCase()}`)
    expect(JSON.parse(answer.body)).toMatchObject({ status: false, code: 'method_not_allowed' })
  }
  expect(test_.logged.slice(before)).toEqual([])
})

test('answers with status 304, 206 and 416 have the security headers', async () => {
  const [media = '', , texts = ''] = files
  const asked: [path: string, header: string, status: number][] = [
    [media, 'if-none-match: *', 304],
    [media, 'range: bytes=0-0', 206],
    [media, 'range: bytes=999999999-', 416],
    [texts, `if-none-match: "${texts.slice(-69, -5)}"`, 304],
  ]
  for (const [path, header, status] of asked) {
    const answer = await ask('admin', 'GET', path, header)
    expect([path, answer.status, findFaults(answer)]).toEqual([path, status, []])
  }
  const { headers } = await ask('admin', 'GET', '/assets/app-1a2b.js')
  const tag = /^etag: (.*)$/im.exec(headers)?.[1]
  const again = await ask('admin', 'GET', '/assets/app-1a2b.js', `if-none-match: ${tag}`)
  expect([again.status, findFaults(again)]).toEqual([304, []])
})
