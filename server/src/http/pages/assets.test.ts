import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { answerErrors, refuseUnknown } from '../answers/error-answers.ts'
import { compiledCodePolicy } from '../answers/security-headers.ts'
import { serveAssets } from './assets.ts'
import { servePages } from './pages.ts'

const test_ = useTestApp()
const words = 'export const words = "ten of them"\n'.repeat(50)
const modified = new Date('2026-03-04T05:06:07.890Z')

/** Files with every extension that the built web has, and one with an unknown extension. */
const plain = [
  'robots.txt',
  'favicon.svg',
  'favicon.ico',
  'manifest.webmanifest',
  'service-worker.js',
  'data.unknown',
  'no-ending',
  'icons/app.png',
  'icons/app.webp',
  'assets/font-1.woff2',
  'assets/read-1.wasm',
]
const packed = [
  'assets/app-1.js',
  'assets/app-1.css',
  'assets/worker-1.js',
  'assets/words-1.json',
  'theme.js',
]
const hidden = [
  'index.html',
  'login.html',
  'texts.json',
  '.env',
  '.git/config',
  'assets/app-1.js.map',
  'assets/.hidden.js',
  'assets/deep/texts.json',
  'assets/deep/page.html',
]

function makeWeb(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'artel-assets-'))
  for (const name of ['assets/deep', 'icons', '.git']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of [...plain, ...packed, ...hidden]) writeFileSync(join(folder, name), `${name} ${words}`)
  for (const name of packed) {
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(`${name} ${words}`))
    if (name !== 'theme.js') writeFileSync(join(folder, `${name}.gz`), gzipSync(`${name} ${words}`))
  }
  utimesSync(join(folder, 'assets/app-1.js'), modified, modified)
  symlinkSync(join(folder, 'robots.txt'), join(folder, 'linked.txt'))
  return pathToFileURL(`${folder}/`)
}

const webDir = makeWeb()
/** Serves the assets from disk, as the server did before it kept them in memory. */
let fromDisk: FastifyInstance
let fromMemory: FastifyInstance

beforeAll(async () => {
  fromDisk = fastify()
  fromMemory = fastify()
  for (const app of [fromDisk, fromMemory]) {
    answerErrors(app, test_.root)
    app.setNotFoundHandler(refuseUnknown)
  }
  await fromDisk.register(fastifyStatic, {
    root: fileURLToPath(webDir),
    index: false,
    wildcard: false,
    preCompressed: true,
    acceptRanges: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/*.map', 'texts.json'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.includes('/assets/worker-')) reply.header('content-security-policy', compiledCodePolicy)
    },
  })
  await serveAssets(fromMemory, webDir)
})
afterAll(async () => {
  await Promise.all([fromDisk.close(), fromMemory.close()])
})

async function ask(app: FastifyInstance, options: InjectOptions) {
  const { statusCode, headers, rawPayload } = await app.inject(options)
  const { date: _, connection: __, 'transfer-encoding': ___, ...rest } = headers
  return { statusCode, headers: rest, body: rawPayload.toString('base64') }
}

const tags = async (url: string) => {
  const { headers } = await fromDisk.inject({ url })
  const { headers: br } = await fromDisk.inject({ url, headers: { 'accept-encoding': 'br' } })
  return [headers.etag, br.etag, String(headers.etag).slice(2)].map(String)
}

const encodings = [
  'br',
  'gzip',
  'gzip, deflate, br, zstd',
  'br;q=0.1, gzip;q=0.9',
  '*',
  'deflate',
  'identity',
  'br;q=0, gzip;q=0',
  'identity;q=0',
  'BR',
  '*;q=0.5, br',
  'deflate, gzip;q=0.5',
  '',
  'nonsense;;q=',
]
const dates = [
  modified.toUTCString(),
  '0',
  '',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
]
const conditions = (known: readonly string[]) => [
  ...['*', '"other"', '', ...known, `"other", ${known[0]}`].flatMap((tag) => [
    { 'if-none-match': tag },
    { 'if-none-match': tag, 'if-modified-since': dates[3] },
    { 'if-none-match': tag, 'cache-control': 'no-cache' },
  ]),
  ...dates.map((date) => ({ 'if-modified-since': date })),
  ...['bytes=0-0', 'bytes=9999999-', 'bytes=abc'].map((range) => ({ range })),
]

test.each([
  ...plain,
  ...packed,
  ...hidden,
  'linked.txt',
  'assets',
  'assets/',
  'assets/none.js',
  'assets/app-1.js.br',
])('%s has the same status, headers and body from memory as from disk', async (path) => {
  const url = `/${path}`
  const beside = [...encodings.map((accepted) => ({ 'accept-encoding': accepted })), {}]
  const asked = [
    ...beside,
    ...conditions(await tags(url)),
    ...conditions(await tags(url)).map((one) => ({ ...one, 'accept-encoding': 'br, gzip' })),
  ]
  for (const method of ['GET', 'HEAD'] as const)
    for (const headers of asked) {
      const options = { method, url, headers: headers as Record<string, string> } // no header is undefined
      const [given, expected] = [await ask(fromMemory, options), await ask(fromDisk, options)]
      expect([options, given]).toEqual([options, expected])
    }
})

test('serves assets and pages after the build folder was deleted', async () => {
  const folder = makeWeb()
  const app = fastify()
  answerErrors(app, test_.root)
  await servePages(app, folder, true)
  rmSync(folder, { recursive: true })
  for (const [url, said] of [
    ['/assets/app-1.js', `assets/app-1.js ${words}`],
    ['/login', `login.html ${words}`],
    ['/tasks', `index.html ${words}`],
  ]) {
    const { statusCode, body } = await app.inject({ url: url ?? '' })
    expect([url, statusCode, body]).toEqual([url, 200, said])
  }
  await app.close()
})
