import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../errors/errors.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { times } from '../../testing/together.ts'
import { head, sendBytes } from '../../testing/wire.ts'

const script = 'export const words = "ten of them"\n'.repeat(50)

/** A built web with a page, an asset with a compressed form, and an icon. */
function makeWeb(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'artel-web-'))
  for (const name of ['assets', 'icons']) mkdirSync(join(folder, name))
  for (const name of ['index.html', 'login.html']) writeFileSync(join(folder, name), '<!doctype html>')
  writeFileSync(join(folder, 'icons/app.svg'), '<svg/>')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  return pathToFileURL(`${folder}/`)
}

const test_ = useTestApp({ metricsToken: 'a token of those who watch' }, undefined, makeWeb())
let port: number
let cookie: string
/** One address of each kind. */
let addresses: string[]

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  cookie = client.cookieHeader()
  const { file } = mediaOf(await upload(client, await photo('png')))
  const body = '{"texts":{}}'
  const hash = createHash('sha256').update(body).digest('hex')
  await db.insert('localization_files', { hash, body }).execute()
  addresses = [
    '/tasks',
    '/login',
    '/assets/app-1a2b.js',
    '/assets/none.js',
    '/icons/app.svg',
    '/robots.txt',
    `/storage/media/${file}`,
    `/storage/media/small_${file}`,
    '/storage/media/none',
    `/storage/texts/${hash}.json`,
    '/storage/texts/none',
    '/api/user/sessions',
    '/api/none',
    '/api/docs',
    '/healthz',
    '/readyz',
    '/metrics',
  ]
})

const ranges = [
  'bytes=99999999999-',
  'bytes=abc',
  'bytes=5-2',
  'bytes=-0',
  'bytes=0-0',
  'bytes=-',
  'bytes=',
  'bytes',
  'bytes=0-0,5-2',
  `bytes=${'0-0,'.repeat(500)}1-1`,
  'items=0-5',
  'bytes=-1e9',
  'bytes=1-2-3',
]
const tags = ['*', '"', '""', '"x', 'W/', 'W/"x"', ',,,', `"${'x'.repeat(4000)}"`, '"a","b"']
const dates = ['0', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '-1', '']
const nonsense = ['', ' ', '\t', ';', '%', '=,=;q=x', 'ы', 'null', '__proto__', '9'.repeat(400)]

const headers: Record<string, readonly string[]> = {
  range: ranges,
  'if-range': [...tags, ...dates],
  'if-none-match': tags,
  'if-match': tags,
  'if-modified-since': dates,
  'if-unmodified-since': dates,
  'accept-encoding': ['*', 'identity;q=0', 'gzip;q=0,br;q=0', 'gzip;q=9', 'br', 'constructor'],
  accept: ['image/nothing', '*/*;q=0', 'text/html;level=x'],
  'accept-language': ['*', 'ru;q=0', '-'],
  expect: ['100-continue', '200-ok', 'x'],
  te: ['trailers', 'chunked', 'gzip;q=x'],
  'content-type': ['x', '/', 'multipart/form-data', 'application/json; charset=x'],
  'content-length': ['0'],
}

describe.each(['GET', 'HEAD'])('%s', (method) => {
  test.each(Object.entries(headers))('never causes a 5xx with any %s header', async (name, values) => {
    const all = [...new Set([...values, ...(name === 'content-length' ? [] : nonsense)])]
    const failed: string[] = []
    const logged = test_.logged.length
    for (const value of all) {
      // The condition of a range counts only if the request has a range.
      const beside = name === 'if-range' ? ['range: bytes=0-0'] : []
      const ask = async (index: number) => {
        const lines = [`cookie: ${cookie}`, 'connection: close', ...beside, `${name}: ${value}`]
        const { status } = await sendBytes(port, head(`${method} ${addresses[index]}`, ...lines))
        if (status === 0 || status >= 500) failed.push(`${addresses[index]} ${value} ${status}`)
      }
      await times(addresses.length, ask)
    }
    expect(failed).toEqual([])
    expect(test_.logged.slice(logged).filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})

test.each(ranges)('an asset is sent whole for the range %.40s', async (range) => {
  const { statusCode, body, headers } = await test_.app.inject({
    url: '/assets/app-1a2b.js',
    headers: { range },
  })
  expect([statusCode, body, headers['accept-ranges']]).toEqual([200, script, undefined])
})

describe('an error of a library', () => {
  test.each([
    ...[400, 402, 406, 408, 411, 412, 416, 417, 418, 425, 428, 451].map((status) => [status, 'bad_request']),
    // No library signs anybody in, so no library may sign anybody out.
    [401, 'bad_request'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [409, 'conflict'],
    [413, 'too_large'],
    [415, 'unsupported_media_type'],
    [422, 'bad_request'],
    [429, 'too_many_requests'],
    [431, 'headers_too_large'],
  ])('with status %s gets the code %s', (statusCode, code) => {
    const error = Object.assign(new Error('of a library'), { statusCode })
    expect(codeOf(error)).toBe(code)
    expect(codeOf(Object.assign(error, { code: 'FST_ERR' }))).toBe(code)
  })

  test.each([undefined, 0, 200, 302, 399, 500, 503, 600, 404.5, '404'])(
    'with status %s gets the code internal',
    (statusCode) => {
      expect(codeOf(Object.assign(new Error('of a library'), { statusCode }))).toBe('internal')
    },
  )
})
