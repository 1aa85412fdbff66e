import { describe, expect, test } from 'vitest'
import { useTestApp } from '../testing/app.ts'
import { buildCompany, buildTask, buildUser } from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'

const form = 'application/x-www-form-urlencoded'
const test_ = useTestApp()

async function admin() {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'admin')
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

const send = (client: TestClient, type: string, payload: string, path = '/tasks/create') =>
  client.send('POST', path, undefined, { payload, headers: { 'content-type': type } })

function multipart(fields: [string, string][]): { payload: string; type: string } {
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { payload: `${parts.join('')}--x--\r\n`, type: 'multipart/form-data; boundary=x' }
}

describe('cross-site requests', () => {
  test('csrf-cookie sets the session out of reach of scripts and the token within it', async () => {
    const { raw } = await (await TestClient.guest(test_.app)).send('GET', '/sanctum/csrf-cookie')
    const session = raw.cookies.find(({ name }) => name === 'artel_session')
    expect(raw.statusCode).toBe(204)
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(raw.cookies.find(({ name }) => name === 'XSRF-TOKEN')).not.toHaveProperty('httpOnly')
  })

  test.each([
    ['no header', () => ({ 'x-xsrf-token': '' })],
    ['a token of nobody', () => ({ 'x-xsrf-token': 'abc.def' })],
    ['a broken escape', () => ({ 'x-xsrf-token': '%zz' })],
    ['100 KB', () => ({ 'x-xsrf-token': 'a'.repeat(8000) })],
  ])('a call with %s is 419', async (_, headers) => {
    const { client } = await admin()
    const { statusCode, body } = await client.send(
      'POST',
      '/tasks/create',
      { title: 'x' },
      { headers: headers() },
    )
    expect([statusCode, body.code]).toEqual([419, 'csrf_mismatch'])
  })

  test('the token of another session is 419, of any method and content type', async () => {
    const [{ client }, { client: other }] = [await admin(), await admin()]
    const token = other.cookies.get('XSRF-TOKEN')!
    client.cookies.set('XSRF-TOKEN', token)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await client.send(method, '/tasks/create', { title: 'x' })).statusCode).toBe(419)
    }
    const { payload, type } = multipart([['title', 'x']])
    expect((await send(client, type, payload)).statusCode).toBe(419)
    expect((await send(client, 'text/plain', '{"title":"x"}')).statusCode).toBe(419)
  })

  test('a session that is gone is 401, not 419', async () => {
    const { client } = await admin()
    const kept = new Map(client.cookies)
    await client.post('/auth/logout')
    for (const [name, value] of kept) client.cookies.set(name, value)
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })

  test('no answer allows another origin', async () => {
    const { client } = await admin()
    const { raw } = await client.send('OPTIONS', '/tasks/create', undefined, {
      headers: { origin: 'https://evil.example' },
    })
    expect(Object.keys(raw.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('method override', () => {
  test.each([
    [
      'JSON',
      (id: number) => ({
        path: `/tasks/${id}`,
        type: 'application/json',
        payload: '{"_method":"PUT","title":"Новое"}',
      }),
    ],
    ['form', (id: number) => ({ path: `/tasks/${id}`, type: form, payload: '_method=PUT&title=Новое' })],
    [
      'multipart',
      (id: number) => ({
        path: `/tasks/${id}`,
        ...multipart([
          ['_method', 'PUT'],
          ['title', 'Новое'],
        ]),
      }),
    ],
  ])('_method in a %s body of a POST is the method', async (_, make) => {
    const { client, db, user } = await admin()
    const { path, type, payload } = make(await buildTask(db, user))
    const { statusCode, body } = await send(client, type, payload, path)
    expect(statusCode).toBe(200)
    expect(body.task).toMatchObject({ title: 'Новое' })
  })

  test.each(['delete', 'GET', 'POST', 'TRACE', 'PUT ', ''])('the value «%s» is 405', async (value) => {
    const { client, db, user } = await admin()
    const { statusCode } = await client.post(`/tasks/${await buildTask(db, user)}`, { _method: value })
    expect(statusCode).toBe(405)
  })

  test('in a query, on a GET, twice, as a list, or by a header it does nothing', async () => {
    const { client, db, user } = await admin()
    const path = `/tasks/${await buildTask(db, user)}`
    expect((await client.send('POST', `${path}?_method=PUT`, { title: 'x' })).statusCode).toBe(405)
    expect((await client.get(`${path}?_method=PUT`)).statusCode).toBe(405)
    expect((await send(client, form, '_method=PUT&_method=PUT&title=x', path)).statusCode).toBe(405)
    expect((await send(client, form, '_method[]=PUT&title=x', path)).statusCode).toBe(405)
    const headers = { 'x-http-method-override': 'PUT' }
    expect((await client.send('POST', path, { title: 'x' }, { headers })).statusCode).toBe(405)
    expect((await client.get(path)).body.task).toMatchObject({ title: 'Набор «Уют»' })
  })

  test('the real method works as well', async () => {
    const { client, db, user } = await admin()
    const { statusCode } = await client.send('PUT', `/tasks/${await buildTask(db, user)}`, { title: 'Новое' })
    expect(statusCode).toBe(200)
  })
})

describe('bodies', () => {
  test('a form is read as the call means it', async () => {
    const { client } = await admin()
    const { payload, type } = multipart([
      ['title', '  Свечи '],
      ['quantity', '12'],
      ['requires_review', '1'],
      ['due_at', ''],
    ])
    const { statusCode, body } = await send(client, type, payload)
    expect(statusCode).toBe(201)
    expect(body.task).toMatchObject({ title: 'Свечи', quantity: 12, requires_review: true, due_at: null })
  })

  test('brackets nest', async () => {
    const { client } = await admin()
    const payload =
      'parent=user&settings[theme]=dark&settings[tables][tasks][hidden][]=coins&settings[hide_from_boards]=0'
    const { statusCode, body } = await send(client, form, `${payload}&_method=PUT`, '/settings')
    expect(statusCode).toBe(200)
    expect(body.settings).toEqual({
      theme: 'dark',
      tables: { tasks: { hidden: ['coins'] } },
      hide_from_boards: false,
    })
  })

  test.each([
    ['an unknown field', 'application/json', '{"title":"x","company_id":1}', 422],
    ['__proto__ in JSON', 'application/json', '{"title":"x","__proto__":{"admin":1}}', 422],
    ['constructor, deep', 'application/json', '{"title":"x","a":[{"constructor":{"prototype":1}}]}', 422],
    ['__proto__ in a form', form, 'title=x&__proto__[admin]=1', 422],
    ['prototype, deep in a form', form, 'title=x&a[constructor][prototype]=1', 422],
    ['toString', form, 'title=x&toString=1', 422],
    ['an empty name', form, 'title=x&=1', 422],
    ['a lone bracket', form, 'title=x&a[=1', 422],
    ['a broken bracket', form, 'title=x&a]b[=1', 422],
    ['1,000 levels', form, `title=x&a${'[b]'.repeat(1000)}=1`, 422],
    ['a doubled scalar', form, 'title=x&money=1&money=100000', 422],
    ['5,000 fields', form, Array.from({ length: 5000 }, (_, i) => `a${i}=1`).join('&'), 413],
    ['an exponent', form, 'title=x&quantity=1e3', 422],
    ['another alphabet’s digit', form, 'title=x&quantity=٣', 422],
    ['a fraction', 'application/json', '{"title":"x","quantity":1.5}', 422],
    ['1e400', 'application/json', '{"title":"x","quantity":1e400}', 422],
    ['a string for a number', 'application/json', '{"title":"x","quantity":"1"}', 422],
    ['NUL', 'application/json', '{"title":"a\\u0000b"}', 422],
    ['a lone surrogate', 'application/json', '{"title":"\\ud800"}', 422],
    ['cut JSON', 'application/json', '{"title":"x"', 400],
    ['a byte order mark', 'application/json', '\ufeff{"title":"x"}', 400],
    ['a list', 'application/json', '[]', 400],
    ['null', 'application/json', 'null', 400],
    ['a hundred thousand brackets', 'application/json', '['.repeat(100_000), 400],
    ['thirty levels', 'application/json', `{"title":"x","a":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
    ['more than 1 MiB', 'application/json', `{"title":"${'x'.repeat(1_100_000)}"}`, 413],
    ['text', 'text/plain', '{"title":"x"}', 415],
    ['XML', 'application/xml', '<x/>', 415],
    [
      'a cut multipart',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nabc',
      400,
    ],
  ])('%s is refused', async (_, type, payload, status) => {
    const { client } = await admin()
    expect((await send(client, type, payload)).statusCode).toBe(status)
    expect(({} as { admin?: number }).admin).toBeUndefined()
  })

  test('bytes that are not UTF-8 are 400', async () => {
    const { client } = await admin()
    const payload = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    const { statusCode } = await client.send('POST', '/tasks/create', undefined, {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(statusCode).toBe(400)
  })

  test('a file where none is due is refused at its field', async () => {
    const { client } = await admin()
    const payload =
      '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n'
    const { statusCode, body } = await send(client, 'multipart/form-data; boundary=x', payload)
    expect(statusCode).toBe(422)
    expect(body.errors).toHaveProperty('avatar')
  })
})

describe('lists', () => {
  test.each([
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=-1',
    'limit[]=1',
    'page=0',
    'page=2147483648',
    'page=9e15',
    'sort_by=password',
    'sort_by=id;select pg_sleep(5)',
    'direction=desc,(select 1)',
  ])('?%s is 422', async (query) => {
    const { client } = await admin()
    expect((await client.post(`/listing/tasks?${query}`)).statusCode).toBe(422)
  })

  test.each([
    [{ limit: 10 }, 'limit'],
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ date_from: 'infinity' }, 'date_from'],
    [{ date_from: '2026-11-20', date_to: '2026-11-19' }, 'date_to'],
    [{ status: 'lost' }, 'status'],
    [{ status: ['open', 'lost'] }, 'status.1'],
    [{ ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'ids'],
  ])('the filter %o is 422 at %s', async (filters, path) => {
    const { client } = await admin()
    const { statusCode, body } = await client.post('/listing/tasks', filters)
    expect(statusCode).toBe(422)
    expect(Object.keys(body.errors ?? {})).toEqual([path])
  })

  test('a page past the end is empty, and no row stands on two pages', async () => {
    const { client, db, user } = await admin()
    const ids = []
    for (let i = 0; i < 12; i++) ids.push(await buildTask(db, user, { title: `Свечи ${i % 3}` }))
    const seen: unknown[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await client.post(`/listing/tasks?limit=5&page=${page}&sort_by=title&direction=asc`)
      seen.push(...(body.tasks as { id: number }[]).map(({ id }) => id))
      expect(body.pagination).toEqual({ page, limit: 5, total: 12, pages: 3, exact: true })
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const { body } = await client.post('/listing/tasks?page=99')
    expect(body).toMatchObject({ tasks: [], pagination: { total: 12, page: 99 } })
  })

  test.each(['%', '_', '\\', "'"])('«%s» in a search is a letter', async (search) => {
    const { client, db, user } = await admin()
    await buildTask(db, user, { title: 'Кружки' })
    const found = await buildTask(db, user, { title: `Скидка 5${search} на плед` })
    const { body } = await client.post('/listing/tasks', { search })
    expect((body.tasks as { id: number }[]).map(({ id }) => id)).toEqual([found])
  })
})

describe('the log', () => {
  test('says what was asked and how it ended, and nothing that signs anyone in or names them', async () => {
    const { client, user } = await admin()
    const secrets = ['super-secret-token', user.email, 'Найди меня', client.cookies.get('artel_session')!]
    await client.get('/auth/email/verify?token=super-secret-token')
    await client.post(`/listing/tasks?_t=${encodeURIComponent(user.email)}`, { search: 'Найди меня' })
    await client.get(`/nothing/super-secret-token`)
    const lines = test_.logged.join('')
    expect(lines).toContain('"route":"/api/listing/tasks"')
    for (const secret of secrets) expect(lines).not.toContain(secret)
  })
})

describe('paths and errors', () => {
  test.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '99999999999999999999',
    '1;select',
    '%00',
    'null',
    '__proto__',
  ])('the id %s is not found', async (id) => {
    const { client } = await admin()
    const { statusCode, body } = await client.get(`/tasks/${id}`)
    expect([statusCode, body.code, body.status]).toEqual([404, 'not_found', false])
  })

  test('what nobody offers is answered in JSON, in the person’s language', async () => {
    const { client } = await admin()
    const lost = await client.get('/nothing/<script>')
    expect([lost.statusCode, lost.body.code]).toEqual([404, 'not_found'])
    expect((await client.send('DELETE', '/tasks/create', {})).statusCode).toBe(405)
    await client.post('/app/set_locale', { locale: 'en' })
    expect((await client.post('/tasks/create')).body).toMatchObject({
      message: 'Some fields need another look',
      errors: { title: ['Fill this in'] },
    })
    await client.post('/app/set_locale', { locale: 'ru' })
    expect((await client.post('/tasks/create', { title: '' })).body.errors).toEqual({
      title: ['Заполните поле'],
    })
  })

  test('the answer carries the headers that a browser needs to protect it', async () => {
    const { raw } = await (await TestClient.guest(test_.app)).get('/nothing')
    const policy = String(raw.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(raw.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
})
