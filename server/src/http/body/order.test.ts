import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { maxIssues } from '../../errors/errors.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { multipart } from '../../testing/values/form.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const test_ = useTestApp()
let db: Db

beforeAll(async () => {
  db = await buildCompany(test_.root)
})

const signIn = async (type: 'staff' | 'admin' | 'owner') =>
  TestClient.signIn(test_.app, await buildUser(test_.root, db, type))

const send = (client: TestClient, type: string, payload: string | Buffer, path: string) =>
  client.send('POST', path, undefined, { payload, headers: { 'content-type': type } })

// A body of each kind that would get 400 if it were read.
const unreadable: [string, string][] = [
  [json, '{"a":'],
  [form, 'a=%ff'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc'],
]

describe('a body is read only if the caller may make the call', () => {
  test.each(unreadable)('%s', async (type, payload) => {
    const guest = await TestClient.guest(test_.app)
    const staff = await signIn('staff')
    expect(codeOf(await send(guest, type, payload, '/tasks/create'))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await send(staff, type, payload, '/tasks/create'))).toEqual([403, 'forbidden'])
    expect(codeOf(await send(await signIn('admin'), type, payload, '/tasks/create'))).toEqual([
      400,
      'bad_request',
    ])
  })

  test('reads the body, then refuses, if the caller may use another method of the path', async () => {
    const staff = await signIn('staff')
    // Staff may send PUT /orders/1, and no other method there.
    expect((await send(staff, form, 'status=cancelled', '/orders/1')).statusCode).toBe(405)
    expect((await send(staff, form, 'status=cancelled&_method=DELETE', '/orders/1')).statusCode).toBe(405)
    expect((await send(staff, form, 'status=cancelled&_method=PUT', '/orders/1')).statusCode).toBe(404)
  })

  test('refuses a message of an unknown foreign service before it reads the body', async () => {
    const { statusCode } = await test_.app.inject({
      method: 'POST',
      url: '/api/moy_sklad/hooks/unknown',
      payload: '{"a":',
      headers: { 'content-type': json },
    })
    expect(statusCode).toBe(404)
  })
})

describe('the limits of a body', () => {
  const paths = `a${'[1999]'.repeat(9)}`
  test.each<[string, string, string, number]>([
    ['a form of deep lists', form, fields(1999, (index) => `${paths}[${index}]=1`), 422],
    ['a form of wide lists', form, fields(14_000, (index) => `ids[${index % 1999}][${index}]=1`), 413],
    ['unknown keys', json, `{${fields(90_000, (index) => `"k${index}":1`, ',')}}`, 413],
    ['nested lists', json, `{"a":[${'[],'.repeat(90_000)}[]]}`, 413],
    ['a place beyond all lists', form, 'ids[10000]=1', 413],
    ['brackets in brackets', form, fields(1500, (index) => `a[k${index}]${'[a]'.repeat(8)}=1`), 413],
  ])('%s: too much is refused before values are built from it', async (_, type, payload, status) => {
    const guest = await TestClient.guest(test_.app)
    expect((await send(guest, type, payload, '/auth/login')).statusCode).toBe(413)
    expect((await send(await signIn('admin'), type, payload, '/listing/tasks')).statusCode).toBe(status)
  })

  test('an answer lists at most fifty mistakes and does not repeat a long name', async () => {
    const admin = await signIn('admin')
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, 1]))
    const { statusCode, body } = await admin.post('/tasks/create', many)
    expect([statusCode, Object.keys(body.errors ?? {}).length]).toEqual([422, maxIssues])
    const { raw } = await admin.post('/tasks/create', { title: 'x', ['y'.repeat(500_000)]: 1 })
    expect([raw.statusCode, raw.body.length < 1000]).toEqual([422, true])
  })
})

function fields(count: number, make: (index: number) => string, separator = '&'): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(separator)
}

describe('the overhead of the parts of a form', () => {
  const part = (head: string) => `--x\r\n${head}\r\n\r\n1\r\n`
  const named = (name: string) => part(`content-disposition: form-data; name="${name}"`)
  test.each([
    ['long names', named('n'.repeat(15_000)).repeat(900), [413, 422]],
    ['a long name', named('n'.repeat(300)), [422]],
    ['a head that is too long', named('n'.repeat(59_000)), [400, 422]],
    ['much before the first', `${'a'.repeat(10_000_000)}\r\n${named('a')}`, [413]],
    [
      'many heads',
      part(`content-disposition: form-data; name="a"${'\r\nx-a: a'.repeat(1000)}`).repeat(900),
      [413, 422],
    ],
  ] as const)('is limited: %s', async (_, body, expected) => {
    const guest = await TestClient.guest(test_.app)
    const { statusCode } = await send(
      guest,
      'multipart/form-data; boundary=x',
      `${body}--x--\r\n`,
      '/auth/login',
    )
    expect(expected).toContain(statusCode)
  })
})

describe('text in all kinds of body', () => {
  const part = (value: Buffer) =>
    Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n'),
      value,
      Buffer.from('\r\n--x--\r\n'),
    ])
  const kinds = (value: Buffer): [string, string, Buffer][] => [
    ['JSON', json, Buffer.concat([Buffer.from('{"title":"'), value, Buffer.from('"}')])],
    ['a form', form, Buffer.concat([Buffer.from('title='), value])],
    ['an escaped form', form, Buffer.from(`title=${value.toString('hex').replace(/../g, '%$&')}`)],
    ['multipart', 'multipart/form-data; boundary=x', part(value)],
  ]

  test.each(kinds(Buffer.from([0x61, 0xff, 0x62])))(
    '%s with bytes that are not UTF-8 is answered with 400',
    async (_, type, body) => {
      expect((await send(await signIn('admin'), type, body, '/tasks/create')).statusCode).toBe(400)
    },
  )

  test.each(kinds(Buffer.from('Свечи ≠ 🕯')))('%s in UTF-8 arrives unchanged', async (_, type, body) => {
    const answer = await send(await signIn('admin'), type, body, '/tasks/create')
    expect(answer.body.task).toMatchObject({ title: 'Свечи ≠ 🕯' })
  })

  test.each([49, 50, 51, 120, 500])('a form of %i parts is read completely', async (count) => {
    const admin = await signIn('admin')
    const parts = Array.from({ length: count }, (_, index) => [`k${index}`, '1'] as const)
    const { statusCode, body } = await admin.send('POST', '/tasks/create', undefined, multipart(parts))
    expect([statusCode, Object.keys(body.errors ?? {}).length]).toEqual([422, Math.min(count + 1, maxIssues)])
    const text = 'a\r\n-- b'.repeat(count)
    const answer = await admin.send(
      'POST',
      '/tasks/create',
      undefined,
      multipart([
        ['title', 'x'],
        ['description', text],
      ]),
    )
    expect(answer.body.task).toMatchObject({ description: text })
  })

  test('a part of type JSON or with another character set is read as plain text', async () => {
    const admin = await signIn('admin')
    for (const type of ['application/json', 'text/plain; charset=utf-16le']) {
      const head = `--x\r\ncontent-disposition: form-data; name="title"\r\ncontent-type: ${type}\r\n\r\n`
      const body = `${head}{"a":1}\r\n--x--\r\n`
      const answer = await send(admin, 'multipart/form-data; boundary=x', body, '/tasks/create')
      expect(answer.body.task).toMatchObject({ title: '{"a":1}' })
    }
  })

  test('NUL and lone surrogates are 422 at their field, in every field and at every depth', async () => {
    const admin = await signIn('admin')
    for (const bad of ['a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
      for (const [body, path, field] of [
        [`{"title":"${bad}"}`, '/tasks/create', 'title'],
        [`{"title":"x","status":"${bad}"}`, '/tasks/create', 'status'],
        [
          `{"name":"x","article":"a","components":[{"name":"${bad}"}]}`,
          '/products/create',
          'components.0.name',
        ],
        [`{"search":"${bad}"}`, '/listing/tasks', 'search'],
      ] as const) {
        expect(fieldsOf(await send(admin, json, body, path))).toEqual([422, field])
      }
    }
    expect(fieldsOf(await send(admin, form, 'title=a%00b', '/tasks/create'))).toEqual([422, 'title'])
    const nul = multipart([['title', 'a\0b']])
    expect(fieldsOf(await admin.send('POST', '/tasks/create', undefined, nul))).toEqual([422, 'title'])
  })
})

describe('the method in a body', () => {
  test.each([
    ['{"_method":"DELETE","_method":"PUT"}', 405],
    ['{"\\u005fmethod":"DELETE","_method" \n :"PUT","title":"x"}', 405],
    ['{"title":"x","_method":"PUT","description":"_method"}', 404],
    ['{"_method":"PATCH","title":"x"}', 404],
    ['{"_method":"PUT","title":"\\"_method\\":"}', 404],
  ])('of %s is answered %i', async (payload, status) => {
    const admin = await signIn('admin')
    expect((await send(admin, json, payload, '/tasks/999999999')).statusCode).toBe(status)
  })

  test('PATCH works like PUT, as the HTTP method and as _method in the body', async () => {
    const admin = await signIn('admin')
    const made = (await admin.post('/tasks/create', { title: 'before' })).body.task as { id: number }
    const patched = await admin.send('PATCH', `/tasks/${made.id}`, { title: 'after' })
    expect([patched.statusCode, patched.body.task]).toEqual([
      200,
      expect.objectContaining({ title: 'after' }),
    ])
    const named = await admin.post(`/tasks/${made.id}`, { _method: 'PATCH', title: 'at last' })
    expect(named.body.task).toMatchObject({ title: 'at last' })
  })
})

describe('a file is limited by what is known before its first byte is stored', () => {
  const mebibyte = 1_048_576
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(21 * mebibyte)])
  const file = { name: 'a.jpg', content: photo }

  test.each([
    [
      'a photo that says it is one',
      [
        ['type', 'photo'],
        ['path', 'tasks'],
        ['file', file],
      ],
      [413, 'too_large'],
    ],
    [
      'a photo that says nothing yet',
      [
        ['file', file],
        ['type', 'video'],
        ['path', 'tasks'],
      ],
      [413, 'too_large'],
    ],
    [
      'a photo that says it is a video',
      [
        ['type', 'video'],
        ['path', 'tasks'],
        ['file', file],
      ],
      [413, 'too_large'],
    ],
    [
      'a collection that is not theirs',
      [
        ['path', 'logos'],
        ['type', 'photo'],
        ['file', file],
      ],
      [403, 'forbidden'],
    ],
    [
      'a link',
      [
        ['type', 'link'],
        ['path', 'tasks'],
        ['file', file],
      ],
      [422, 'invalid'],
    ],
  ] as const)('%s is refused', async (_, parts, refusal) => {
    const staff = await signIn('staff')
    const opened = vi.spyOn(test_.uploads, 'newPath')
    const { payload, headers } = multipart(parts.map(([name, value]) => [name, value]))
    const answer = await staff.send('POST', '/multimedia', undefined, { payload, headers })
    expect(codeOf(answer)).toEqual(refusal)
    // If the fields before the file decide the refusal, no file is begun.
    expect(opened).toHaveBeenCalledTimes(refusal[0] === 413 ? 1 : 0)
    opened.mockRestore()
    expect(await readdir(test_.uploads.folder)).toEqual([])
  })

  test('a form with an error after the file leaves no file and frees its upload place', async () => {
    const staff = await signIn('staff')
    const small = { name: 'a.png', content: Buffer.from('\x89PNG') }
    const wrong = [
      ['name', 'a\0'],
      ['__proto__', '1'],
      ['path', 'tasks\0'],
      ['a b', '1'],
      ['ids[99999]', '1'],
    ] as const
    // More requests than one person may send with files at once.
    for (const pair of [...wrong, ...wrong]) {
      const form = multipart([['type', 'photo'], ['file', small], pair])
      const { statusCode } = await staff.send('POST', '/multimedia', undefined, form)
      expect([413, 422]).toContain(statusCode)
      expect(await readdir(test_.uploads.folder)).toEqual([])
    }
  })
})
