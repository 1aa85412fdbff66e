import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { openDisk } from '../../storage/disk.ts'
import type { Storage } from '../../storage/storage.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, sendForm, upload, video } from '../../testing/media/media.ts'
import { buildCompany, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { head, sendBytes } from '../../testing/wire.ts'

const test_ = useTestApp()
const limited = useTestApp({ limitsCalls: true })
/** Shortens each file after it was opened. */
let shortened = 0
const shortening = useTestApp({}, async () => {
  const folder = join(inject('dataDir'), 'media')
  const disk = openDisk(folder)
  const open: Storage['open'] = async (key) => {
    const file = await disk.open(key)
    await truncate(join(folder, key), shortened)
    return file
  }
  return { ...disk, open }
})
let db: Db
let admin: TestUser
let client: TestClient
let stranger: TestClient
let guest: TestClient
let content: Buffer
let media: Multimedia

beforeAll(async () => {
  db = await buildCompany(test_.root)
  admin = await buildUser(test_.root, db, 'admin')
  client = await TestClient.signIn(test_.app, admin)
  const other = await buildCompany(test_.root)
  stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'owner'))
  guest = await TestClient.guest(test_.app)
  content = video()
  media = mediaOf(await upload(client, content, { type: 'video' }))
})

const ask = (
  who: TestClient,
  file: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  test_.app.inject({
    method,
    url: `/storage/media/${file}`,
    headers: { cookie: who.cookieHeader(), ...headers },
  })
const pathOf = (file: string) => join(inject('dataDir'), 'media', String(db.companyId), file)
const file = () => media.file ?? ''

describe('a file', () => {
  test('is served whole, with headers that keep its content from running', async () => {
    const { statusCode, headers, rawPayload } = await ask(client, file())
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(content)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(content.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Cookie',
      'accept-ranges': 'bytes',
    })
    expect(headers['content-disposition']).toBe(
      `inline; filename="IMG_0001.jpg.mp4"; filename*=UTF-8''IMG_0001.jpg.mp4`,
    )
  })

  test.each([
    ['jpeg', 'image/jpeg', '<script>alert(1)</script>'],
    ['gif', 'image/gif', '*/=1;alert(1);/*<script>alert(1)</script>'],
    ['png', 'image/png', '<?php system($_GET["x"]) ?>'],
    ['webp', 'image/webp', '%PDF-1.7 1 0 obj <</S/JavaScript/JS(app.alert(1))>> endobj'],
  ] as const)(
    'of the format %s with appended data is served without it, only as %s',
    async (format, type, tail) => {
      const sent = Buffer.concat([await photo(format, 16, 16), Buffer.from(tail)])
      const { file: name } = mediaOf(await upload(client, sent))
      const { headers, rawPayload } = await ask(client, name ?? '')
      expect(rawPayload.includes(tail)).toBe(false)
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      // Smaller copies are encoded again, as WebP.
      const copy = await ask(client, `small_${name}`)
      expect(copy.headers['content-type']).toBe('image/webp')
      expect(copy.rawPayload.includes(tail)).toBe(false)
    },
  )

  test.each([
    '../../x.js',
    'a\r\nset-cookie: x=1.jpg',
    '"><img onerror=alert(1)>',
    'x'.repeat(5000),
    'счёт\u202Egpj.exe',
  ])('named %j by its sender gets one safe header for its name', async (name) => {
    const answer = await sendForm(client, [
      ['type', 'photo'],
      ['path', 'tasks'],
      ['file', { name, content: await photo('png', 8, 8) }],
    ])
    const { headers } = await ask(client, mediaOf(answer).file ?? '')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w%!#$&+.^`|~*()'-]*$/,
    )
  })

  test.each([
    ['act-2026.html', 'act-2026.html.png'],
    ['act.png.hta', 'act.png.hta.png'],
    ['run.bat.', 'run.bat..png'],
    ['png', 'png.png'],
    ['IMG_0001.PNG', 'IMG_0001.PNG'],
  ])('named %j by a person is saved under the extension of its content', async (name, saved) => {
    const named = mediaOf(await upload(client, await photo('png', 8, 8), { name }))
    const { headers } = await ask(client, named.file ?? '')
    expect(headers['content-disposition']).toBe(`inline; filename="${saved}"; filename*=UTF-8''${saved}`)
    const copy = await ask(client, `small_${named.file}`)
    expect(copy.headers['content-disposition']).toMatch(/\.webp"; .*\.webp$/)
  })

  test('answers HEAD without content', async () => {
    const { statusCode, headers, rawPayload } = await ask(client, file(), {}, 'HEAD')
    expect([statusCode, headers['content-length'], rawPayload.length]).toEqual([
      200,
      String(content.length),
      0,
    ])
  })

  test('is not sent again if the ETag matches', async () => {
    const { headers } = await ask(client, file())
    const again = await ask(client, file(), { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect(again.headers.vary).toBe('Cookie')
    expect((await ask(client, file(), { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is served with the type of the requested copy, and a name in any letters', async () => {
    const named = mediaOf(await upload(client, await photo('png'), { name: 'Паллета "3" 100%' }))
    const copy = await ask(client, `small_${named.file}`)
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(copy.headers['content-disposition']).toBe(
      `inline; filename="_______ _3_ 100_.webp"; filename*=UTF-8''${encodeURIComponent('Паллета "3" 100%.webp')}`,
    )
    expect((await ask(client, named.file ?? '')).headers['content-type']).toBe('image/png')
  })
})

describe('a byte range', () => {
  test.each([
    ['bytes=0-', 0, undefined],
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=-1', -1, undefined],
    ['bytes=-99999999', 0, undefined],
    ['bytes=2000-99999999', 2000, undefined],
  ])('%s gets 206 with these bytes', async (range, from, to) => {
    const { statusCode, headers, rawPayload } = await ask(client, file(), { range })
    const wanted = content.subarray(from, to)
    expect(statusCode).toBe(206)
    expect(rawPayload.equals(wanted)).toBe(true)
    const first = from < 0 ? content.length + from : from
    expect(headers['content-range']).toBe(`bytes ${first}-${first + wanted.length - 1}/${content.length}`)
  })

  test.each(['bytes=5-2', 'bytes=99999999999999999999-', 'bytes=-0', 'bytes=999999-'])(
    '%s gets 416',
    async (range) => {
      const { statusCode, headers } = await ask(client, file(), { range })
      expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${content.length}`])
    },
  )

  test.each(['abc', 'bytes=', 'bytes=-', 'items=0-1', `bytes=0-0${',2-2'.repeat(1000)}`])(
    '%s gets the whole file',
    async (range) => {
      const { statusCode, rawPayload } = await ask(client, file(), { range })
      expect([statusCode, rawPayload.length]).toEqual([200, content.length])
    },
  )

  test('is served if `If-Range` matches, otherwise the whole file', async () => {
    const { headers } = await ask(client, file())
    const range = 'bytes=0-9'
    expect((await ask(client, file(), { range, 'if-range': String(headers.etag) })).statusCode).toBe(206)
    expect((await ask(client, file(), { range, 'if-range': '"another"' })).statusCode).toBe(200)
  })
})

describe('a request', () => {
  test.each([
    '..%2f..%2f..%2fsecret-key',
    '%2e%2e/%2e%2e/secret-key',
    '....//....//secret-key',
    'small_../secret-key',
    '%00',
    '..%5c..%5csecret-key',
    '%2fetc%2fpasswd',
    '',
    '.',
    'x.jpg',
    `${'a'.repeat(32)}.jpg`,
    `${'a'.repeat(190)}.jpg`,
  ])('for «%s» gets 404', async (name) => {
    const { statusCode, headers } = await ask(client, name)
    expect(statusCode).toBe(404)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
  })

  test('with a prefix that the file does not have gets 404', async () => {
    const picture = mediaOf(await upload(client, await photo()))
    for (const prefix of ['huge_', 'small_small_', 'SMALL_', 'small_ ']) {
      expect((await ask(client, `${prefix}${picture.file}`)).statusCode).toBe(404)
    }
    expect((await ask(client, `small_${file()}`)).statusCode).toBe(404)
  })

  test('for an existing file is answered after a burst of requests for missing ones', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => (index % 2 ? `huge_${file()}` : 'x.jpg'))
    // 100 at a time: about as many as a browser or a proxy sends.
    while (names.length > 0) {
      const answers = await Promise.all(names.splice(0, 100).map((name) => ask(client, name)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    }
    expect((await ask(client, file())).statusCode).toBe(200)
    const heads = Array.from({ length: 1000 }, (_, index) => (index % 2 ? file() : `huge_${file()}`))
    while (heads.length > 0) {
      const answers = await Promise.all(heads.splice(0, 100).map((name) => ask(client, name, {}, 'HEAD')))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(
        answers.map((_, index) => (index % 2 ? 200 : 404)),
      )
    }
    expect((await ask(client, file())).statusCode).toBe(200)
  })

  test('that writes gets 404 and changes nothing', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const headers = { cookie: client.cookieHeader(), ...client.csrfHeader() }
      const answer = await test_.app.inject({ method, url: `/storage/media/${file()}`, headers })
      expect(answer.statusCode).toBe(404)
    }
    expect((await readFile(pathOf(file()))).equals(content)).toBe(true)
  })
})

describe('access', () => {
  test('is only for people of the company', async () => {
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    expect((await ask(colleague, file())).statusCode).toBe(200)
    expect((await ask(guest, file())).statusCode).toBe(401)
    expect((await ask(stranger, file())).statusCode).toBe(404)
    const picture = mediaOf(await upload(client, await photo()))
    for (const prefix of ['', 'small_', 'medium_', 'large_']) {
      const name = `${prefix}${picture.file}`
      const asked = [client, colleague, guest, stranger].map((who) => ask(who, name))
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 404])
    }
  })

  test('is refused to archived people, switched-off companies, and before a password change', async () => {
    const gone = await buildUser(test_.root, db, 'staff')
    const leaving = await TestClient.signIn(test_.app, gone)
    await db.update('users', { status: 'archived' }).where('id', '=', gone.id).execute()
    expect((await ask(leaving, file())).statusCode).toBe(401)
    await db.updateCompany({ is_active: false })
    expect((await ask(client, file())).statusCode).toBe(403)
    await db.updateCompany({ is_active: true })
    const fresh = await buildUser(test_.root, db, 'staff', { force_change_password: true })
    expect((await ask(await TestClient.signIn(test_.app, fresh), file())).statusCode).toBe(403)
  })

  test('is limited for a guest with many requests, and not for people of the company', async () => {
    const asks = (who: TestClient) =>
      Array.from({ length: 350 }, () =>
        limited.app.inject({ url: `/storage/media/${file()}`, headers: { cookie: who.cookieHeader() } }),
      )
    const codesOf = async (who: TestClient) =>
      new Set((await Promise.all(asks(who))).map(({ statusCode }) => statusCode))
    // Stops the clock, because on a slow machine the limits would recover meanwhile.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    expect(await codesOf(guest)).toEqual(new Set([401, 429]))
    expect(await codesOf(client)).toEqual(new Set([200]))
    vi.useRealTimers()
  })

  test('is open to everyone for a logo', async () => {
    const logo = mediaOf(await upload(client, await photo('png'), { path: 'logos' }))
    for (const who of [guest, stranger, client]) {
      const { statusCode, headers } = await ask(who, `small_${logo.file}`)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
  })
})

describe('a file that was damaged in the storage', () => {
  const broken: [string, (path: string) => Promise<unknown>][] = [
    ['deleted', (path) => rm(path)],
    ['cut', (path) => truncate(path, 100)],
    ['made longer', (path) => writeFile(path, Buffer.alloc(90_000))],
    ['put a folder in the place of', (path) => rm(path).then(() => mkdir(path))],
  ]

  test.each(broken)('(%s) gets 404 and is logged, and other files are served', async (_, harm) => {
    const victim = mediaOf(await upload(client, video(), { type: 'video' }))
    await harm(pathOf(victim.file ?? ''))
    const answer = await ask(client, victim.file ?? '')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
    expect((await ask(client, file())).statusCode).toBe(200)
    expect(test_.logged.some((line) => line.includes(victim.file ?? '') && line.includes('not whole'))).toBe(
      true,
    )
  })
})

describe('a file on disk that is shortened after it was opened', () => {
  const failures = () => shortening.logged.filter((line) => line.includes('not sent whole'))

  test('ends the connection, so that no other answer passes for its rest', async () => {
    const { port } = new URL(await shortening.app.listen({ port: 0, host: '127.0.0.1' }))
    const { file: victim } = mediaOf(await upload(client, content, { type: 'video' }))
    shortened = 100
    const request = head(`GET /storage/media/${victim}`, `cookie: ${client.cookieHeader()}`)
    const { status, headers, bytes } = await sendBytes(Number(port), request)
    expect([status, bytes.equals(content.subarray(0, 100))]).toEqual([200, true])
    expect(headers).toContain(`content-length: ${content.length}`)
    expect(failures()).toHaveLength(1)
  })

  test('to nothing gets 503', async () => {
    const { file: victim } = mediaOf(await upload(client, content, { type: 'video' }))
    shortened = 0
    const { statusCode, headers } = await shortening.app.inject({
      url: `/storage/media/${victim}`,
      headers: { cookie: client.cookieHeader() },
    })
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(headers).not.toHaveProperty('content-disposition')
  })
})

describe('the copies that a browser has cached', () => {
  const cleared = ({ raw }: Awaited<ReturnType<TestClient['get']>>) => raw.headers['clear-site-data']

  test('are cleared when a session ends or is replaced, and only the cache is cleared', async () => {
    const user = await buildUser(test_.root, db, 'staff')
    const person = await TestClient.signIn(test_.app, user)
    expect(cleared(await person.get('/sanctum/csrf-cookie'))).toBeUndefined()
    const over = await person.post('/auth/login', { login: user.email, password: testPassword })
    expect(cleared(over)).toBe('"cache"')
    expect(cleared(await person.post('/auth/logout'))).toBe('"cache"')
    expect(cleared(await person.get('/sanctum/csrf-cookie'))).toBeUndefined()
  })
})
