import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { UserType } from '@artel/contract/access'
import sharp from 'sharp'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mediaOf, photo, sendForm, sha256, upload, video } from '../../testing/media/media.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const folder = () => join(inject('dataDir'), 'media', String(db.companyId))
const stored = async () => (await readdir(folder()).catch(() => [])).sort()
const waiting = () => readdir(test_.uploads.folder)

/** Expects a refusal that leaves nothing in the database, the storage and the folder of uploads. */
async function expectRefused(send: () => Promise<Answer>, status: number, field?: string): Promise<void> {
  const before = [await fingerprint(test_.root, [db.companyId]), await stored()]
  const { statusCode, body } = await send()
  expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([status, field ? [field] : []])
  expect([await fingerprint(test_.root, [db.companyId]), await stored()]).toEqual(before)
  expect(await waiting()).toEqual([])
}

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'of the format %s is stored with its copies',
    async (format) => {
      const content = await photo(format)
      const answer = await upload(as.staff, content)
      expect(answer.statusCode).toBe(201)
      const media = mediaOf(answer)
      expect(media).toMatchObject({
        type: 'photo',
        path: 'tasks',
        name: 'IMG_0001.jpg',
        width: 640,
        height: 480,
        created_by: people.staff.id,
        can: { edit: true, delete: true },
      })
      expect(media.file).toMatch(/^[a-z2-7]{32}\.(jpg|png|webp|avif|gif)$/)
      const kept = await readFile(join(folder(), media.file ?? ''))
      expect(media.size).toBe(kept.length)
      const names = ['', 'small_', 'medium_', 'large_'].map((prefix) => `${prefix}${media.file}`)
      expect(await stored()).toEqual(names.sort())
      const row = await db
        .from('multimedia')
        .select('sha256')
        .where('id', '=', media.id)
        .executeTakeFirstOrThrow()
      expect(row.sha256?.toString('hex')).toBe(sha256(kept))
      expect(await waiting()).toEqual([])
    },
  )

  test('has upright copies without metadata', async () => {
    const turned = await photo('jpeg', 3000, 1000, 6)
    expect(turned.includes('Exif')).toBe(true)
    const media = mediaOf(await upload(as.staff, turned))
    expect(media).toMatchObject({ width: 1000, height: 3000 })
    for (const [variant, height] of [
      ['small', 320],
      ['medium', 960],
      ['large', 2048],
    ] as const) {
      const copy = await sharp(join(folder(), `${variant}_${media.file}`), {}).metadata()
      expect(copy).toMatchObject({ format: 'webp', height })
      expect([copy.exif, copy.icc, copy.xmp, copy.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test('with appended data is stored without it', async () => {
    const content = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script><?php echo 1 ?>')])
    const media = mediaOf(await upload(as.staff, content, { name: 'Полка' }))
    expect([media.file?.endsWith('.jpg'), media.name]).toEqual([true, 'Полка'])
    const kept = await readFile(join(folder(), media.file ?? ''))
    expect([kept.includes('script'), kept.includes('php')]).toEqual([false, false])
  })

  test.each([
    ['../../x.js', 'x.js'],
    ['C:\\фото\\паллета.jpg', 'паллета.jpg'],
    ['a\r\nset-cookie: x.jpg', undefined],
    ['"><img onerror=alert(1)>', undefined],
    ['x'.repeat(5000), 'x'.repeat(200)],
    ['CON', 'CON'],
    ['.htaccess', '.htaccess'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['  ', undefined],
  ])('named %j by its sender gets a safe name and a generated file name', async (name, shown) => {
    const file = { name, content: await photo('png', 8, 8) }
    const answer = await sendForm(as.staff, [
      ['type', 'photo'],
      ['path', 'tasks'],
      ['file', file],
    ])
    expect(answer.statusCode).toBe(201)
    const media = mediaOf(answer)
    if (shown) expect(media.name).toBe(shown)
    expect(media.name).not.toMatch(/[\r\n\u202E]/)
    expect(await stored()).toContain(media.file)
  })

  test('of any size without metadata is served unchanged, and its digest is stored', async () => {
    for (let n = 0; n < 100; n++) {
      const [width, height] = [randomInt(1, 200), randomInt(1, 200)]
      const drawn = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      // The file has no metadata, because metadata would be removed.
      const content = await drawn.toFormat(n % 2 ? 'png' : 'jpeg').toBuffer()
      const { id, file } = mediaOf(await upload(as.staff, content))
      const { sha256: digest, size } = await db
        .from('multimedia')
        .select(['sha256', 'size'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([digest?.toString('hex'), size]).toEqual([sha256(content), content.length])
      expect(sha256(await readFile(join(folder(), file ?? '')))).toBe(sha256(content))
      const headers = { cookie: as.staff.cookieHeader() }
      const { rawPayload } = await test_.app.inject({ url: `/storage/media/${file}`, headers })
      expect(sha256(rawPayload)).toBe(sha256(content))
    }
  })
})

describe('a video', () => {
  test.each([
    ['isom', 'mp4'],
    ['qt  ', 'mov'],
  ])('of the brand %s gets its dimensions and duration', async (brand, ending) => {
    const media = mediaOf(await upload(as.staff, video(randomBytes(5000), brand), { type: 'video' }))
    expect(media).toMatchObject({ type: 'video', width: 1080, height: 1920, duration: 12 })
    expect(media.file?.endsWith(`.${ending}`)).toBe(true)
    expect(await stored()).toEqual([media.file])
  })
})

describe('a link', () => {
  test('has its normalized URL, and the host as its name', async () => {
    const body = { type: 'link', path: 'tasks', url: 'https://пример.рф/видео?a=1' }
    expect(mediaOf(await as.staff.post('/multimedia', body))).toMatchObject({
      type: 'link',
      file: null,
      size: null,
      url: 'https://xn--e1afmkfd.xn--p1ai/%D0%B2%D0%B8%D0%B4%D0%B5%D0%BE?a=1',
      name: 'xn--e1afmkfd.xn--p1ai',
    })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    '//evil.example',
    'https://user@evil.example/',
    `https://x.example/${'a'.repeat(10_000)}`,
    'https://',
    '',
  ])('to %s is refused', (url) =>
    expectRefused(() => as.staff.post('/multimedia', { type: 'link', path: 'tasks', url }), 422, 'url'),
  )

  test('cannot come with a file', async () => {
    const content = await photo('png', 8, 8)
    const url = 'https://artel.test/'
    await expectRefused(() => upload(as.staff, content, { type: 'link', url }), 422, 'file')
  })
})

describe('an invalid file', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  test.each([
    ['an SVG', 'photo', svg],
    ['an SVG that is compressed', 'photo', gzipSync(svg)],
    ['a PDF', 'photo', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<</Type/Catalog>>\nendobj\n')],
    ['a page', 'photo', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a HEIC', 'photo', video(randomBytes(100), 'heic')],
    ['a video as a photo', 'photo', video()],
    ['one byte', 'photo', Buffer.from([0xff])],
    ['nothing', 'photo', Buffer.alloc(0)],
    ['nothing as a video', 'video', Buffer.alloc(0)],
    ['a text as a video', 'video', Buffer.from('a text')],
    ['a JPEG that ends after its first bytes', 'photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70])],
  ])('%s is refused', (_, type, content) =>
    expectRefused(() => upload(as.staff, content, { type }), 422, 'file'),
  )

  test('an SVG is refused under any file name', async () => {
    for (const name of ['a.png', 'a.svg', 'a.jpg\0.svg', 'a.svgz', 'a.PNG']) {
      for (const content of [
        svg,
        gzipSync(svg),
        Buffer.concat([Buffer.from('\ufeff \n<?xml version="1.0"?>'), svg]),
      ]) {
        const parts = [
          ['type', 'photo'],
          ['path', 'tasks'],
          ['file', { name, content }],
        ] as const
        await expectRefused(() => sendForm(as.staff, parts), 422, 'file')
      }
    }
  })

  test('a photo as a video is refused', async () => {
    const content = await photo()
    await expectRefused(() => upload(as.staff, content, { type: 'video' }), 422, 'file')
  })

  test('a photo that is cut in the middle is refused', async () => {
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
    await expectRefused(() => upload(as.staff, whole.subarray(0, whole.length / 2)), 422, 'file')
  })

  test('a small file with more than 50 megapixels is refused', async () => {
    const wide = { width: 10_000, height: 5001, channels: 3 as const, background: '#fff' }
    const content = await sharp({ create: wide }).png().toBuffer()
    await expectRefused(() => upload(as.staff, content), 422, 'file')
  })

  test('an animation with hundreds of frames is refused', async () => {
    const frames = 301
    const strip = randomBytes(4 * 4 * frames * 3)
    const raw = { width: 4, height: 4 * frames, channels: 3 as const, pageHeight: 4 }
    const content = await sharp(strip, { raw }).gif().toBuffer()
    await expectRefused(() => upload(as.staff, content), 422, 'file')
  })

  test('a photo over 20 MiB gets 413', async () => {
    const content = Buffer.concat([await photo(), Buffer.alloc(20 * 1_048_576)])
    await expectRefused(() => upload(as.staff, content), 413)
  })
})

describe('the form', () => {
  const file = async () => ['file', { name: 'a.png', content: await photo('png', 8, 8) }] as const

  test('may have its file before, between or after the fields', async () => {
    for (const order of [0, 1, 2]) {
      const parts = [['type', 'photo'] as const, ['path', 'tasks'] as const]
      const all = [...parts.slice(0, order), await file(), ...parts.slice(order)]
      expect((await sendForm(as.staff, all)).statusCode).toBe(201)
    }
  })

  test.each(['../../etc', 'tasks/../x', '/etc/cron.d', 'tasks%00', '..\\', 'avatars/', 'Tasks', ''])(
    'cannot have the path «%s»',
    async (path) => {
      const content = await photo('png', 8, 8)
      await expectRefused(() => upload(as.staff, content, { path }), 422, 'path')
    },
  )

  test.each([
    ['no type', [['path', 'tasks']], 'type'],
    [
      'a strange type',
      [
        ['type', 'audio'],
        ['path', 'tasks'],
      ],
      'type',
    ],
    [
      'a list of paths',
      [
        ['type', 'photo'],
        ['path[]', 'tasks'],
      ],
      'path',
    ],
    [
      'a field that nobody knows',
      [
        ['type', 'photo'],
        ['path', 'tasks'],
        ['size', '1'],
      ],
      'size',
    ],
    [
      'a video as a face',
      [
        ['type', 'video'],
        ['path', 'avatars'],
      ],
      'path',
    ],
  ] as const)('with %s is refused', async (_, fields, field) => {
    const sent = [...fields, await file()]
    await expectRefused(() => sendForm(as.staff, sent), 422, field)
  })

  test('must have exactly one file, in the field `file`', async () => {
    const fields = [['type', 'photo'] as const, ['path', 'tasks'] as const]
    const one = await file()
    await expectRefused(() => sendForm(as.staff, fields), 422, 'file')
    await expectRefused(() => sendForm(as.staff, [...fields, one, one]), 422, 'file')
    await expectRefused(() => sendForm(as.staff, [...fields, ['photo', one[1]]]), 422, 'photo')
    await expectRefused(() => sendForm(as.staff, [...fields, ['file', 'a text']]), 422, 'file')
    await expectRefused(() => sendForm(as.staff, [...fields, one, ['x[y', '1']]), 422, 'x[y')
  })

  test('of a call without files is refused if it has a file', async () => {
    const { payload, headers } = (await import('../../testing/values/form.ts')).multipart([
      ['title', 'x'],
      await file(),
    ])
    await expectRefused(
      () => as.admin.send('POST', '/tasks/create', undefined, { payload, headers }),
      422,
      'file',
    )
  })
})

describe('access', () => {
  test('a guest is refused before anything of the file is written', async () => {
    const guest = await TestClient.guest(test_.app)
    const content = await photo()
    await expectRefused(() => upload(guest, content), 401)
  })

  test('a request with a wrong CSRF token is refused', async () => {
    as.staff.cookies.set('XSRF-TOKEN', 'somebody.else')
    const content = await photo()
    await expectRefused(() => upload(as.staff, content), 419)
  })

  test('staff may not upload a logo, which is public, and admins may', async () => {
    const content = await photo()
    await expectRefused(() => upload(as.staff, content, { path: 'logos' }), 403)
    expect((await upload(as.admin, content, { path: 'logos' })).statusCode).toBe(201)
  })

  test('a few concurrent uploads of one person succeed, and further ones get 429', async () => {
    const content = await photo('jpeg', 1600, 1200)
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(as.staff, content)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([201, 429]))
    expect(codes.filter((code) => code === 201).length).toBeGreaterThanOrEqual(6)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.raw.headers['retry-after']).toBeDefined()
    expect((await upload(as.staff, content)).statusCode).toBe(201)
    expect(await waiting()).toEqual([])
  })
})

describe('a name', () => {
  test('is changed by an admin, and an invalid one gets 422', async () => {
    const { id } = mediaOf(await upload(as.staff, await photo('png', 8, 8)))
    const answer = await as.admin.send('PUT', `/multimedia/${id}`, { name: ' Вид сбоку ' })
    expect(mediaOf(answer).name).toBe('Вид сбоку')
    for (const name of ['', 'x'.repeat(201), 'a\0b']) {
      expect((await as.staff.send('PUT', `/multimedia/${id}`, { name })).statusCode).toBe(422)
    }
  })
})
