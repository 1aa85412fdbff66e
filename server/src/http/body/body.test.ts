import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { threadCpuMs } from '../../testing/thread-cpu.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const test_ = useTestApp()

async function admin() {
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  return { db, client, print: () => fingerprint(test_.root, [db.companyId]) }
}

const send = (client: TestClient, type: string, payload: string | Buffer, path = '/tasks/create') =>
  client.send('POST', path, undefined, { payload, headers: { 'content-type': type } })

const sendForm = (client: TestClient, parts: FormPart[], path = '/tasks/create') =>
  client.send('POST', path, undefined, multipart(parts))

describe('a body', () => {
  test('that is a form is converted to the types of the call', async () => {
    const { client } = await admin()
    const { statusCode, body } = await sendForm(client, [
      ['title', '  Свечи '],
      ['quantity', '12'],
      ['requires_review', '1'],
      ['due_at', ''],
    ])
    expect(statusCode).toBe(201)
    expect(body.task).toMatchObject({ title: 'Свечи', quantity: 12, requires_review: true, due_at: null })
  })

  test('that is a form is unescaped, and an invalid escape stays unchanged', async () => {
    const { client } = await admin()
    const payload = 'title=100%+%D0%A1%3D%26+%2B=&&description=%zz'
    const { statusCode, body } = await send(client, form, payload)
    expect(statusCode).toBe(201)
    expect(body.task).toMatchObject({ title: '100% С=& +=', description: '%zz' })
  })

  test.each(['gzip', 'br', 'GZIP, identity'])(
    'with the content encoding %s is refused with 415',
    async (coding) => {
      const { client, print } = await admin()
      const before = await print()
      const headers = { 'content-type': json, 'content-encoding': coding }
      const payload = JSON.stringify({ title: 'Свечи' })
      const answer = await client.send('POST', '/tasks/create', undefined, { payload, headers })
      expect([answer.statusCode, answer.body.code]).toEqual([415, 'unsupported_media_type'])
      expect(await print()).toBe(before)
      const plain = { payload, headers: { ...headers, 'content-encoding': 'identity' } }
      expect((await client.send('POST', '/tasks/create', undefined, plain)).statusCode).toBe(201)
    },
  )

  test('that is a form nests fields by brackets', async () => {
    const { client } = await admin()
    const payload =
      'parent=user&settings[theme]=dark&settings[tables][tasks][hidden][]=coins&settings[hide_from_boards]=0'
    const { statusCode, body } = await send(client, form, `${payload}&_method=PUT`, '/settings')
    expect(statusCode).toBe(200)
    expect(body.settings).toMatchObject({
      theme: 'dark',
      tables: { tasks: { hidden: ['coins'] } },
      hide_from_boards: false,
    })
  })

  test.each<[string, string, string | Buffer, number]>([
    ['an unknown field', json, '{"title":"x","company_id":1}', 422],
    ['__proto__ in JSON', json, '{"title":"x","__proto__":{"admin":1}}', 422],
    ['constructor, deep', json, '{"title":"x","a":[{"constructor":{"prototype":1}}]}', 422],
    ['__proto__ in a form', form, 'title=x&__proto__[admin]=1', 422],
    ['constructor in a form', form, 'title=x&constructor[prototype][x]=1', 422],
    ['prototype, deep in a form', form, 'title=x&a[constructor][prototype]=1', 422],
    ['__proto__ in a list of a form', form, 'title=x&a[0][__proto__][x]=1', 422],
    ['1,000 levels', form, `title=x&a${'[b]'.repeat(1000)}=1`, 422],
    ['10,000 levels', form, `title=x&a${'[b]'.repeat(10_000)}=1`, 422],
    ['a doubled scalar', form, 'title=x&money=1&money=100000', 422],
    ['5,000 fields', form, Array.from({ length: 5000 }, (_, i) => `a${i}=1`).join('&'), 413],
    ['100,000 fields', form, Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join('&'), 413],
    ['a list of a million', form, 'ids[]=1&'.repeat(130_000), 413],
    ['an exponent', form, 'title=x&quantity=1e3', 422],
    ['another alphabet’s digit', form, 'title=x&quantity=٣', 422],
    ['a fraction', json, '{"title":"x","quantity":1.5}', 422],
    ['1e400', json, '{"title":"x","quantity":1e400}', 422],
    ['minus nothing', json, '{"title":"x","quantity":-0}', 422],
    ['NaN', json, '{"title":"x","quantity":NaN}', 400],
    ['a string for a number', json, '{"title":"x","quantity":"1"}', 422],
    ['NUL', json, '{"title":"a\\u0000b"}', 422],
    ['a lone surrogate', json, '{"title":"\\ud800"}', 422],
    ['cut JSON', json, '{"title":"x"', 400],
    ['a byte order mark', json, '\ufeff{"title":"x"}', 400],
    ['bytes that are not UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a list', json, '[]', 400],
    ['null', json, 'null', 400],
    ['a hundred thousand brackets', json, '['.repeat(100_000), 400],
    ['brackets in brackets', json, '{"a":'.repeat(100_000), 400],
    ['5 MB of brackets', json, '{"a":'.repeat(1_000_000), 413],
    ['thirty levels', json, `{"title":"x","a":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
    ['more than 1 MiB', json, `{"title":"${'x'.repeat(1_100_000)}"}`, 413],
    ['text', 'text/plain', '{"title":"x"}', 415],
    ['JSON with a word behind it', `${json} x`, '{"title":"x"}', 415],
    ['JSON with a tab behind it', `${json}\tx`, '{"title":"x"}', 415],
    ['XML', 'application/xml', '<x/>', 415],
  ])('with %s is refused at once and changes nothing', async (_, type, payload, status) => {
    const { client, print } = await admin()
    const before = await print()
    const begun = threadCpuMs()
    expect((await send(client, type, payload)).statusCode).toBe(status)
    // A parser whose time grows with the square of the body would take minutes.
    expect(threadCpuMs() - begun).toBeLessThan(1000)
    expect(({} as { admin?: number }).admin).toBeUndefined()
    expect(await print()).toBe(before)
  })

  test('may write a whole number as 1.0', async () => {
    const { client } = await admin()
    const { body } = await send(client, json, '{"title":"x","quantity":1.0,"money":-0}')
    expect(body.task).toMatchObject({ quantity: 1, money: 0 })
  })

  test.each([
    ['ids[0]=1&ids[a]=2', 422],
    ['ids[1]=a', 422],
    ['ids[999999999]=1', 413],
    [`ids=${','.repeat(500_000)}`, 422],
    ['limit=200', 422],
    ['ids[]=1&ids=2', 200],
  ])('with the filter %s is answered %i', async (payload, status) => {
    const { client } = await admin()
    expect((await send(client, form, payload, '/listing/tasks?limit=10')).statusCode).toBe(status)
  })

  test('with too long a list is refused at its field, and with 413 if it is far too long', async () => {
    const { client } = await admin()
    const ids = Array.from({ length: 100_000 }, (_, index) => index + 1)
    for (const name of ['ids', 'user_id']) {
      const { statusCode, body } = await client.post('/listing/tasks', { [name]: ids.slice(0, 1500) })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [name]])
      expect((await client.post('/listing/tasks', { [name]: ids })).statusCode).toBe(413)
    }
  })

  test('with a field name that targets a prototype does not affect the next user', async () => {
    const { client, db } = await admin()
    for (const name of ['__proto__[admin]', 'constructor[prototype][admin]', '__proto__[type]']) {
      expect(
        (
          await sendForm(client, [
            ['title', 'x'],
            [name, 'owner'],
          ])
        ).statusCode,
      ).toBe(422)
    }
    const staff = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const { user } = (await staff.post('/auth/init')).body as { user: Record<string, unknown> }
    expect([user.type, user.admin]).toEqual(['staff', undefined])
  })
})

describe('a part of a form', () => {
  test.each([
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    '__proto__',
    'length',
    'valueOf',
    '',
    '[]',
    '[a',
    'a]b[',
    'a[=',
    'a[b',
    'a.b',
    'a b',
    'ключ',
  ])('named «%s» is refused, with text or with a file', async (name) => {
    const { client, print } = await admin()
    const before = await print()
    const { headers, payload } = multipart([
      ['title', 'x'],
      [name, '1'],
    ])
    const sent = [
      await client.send('POST', '/tasks/create', undefined, { payload, headers }),
      await send(client, form, `title=x&${encodeURIComponent(name)}=1`),
      await sendForm(client, [[name, { name: 'a.png', content: Buffer.from('a') }]], '/multimedia'),
    ]
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422])
    expect(await print()).toBe(before)
    expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  })

  test('with an unexpected file is refused at its field', async () => {
    const { client } = await admin()
    const { statusCode, body } = await sendForm(client, [
      ['avatar', { name: 'a.png', content: Buffer.from('abc') }],
    ])
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['avatar']])
  })

  const part = (header: string) => `--x\r\n${header}\r\n\r\n`
  const named = 'content-disposition: form-data; name="title"'
  const file = 'content-disposition: form-data; name="file"; filename="a.png"'
  test.each<[string, string, string, number]>([
    ['a boundary of 10 KB', 'y'.repeat(10_000), `--${'y'.repeat(10_000)}\r\n${named}\r\n\r\nabc`, 400],
    ['no boundary', '', part(named), 400],
    ['an empty boundary', '""', part(named), 400],
    ['headers of 1 MB', 'x', part(`${named}\r\nx-a: ${'a'.repeat(1_000_000)}`), 400],
    ['ten thousand headers', 'x', part(`${named}\r\n${'x-a: a\r\n'.repeat(10_000)}x-b: b`), 400],
    ['an end in the middle', 'x', `${part(named)}abc`, 400],
    ['an end in the middle of a file', 'x', `${part(file)}${'abc'.repeat(10_000)}`, 400],
    ['an end in the headers', 'x', `--x\r\n${named}`, 400],
    ['ten thousand empty parts', 'x', `${`${part(named)}\r\n`.repeat(10_000)}--x--\r\n`, 413],
    ['ten thousand parts without a head', 'x', `${'--x\r\n\r\n\r\n'.repeat(10_000)}--x--\r\n`, 413],
    ['no parts', 'x', '--x--\r\n', 422],
    ['nothing', 'x', '', 422],
  ])('or a form with %s is refused and leaves no file', async (_, boundary, payload, status) => {
    const { client, print } = await admin()
    const before = await print()
    const type = `multipart/form-data; boundary=${boundary}`
    expect((await send(client, type, payload, '/multimedia')).statusCode).toBe(status)
    expect(await print()).toBe(before)
    expect(await readdir(test_.uploads.folder)).toEqual([])
  })
})

describe('input that would slow down a regular expression', () => {
  const traps = [
    `a@${'a.'.repeat(25_000)}`,
    `${'a'.repeat(50_000)}@`,
    '('.repeat(50_000),
    `https://${'a'.repeat(50_000)}!`,
    `https://${'a.'.repeat(25_000)}`,
    `x${' '.repeat(50_000)}x`,
    '7'.repeat(50_000),
    `+${'7 '.repeat(25_000)}`,
    '2026-11-20T'.repeat(5_000),
    // Combining marks whose sorting takes time with the square of their number, and a character that expands
    // to eighteen.
    '\u0f71\u0f72\u0f74'.repeat(60_000),
    '\ufdfa'.repeat(200_000),
  ]
  const fields: [string, string, object, string][] = [
    ['POST', '/auth/login', { password: 'x' }, 'login'],
    ['POST', '/auth/forgot', {}, 'email'],
    ['POST', '/auth/reset', { token: 'x', password: 'x', password_confirmation: 'x' }, 'email'],
    ['PUT', '/user/email', { password: 'x' }, 'email'],
    ['PUT', '/company', {}, 'phone'],
    ['PUT', '/company', {}, 'site'],
    ['PUT', '/user', {}, 'phone'],
    ['POST', '/users/create', { first_name: 'a', last_name: 'b' }, 'email'],
    ['POST', '/users/create', { first_name: 'a', last_name: 'b', email: 'a@b.ru' }, 'phone'],
    ['POST', '/legal_entities/create', { name: 'a', type: 'company' }, 'inn'],
    ['POST', '/legal_entities/create', { name: 'a', type: 'company' }, 'bik'],
    ['POST', '/multimedia', { type: 'link', path: 'tasks' }, 'url'],
    ['POST', '/tasks/create', {}, 'title'],
    ['POST', '/tasks/create', { title: 'x' }, 'due_at'],
    ['POST', '/listing/tasks', {}, 'search'],
    ['POST', '/listing/tasks', {}, 'date_from'],
  ]

  test.each(fields)('%s %s %j is refused at once at %s', async (method, path, rest, field) => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    // A guest's body may have 32 KiB, and a character takes up to three bytes.
    const longest = path.startsWith('/auth/') ? 10_000 : 1_000_000
    for (const trap of traps.map((text) => text.slice(0, longest))) {
      const begun = threadCpuMs()
      const { statusCode, body } = await client.send(method, path, { ...rest, [field]: trap })
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([field])])
      // A pattern that backtracks would take minutes.
      expect(threadCpuMs() - begun).toBeLessThan(1000)
    }
  })
})
