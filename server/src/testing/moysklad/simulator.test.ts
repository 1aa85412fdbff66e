import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from './account.ts'
import { fillCatalogue, fillCompany, idOf } from './catalogue.ts'
import { startMoySklad } from './simulator.ts'

// Checks the simulator against the documentation of MoySklad, because other tests rely on it.
const theirs = await startMoySklad()
afterAll(() => theirs.close())
let account: Account
let token: string
beforeEach(() => {
  theirs.reset()
  account = theirs.addAccount('uyut')
  token = account.addToken()
})

type Body = {
  rows?: { id: string; name: string }[]
  meta?: Record<string, unknown>
  errors?: { code: number }[]
}
type Answer = { status: number; headers: Record<string, unknown>; body: Body | Body[] | null }

/** Uses no `fetch`, because `fetch` adds a header that accepts gzip. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: object,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(theirs.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'gzip',
        accept: 'application/json;charset=utf-8',
        ...headers,
      },
    })
    asking.on('error', reject).on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer) // Buffers, because no encoding is set
      const raw = Buffer.concat(chunks)
      const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
      const text = plain.toString()
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      })
    })
    asking.end(body && JSON.stringify(body))
  })
}
const codeOf = ({ status, body }: Answer) => [status, (body as Body | null)?.errors?.[0]?.code]
const namesOf = async (query: string, type = 'product') =>
  ((await ask(`/entity/${type}?${query}`)).body as Body).rows?.map(({ name }) => name)

describe('a request', () => {
  test('without gzip gets an empty response', async () => {
    expect(await ask('/entity/product', { 'accept-encoding': 'identity' })).toMatchObject({
      status: 415,
      body: null,
    })
    expect((await ask('/entity/product', { 'accept-encoding': 'gzip, deflate' })).status).toBe(200)
  })

  test('for another content type is rejected', async () => {
    expect(codeOf(await ask('/entity/product', { accept: 'text/html' }))).toEqual([400, 1062])
  })

  test('with an unknown or blocked token is rejected, also in headers', async () => {
    const unknown = await ask('/entity/product', { authorization: 'Bearer x' })
    expect([...codeOf(unknown), unknown.headers['x-lognex-auth']]).toEqual([401, 1056, '1056'])
    token = account.addToken({ isBlocked: true })
    expect(codeOf(await ask('/entity/product'))).toEqual([401, 1061])
  })

  test('with a password gets a new token, and the previous one is revoked', async () => {
    const principal = theirs.tokens.get(token)
    if (principal) theirs.passwords.set('admin@uyut', { password: 'p:w', principal })
    const authorization = `Basic ${Buffer.from('admin@uyut:p:w').toString('base64')}`
    const given = (await ask('/security/token', { authorization }, 'POST')).body as { access_token?: string }
    expect(given.access_token).toMatch(/^[\da-f]{40}$/)
    expect((await ask('/context/employee')).status).toBe(401)
    token = given.access_token ?? ''
    expect((await ask('/context/employee')).status).toBe(200)
  })

  test('of a solution has another context', async () => {
    token = account.addToken({ kind: 'solution' })
    expect(codeOf(await ask('/context/employee'))).toEqual([403, 55006])
    expect((await ask('/context/application')).status).toBe(200)
  })

  test('without the right is rejected', async () => {
    token = account.addToken({ forbidden: ['store'], isAdmin: false })
    expect(codeOf(await ask('/entity/store'))).toEqual([403, 1016])
    expect(codeOf(await ask('/entity/webhook'))).toEqual([403, 30004])
  })
})

describe('the rate limit', () => {
  test.each([
    ['user', '2026-05-11', 45],
    ['user', '2026-05-12', 22],
    ['user', '2026-11-30', 15],
    ['user', '2026-12-01', 11],
    ['solution', '2026-12-01', 45],
    ['draft', '2026-12-01', 11],
  ] as const)('lets a %s on %s send %i requests', async (kind, day, times) => {
    theirs.now = () => new Date(`${day}T09:00:00Z`)
    theirs.limiter.kind = 'window'
    token = account.addToken({ kind })
    for (let time = 0; time < times; time++) expect((await ask('/context/employee')).status).not.toBe(429)
    const refused = await ask('/context/employee')
    expect(codeOf(refused)).toEqual([429, 1049])
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': '45',
      'x-lognex-retry-timeinterval': '3000',
    })
    expect(Number(refused.headers['x-lognex-retry-after'])).toBeGreaterThan(1000)
  })

  test('of concurrent requests is five, and no header says so', async () => {
    token = account.addToken({ kind: 'solution' })
    theirs.faults = [{ delayMs: 150 }]
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/entity/store')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(codeOf)).toEqual([1, 2, 3].map(() => [429, 1073]))
    expect(refused[0]?.headers['x-lognex-retry-after']).toBe('0')
  })

  test('ends the access after more than 200 rejected requests in a minute', async () => {
    for (let round = 0; round < 230; round++) await ask('/entity/store')
    expect(codeOf(await ask('/entity/store'))).toEqual([401, 1061])
  })
})

describe('a list', () => {
  test('has pages that link to the next one', async () => {
    fillCatalogue(account, 5)
    const { body } = await ask('/entity/product?limit=2&offset=2&order=code')
    expect(body).toMatchObject({
      meta: { size: 5, limit: 2, offset: 2, nextHref: expect.stringContaining('offset=4') },
      rows: [{ id: idOf(3) }, { id: idOf(4) }],
    })
    expect(codeOf(await ask('/entity/product?limit=1001'))).toEqual([400, 1009])
  })

  test('leaves archived rows out unless the filter asks for them', async () => {
    account.put('product', { name: 'А' })
    account.put('product', { name: 'Б', archived: true })
    expect(await namesOf('')).toEqual(['А'])
    expect(await namesOf(`filter=${encodeURIComponent('archived=true;archived=false')}`)).toEqual(['А', 'Б'])
  })

  test.each([
    ['article=MS-2', 1],
    ['article=MS-2;article=MS-3', 2],
    ['article!=MS-2;article!=MS-3', 3],
    ['updated>=2026-01-01 00:00:00;article~=MS', 5],
    [`id=${idOf(4)}`, 1],
  ])('is filtered by %s', async (filter, count) => {
    fillCatalogue(account, 5)
    expect(await namesOf(`filter=${encodeURIComponent(filter)}`)).toHaveLength(count)
  })

  test.each(['colour=red', 'archived=yes', 'id=1', 'updated>=yesterday', 'nothing'])(
    'rejects the filter %s',
    async (filter) => {
      expect(codeOf(await ask(`/entity/product?filter=${encodeURIComponent(filter)}`))).toEqual([400, 1014])
    },
  )

  test('expands collections only on small pages', async () => {
    fillCompany(account)
    const rows = async (limit: number) =>
      ((await ask(`/entity/bundle?expand=components&limit=${limit}`)).body as Body).rows
    expect(await rows(100)).toMatchObject([{ components: { meta: { size: 2 }, rows: [{}, {}] } }])
    expect(await rows(101)).not.toMatchObject([{ components: { rows: [{}, {}] } }])
  })

  test('rejects unknown parameters, types and ids', async () => {
    expect(codeOf(await ask('/entity/product?page=2'))).toEqual([400, 1007])
    expect(codeOf(await ask('/entity/planet'))).toEqual([400, 1005])
    expect(codeOf(await ask(`/entity/product/${idOf(1)}`))).toEqual([404, 1021])
  })
})

test('stock is returned as a whole, or as its changes within a day', async () => {
  fillCompany(account)
  const whole = (await ask('/report/stock/bystore/current')).body as object[]
  expect(whole.length).toBeGreaterThan(50)
  const since = (hours: number) =>
    new Date(Date.now() + (3 - hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const changed = (hours: number) =>
    ask(
      `/report/stock/bystore/current?${new URLSearchParams({ changedSince: since(hours), include: 'zeroLines' })}`,
    )
  expect((await changed(-1)).body).toEqual([])
  expect((await changed(1)).body).toHaveLength(account.stock.size)
  expect((await changed(25)).status).toBe(400)
})

describe('a webhook message', () => {
  async function listen(answer: number, delayMs = 0) {
    const heard: { url: string; body: string }[] = []
    const server = createServer(async (asked, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of asked) chunks.push(chunk as Buffer) // Buffers, because no encoding is set
      heard.push({ url: asked.url ?? '', body: Buffer.concat(chunks).toString() })
      setTimeout(() => response.writeHead(answer).end(), delayMs)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // An AddressInfo, because the server listens on a port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    return { url, heard, close: () => server.close() }
  }
  const register = (url: string) =>
    ask('/entity/webhook', {}, 'POST', { url, entityType: 'product', action: 'CREATE' })

  test('has a request id', async () => {
    const { url, heard, close } = await listen(204)
    expect((await register(url)).status).toBe(200)
    expect(codeOf(await register(url))).toEqual([412, 30003])
    account.put('product', { id: idOf(1), name: 'А' })
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]?.url).toMatch(/^\/hook\?requestId=[\da-f-]{36}$/)
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({
      events: [
        { meta: { type: 'product', href: `${theirs.url}/entity/product/${idOf(1)}` }, action: 'CREATE' },
      ],
    })
    close()
  })

  test('that fails is sent three more times with the same id, and then no more', async () => {
    const { url, heard, close } = await listen(500)
    await register(url)
    account.put('product', { name: 'А' })
    await expect.poll(() => heard.length).toBe(4)
    expect(new Set(heard.map((one) => one.url)).size).toBe(1)
    expect(account.hooks.sent).toMatchObject([{ tries: 4, isHeard: false }])
    close()
  })

  test('is retried if there is no response within a second and a half', async () => {
    const { url, heard, close } = await listen(204, 1700)
    await register(url)
    account.put('product', { name: 'А' })
    await expect.poll(() => heard.length, { timeout: 4000 }).toBe(2)
    expect(account.hooks.sent).toMatchObject([{ isHeard: false }])
    close()
  })
})
