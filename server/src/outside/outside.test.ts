import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { patienceMs } from '../testing/waits.ts'
import { type HttpClient, type HttpClientError, type OutsideRules, openHttpClient } from './outside.ts'
import { isPublicAddress } from './public-address.ts'

let asked: IncomingMessage[] = []
let open = 0
let maxOpen = 0
// Compressed in advance, because on a slow machine this takes longer than the response may.
const bomb = gzipSync(Buffer.alloc(50_000_000))

const answers: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) => response.end('as it is'),
  '/packed': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('{"unpacked":true}')),
  '/bomb': (response) => response.setHeader('content-encoding', 'gzip').end(bomb),
  '/endless': (response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1)
    response.once('close', () => clearInterval(timer))
  },
  '/hangs': () => undefined,
  '/drips': (response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(timer))
  },
  '/elsewhere': (response) => response.writeHead(302, { location: '/plain' }).end(),
  '/breaks': (response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half')
    setTimeout(() => response.destroy(), 20)
  },
  '/slow': (response) => void setTimeout(() => response.end('late'), 60),
}

const server = createServer((request, response) => {
  asked.push(request)
  maxOpen = Math.max(maxOpen, ++open)
  response.once('close', () => {
    open -= 1
  })
  answers[request.url ?? '']?.(response)
})
let base: string
let opened: HttpClient[] = []

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port
})
afterAll(async () => {
  for (const outside of opened) await outside.close()
  server.close()
})
beforeEach(() => {
  asked = []
  maxOpen = 0
})

const owner = { companyId: 1, userId: 1 }
const places = {
  running: 4,
  runningOfCompany: 4,
  runningOfPerson: 4,
  waitingOfPerson: 4,
  waitingOfCompany: 4,
}
const oneAtOnce = { ...places, running: 1 }

const outsideOf = (rules: Partial<OutsideRules> = {}) => {
  const outside = openHttpClient({
    timeoutMs: 300,
    maxBytes: 100_000,
    places,
    allows: () => true,
    isNamedByOperator: true,
    ...rules,
  })
  opened = [...opened, outside]
  return { ...outside, get: (path: string, of = owner) => outside.ask(new URL(path, base), { owner: of }) }
}

describe('a foreign service', () => {
  test('has its answer returned unchanged, or decompressed', async () => {
    expect((await outsideOf().get('/plain')).body.toString()).toBe('as it is')
    expect(JSON.parse((await outsideOf().get('/packed')).body.toString())).toEqual({ unpacked: true })
  })

  test('that redirects is not followed', async () => {
    expect((await outsideOf().get('/elsewhere')).status).toBe(302)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['/hangs', 'slow'],
    ['/drips', 'slow'],
    ['/bomb', 'too_large'],
    ['/endless', 'too_large'],
    ['/breaks', 'away'],
  ])('%s fails as %s in time', async (path, failure) => {
    const begun = performance.now()
    await expect(outsideOf().get(path)).rejects.toMatchObject({ failure })
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  test('is waited for no longer than the caller’s own timeout', async () => {
    // Longer than the timeout of the test.
    const outside = outsideOf({ timeoutMs: 600_000 })
    const asking = outside.ask(new URL('/hangs', base), { owner, signal: AbortSignal.timeout(50) })
    await expect(asking).rejects.toMatchObject({ failure: 'slow' })
  })

  test('gets no request if the caller’s timeout is already over', async () => {
    const outside = outsideOf({ places: oneAtOnce, timeoutMs: 60_000 })
    const firstOf = new AbortController()
    const first = outside.ask(new URL('/hangs', base), { owner, signal: firstOf.signal })
    let isFirstOver = false
    first.catch(() => {
      isFirstOver = true
    })
    await vi.waitFor(() => expect(asked).toHaveLength(1), patienceMs)
    const late = outside.ask(new URL('/plain', base), { owner, signal: AbortSignal.abort() })
    await expect(late).rejects.toMatchObject({ failure: 'slow' })
    expect(isFirstOver).toBe(false)
    firstOf.abort()
    await expect(first).rejects.toMatchObject({ failure: 'slow' })
    expect(asked).toHaveLength(1)
  })

  test('that does not listen fails as away', async () => {
    const nobody = outsideOf().ask(new URL('http://127.0.0.1:1/'), { owner })
    await expect(nobody).rejects.toMatchObject({ failure: 'away' })
  })

  test('gets at most four requests at once; four more wait, and the others fail as busy', async () => {
    const outside = outsideOf({ timeoutMs: 3000 })
    const ended = await Promise.allSettled(Array.from({ length: 20 }, () => outside.get('/slow')))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ failure: 'busy' })
    expect(maxOpen).toBeLessThanOrEqual(4)
    expect((await outside.get('/plain')).status).toBe(200)
  })

  test('that hangs fails its waiting requests in time and frees their places', async () => {
    const outside = outsideOf({ places: oneAtOnce })
    const first = outside.get('/hangs')
    const second = outside.ask(new URL('/plain', base), { owner, signal: AbortSignal.timeout(50) })
    const ended = await Promise.allSettled([first, second])
    // The second request was never sent, so nothing is known about the service.
    expect(ended).toMatchObject([{ reason: { failure: 'slow' } }, { reason: { failure: 'busy' } }])
    expect((await outside.get('/plain')).status).toBe(200)
  })

  test('is not blamed for a timeout most of which passed in the queue', async () => {
    const outside = outsideOf({ places: oneAtOnce, timeoutMs: 10_000 })
    const first = outside.ask(new URL('/hangs', base), { owner, signal: AbortSignal.timeout(1200) })
    // It begins after 1,200 ms, and 800 ms are left. The next one of the same chain gets what is left then.
    const signal = AbortSignal.timeout(2000)
    const second = outside.ask(new URL('/slow', base), { owner, signal })
    const third = second.then(() => outside.ask(new URL('/hangs', base), { owner, signal }))
    const ended = await Promise.allSettled([first, second, third])
    expect(ended).toMatchObject([
      { reason: { failure: 'slow' } },
      { status: 'fulfilled' },
      { reason: { failure: 'busy' } },
    ])
    const late = outside.ask(new URL('/plain', base), { owner, signal })
    await expect(late).rejects.toMatchObject({ failure: 'busy' })
  })

  test('gets the requests of a company with few, however many another company sends', async () => {
    const outside = outsideOf({ timeoutMs: 10_000 })
    const flood = Array.from({ length: 30 }, (_, at) =>
      outside.get('/slow', { companyId: 2, userId: at }).catch((error: HttpClientError) => error.failure),
    )
    for (let turn = 0; turn < 5; turn += 1) expect((await outside.get('/plain')).status).toBe(200)
    expect(await Promise.all(flood)).toContain('busy')
  })
})

describe('refused without a connection', () => {
  test('an address that the rules do not allow', async () => {
    const outside = outsideOf({ allows: ({ pathname }) => pathname === '/plain' })
    await expect(outside.get('/packed')).rejects.toMatchObject({ failure: 'refused' })
    await expect(outside.ask(new URL('http://me:secret@127.0.0.1/plain'), { owner })).rejects.toMatchObject({
      failure: 'refused',
    })
    expect(asked).toHaveLength(0)
  })

  test.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'ftp://example.com/',
  ])('%s, if the operator has not named it', async (url) => {
    const outside = outsideOf({ isNamedByOperator: false })
    await expect(outside.ask(new URL(url), { owner })).rejects.toMatchObject({ failure: 'refused' })
  })

  test('a name that resolves to this machine, at the moment of connecting', async () => {
    const { port } = new URL(base)
    const outside = outsideOf({ isNamedByOperator: false })
    await expect(outside.ask(new URL(`https://localhost:${port}/plain`), { owner })).rejects.toMatchObject({
      failure: 'away',
      cause: { cause: { message: expect.stringContaining('network of its own') } },
    })
    expect(asked).toHaveLength(0)
  })
})

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:4010:c0f::71', true],
  ['127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['::', false],
  ['64:ff9b::7f00:1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
