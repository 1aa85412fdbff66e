import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDisk } from '../../storage/disk.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

/** A minimal built web, with files that nobody may get. */
function makeWeb(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'artel-web-'))
  for (const name of ['assets', '.git']) mkdirSync(join(folder, name))
  const pages = ['index.html', 'login.html', 'assets/app-1a2b.js', 'assets/worker-reader-3c4d.js']
  const closed = ['assets/app-1a2b.js.map', '.git/config', '.env', 'texts.json']
  for (const name of [...pages, ...closed]) writeFileSync(join(folder, name), '<!doctype html>')
  return pathToFileURL(`${folder}/`)
}

let isBroken = false
const storage = async () => {
  const disk = openDisk(join(inject('dataDir'), 'media'))
  const open: typeof disk.open = (key) => (isBroken ? Promise.reject(new Error('broken')) : disk.open(key))
  return { ...disk, open }
}

const plain = useTestApp({ isProduction: true }, storage, makeWeb())
const proxied = useTestApp({ isProduction: true, trustProxy: 'next' })
const secure = useTestApp({ isProduction: true, appUrl: 'https://artel.example' })

let answers: Record<string, LightMyRequestResponse>

beforeAll(async () => {
  const db = await buildCompany(plain.root)
  const client = await TestClient.signIn(plain.app, await buildUser(plain.root, db, 'admin'))
  const { file } = mediaOf(await upload(client, await photo('png')))
  const headers = { cookie: client.cookieHeader() }
  const ask = (url: string) => plain.app.inject({ url, headers })
  answers = {
    'page 200': await ask('/tasks'),
    'login 200': await ask('/login'),
    'asset 200': await ask('/assets/app-1a2b.js'),
    'call 200': await ask('/api/user/sessions'),
    'call 404': await ask('/api/nothing'),
    'asset 404': await ask('/assets/nothing.js'),
    'call 401': await plain.app.inject('/api/user/sessions'),
    'call 419': await plain.app.inject({ method: 'POST', url: '/api/auth/login', payload: {} }),
    'file 200': await ask(`/storage/media/${file}`),
    'health 200': await ask('/healthz'),
  }
  isBroken = true
  answers['file 500'] = await ask(`/storage/media/${file}`)
})

const directives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((part): [string, string] => [part.split(' ', 1)[0] ?? '', part]),
  )

describe('every answer', () => {
  const kinds = [
    'page 200',
    'login 200',
    'asset 200',
    'call 200',
    'call 404',
    'asset 404',
    'call 401',
    'call 419',
    'file 200',
    'health 200',
    'file 500',
  ]

  test.each(kinds)('%s has the security headers and none that names the server', (kind) => {
    const { statusCode, headers } = answers[kind] ?? {}
    expect(statusCode).toBe(Number(kind.split(' ')[1]))
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const name of ['server', 'x-powered-by']) expect(headers).not.toHaveProperty(name)
  })

  test('a worker script may run WebAssembly and send requests to its own origin', async () => {
    const { headers } = await plain.app.inject('/assets/worker-reader-3c4d.js')
    expect(Object.fromEntries(directives(headers['content-security-policy']))).toEqual({
      'default-src': "default-src 'none'",
      'connect-src': "connect-src 'self'",
      'script-src': "script-src 'self' 'wasm-unsafe-eval'",
    })
  })

  test.each(kinds.filter((kind) => kind !== 'file 200' && kind !== 'file 500'))(
    '%s allows only scripts, workers and forms of its own origin',
    (kind) => {
      const policy = directives(answers[kind]?.headers['content-security-policy'])
      for (const directive of ['object-src', 'base-uri', 'frame-ancestors', 'default-src']) {
        expect(policy.get(directive)).toBe(`${directive} 'none'`)
      }
      for (const directive of ['script-src', 'form-action', 'connect-src', 'worker-src']) {
        expect(policy.get(directive)).toBe(`${directive} 'self'`)
      }
      expect([...policy.values()].join()).not.toContain('unsafe-eval')
      // Only styles may be inline, for the component kit.
      const unsafe = [...policy.values()].filter((part) => part.includes('unsafe-inline'))
      expect(unsafe).toEqual(["style-src 'self' 'unsafe-inline'"])
    },
  )

  test('a 404 does not repeat the path, and a 500 reveals no internals', () => {
    expect(answers['file 500']?.json()).toEqual({
      status: false,
      code: 'internal',
      message: expect.any(String),
      request_id: expect.any(String),
    })
    expect(answers['call 404']?.body).not.toContain('nothing')
  })
})

test('HSTS is sent for a year if the app address or a trusted proxy says https', async () => {
  const year = 'max-age=31536000; includeSubDomains'
  const https = { 'x-forwarded-proto': 'https' }
  const of = async ({ app }: typeof plain, headers = {}) =>
    (await app.inject({ url: '/healthz', headers })).headers['strict-transport-security']
  expect([await of(secure), await of(proxied, https)]).toEqual([year, year])
  // A header of an untrusted client has no effect.
  expect([await of(proxied), await of(plain, https)]).toEqual([undefined, undefined])
})

test.each([
  '/.git/config',
  '/.env',
  '/server/package.json',
  '/assets/app-1a2b.js.map',
  '/texts.json',
  '/assets/../.env',
  '/%2e%65nv',
  '/assets/%2e%2e/.env',
  '/.git/',
  '/api/app/localizations',
])('%s is answered with 404', async (url) => {
  const { statusCode, body } = await plain.app.inject(url)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('<!doctype')
})
