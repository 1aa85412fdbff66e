import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SecretKey } from '../seal.ts'
import { useTestApp } from '../testing/app.ts'
import { TestClient } from '../testing/client.ts'
import { fingerprint } from '../testing/fingerprint.ts'
import { buildCompany, buildTask, buildUser, buildWarehouse, testPassword } from '../testing/rows/build.ts'
import { threadCpuMs } from '../testing/thread-cpu.ts'
import { multipart } from '../testing/values/form.ts'
import { head, sendBytes } from '../testing/wire.ts'
import { isCsrfValid, issueCsrfToken } from './csrf.ts'

const form = 'application/x-www-form-urlencoded'
const test_ = useTestApp()

async function admin() {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'admin')
  const client = await TestClient.signIn(test_.app, user)
  return { db, user, client, print: () => fingerprint(test_.root, [db.companyId]) }
}

const send = (client: TestClient, type: string, payload: string, path = '/tasks/create') =>
  client.send('POST', path, undefined, { payload, headers: { 'content-type': type } })

describe('cross-site requests', () => {
  test('csrf-cookie sets a session cookie that scripts cannot read and a token that they can', async () => {
    const { raw } = await (await TestClient.guest(test_.app)).send('GET', '/sanctum/csrf-cookie')
    const session = raw.cookies.find(({ name }) => name === 'artel_session')
    expect(raw.statusCode).toBe(204)
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(raw.cookies.find(({ name }) => name === 'XSRF-TOKEN')).not.toHaveProperty('httpOnly')
  })

  test('a login without the token is 419 and signs nobody in, even if the password is right', async () => {
    const { user, print } = await admin()
    const guest = await TestClient.guest(test_.app)
    const before = await print()
    const headers = { 'x-xsrf-token': '' }
    const body = { login: user.email, password: testPassword }
    const { statusCode, raw } = await guest.send('POST', '/auth/login', body, { headers })
    expect([statusCode, raw.cookies]).toEqual([419, []])
    expect((await guest.post('/auth/init')).body.user).toBeNull()
    expect(await print()).toBe(before)
  })

  test('a call without the token is 419 and changes nothing, with any method and content type', async () => {
    const { client, db, print } = await admin()
    const warehouse = `/warehouses/${await buildWarehouse(db)}`
    const before = await print()
    const fields = multipart([['title', 'x']])
    const sent: [string, string, object][] = [
      ['POST', '/tasks/create', fields],
      ['POST', '/tasks/create', { payload: 'title=x', headers: { 'content-type': form } }],
      ['POST', '/tasks/create', { payload: '{"title":"x"}', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/tasks/create', { headers: { origin: 'https://evil.example' } }],
      ['PUT', warehouse, { payload: { name: 'x' } }],
      ['PATCH', warehouse, { payload: { name: 'x' } }],
      ['DELETE', warehouse, {}],
    ]
    const token = client.cookies.get('XSRF-TOKEN')
    client.cookies.delete('XSRF-TOKEN')
    for (const [method, path, options] of sent) {
      const { statusCode, body } = await client.send(method, path, undefined, options)
      expect([method, statusCode, body.code]).toEqual([method, 419, 'csrf_mismatch'])
    }
    client.cookies.set('XSRF-TOKEN', token ?? '')
    expect((await send(client, 'text/plain', '{"title":"x"}')).statusCode).toBe(415)
    expect(await print()).toBe(before)
  })

  test('the token of another session is 419, even that of a colleague', async () => {
    const { client, db, print } = await admin()
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    const before = await print()
    client.cookies.set('XSRF-TOKEN', colleague.cookies.get('XSRF-TOKEN') ?? '')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await client.send(method, '/tasks/create', { title: 'x' })).statusCode).toBe(419)
    }
    expect(await print()).toBe(before)
  })

  test('the token from before a logout is 419 after the next login', async () => {
    const { client, user } = await admin()
    const kept = client.cookies.get('XSRF-TOKEN') ?? ''
    await client.post('/auth/logout')
    await client.post('/auth/login', { login: user.email, password: testPassword })
    expect((await client.post('/listing/tasks')).statusCode).toBe(200)
    client.cookies.set('XSRF-TOKEN', kept)
    expect((await client.post('/listing/tasks')).statusCode).toBe(419)
  })

  test('a session that has ended is 401, not 419', async () => {
    const { client } = await admin()
    const kept = new Map(client.cookies)
    await client.post('/auth/logout')
    for (const [name, value] of kept) client.cookies.set(name, value)
    expect((await client.post('/listing/tasks')).statusCode).toBe(401)
  })

  test('no answer allows another origin', async () => {
    const { client } = await admin()
    const headers = { origin: 'https://evil.example' }
    for (const method of ['OPTIONS', 'POST']) {
      const { raw } = await client.send(method, '/tasks/create', undefined, { headers })
      expect(Object.keys(raw.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('a token in the header that', () => {
  let port: number
  beforeAll(async () => {
    await test_.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test_.app.server.address() as AddressInfo).port // it listens on a port
  })

  /** Sends a call over a real connection, because light-my-request folds headers. */
  async function call(makeHeaders: (token: string) => string[]) {
    const { client } = await admin()
    const token = client.csrfHeader()['x-xsrf-token'] ?? ''
    const cookie = `cookie: ${client.cookieHeader()}`
    const more = ['content-length: 0', 'connection: close']
    return sendBytes(port, head('POST /api/listing/tasks', cookie, ...more, ...makeHeaders(token)))
  }

  test.each<[string, (token: string) => string[], number]>([
    ['is right', (token) => [`x-xsrf-token: ${token}`], 200],
    ['is missing', () => [], 419],
    ['is empty', () => ['x-xsrf-token:'], 419],
    ['is nobody’s', () => ['x-xsrf-token: abc.def'], 419],
    ['is NUL', () => ['x-xsrf-token: %00'], 419],
    ['is a broken escape', () => ['x-xsrf-token: %zz'], 419],
    ['is in the wrong case', (token) => [`x-xsrf-token: ${swapCase(token)}`], 419],
    ['comes twice', (token) => [`x-xsrf-token: ${token}`, `x-xsrf-token: ${token}`], 419],
    ['is 10 KB', () => [`x-xsrf-token: ${'a'.repeat(10_000)}`], 419],
    ['is 100 KB', () => [`x-xsrf-token: ${'a'.repeat(100_000)}`], 431],
  ])('%s is accepted or refused at once', async (_, makeHeaders, status) => {
    const begun = threadCpuMs()
    expect((await call(makeHeaders)).status).toBe(status)
    // The time includes a sign-in. The check itself must not take long.
    expect(threadCpuMs() - begun).toBeLessThan(2000)
  })
})

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

describe('method override', () => {
  test.each([
    ['JSON', 'application/json', '{"_method":"PUT","title":"Новое"}'],
    ['form', form, '_method=PUT&title=Новое'],
  ])('_method in a %s body of a POST sets the method', async (_, type, payload) => {
    const { client, db, user } = await admin()
    const { statusCode, body } = await send(client, type, payload, `/tasks/${await buildTask(db, user)}`)
    expect([statusCode, body.task]).toEqual([200, expect.objectContaining({ title: 'Новое' })])
  })

  test('_method in a multipart body of a POST sets the method', async () => {
    const { client, db, user } = await admin()
    const fields = multipart([
      ['_method', 'PUT'],
      ['title', 'Новое'],
    ])
    const path = `/tasks/${await buildTask(db, user)}`
    const { statusCode, body } = await client.send('POST', path, undefined, fields)
    expect([statusCode, body.task]).toEqual([200, expect.objectContaining({ title: 'Новое' })])
  })

  test.each(['delete', 'GET', 'POST', 'TRACE', 'CONNECT', 'DELETE ', ''])(
    'the value «%s» is 405',
    async (value) => {
      const { client, db, user, print } = await admin()
      const path = `/tasks/${await buildTask(db, user)}`
      const before = await print()
      expect((await client.post(path, { _method: value })).statusCode).toBe(405)
      expect((await send(client, form, `_method=${value}`, path)).statusCode).toBe(405)
      expect(await print()).toBe(before)
    },
  )

  test('_method has no effect in a query, on a GET, twice, as a list or as a header', async () => {
    const { client, db, user, print } = await admin()
    for (const path of [`/tasks/${await buildTask(db, user)}`, `/users/${user.id}`]) {
      const before = await print()
      const inForm = { payload: '_method=DELETE', headers: { 'content-type': form } }
      const inHeader = { headers: { 'x-http-method-override': 'DELETE' } }
      const answers = [
        await client.get(`${path}?_method=DELETE`),
        await client.send('GET', path, undefined, inForm),
        await client.send('POST', `${path}?_method=DELETE`),
        await client.send('POST', path, {}, inHeader),
        await send(client, form, '_method=DELETE&_method=DELETE', path),
        await send(client, form, '_method[]=DELETE', path),
        await send(client, form, '_method[a]=DELETE', path),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 405))
      expect(await print()).toBe(before)
    }
  })

  test('a real PUT works as well', async () => {
    const { client, db, user } = await admin()
    const { statusCode } = await client.send('PUT', `/tasks/${await buildTask(db, user)}`, { title: 'Новое' })
    expect(statusCode).toBe(200)
  })
})

test('a token that the replaced key has signed stays valid, and new ones are signed with the current key', () => {
  const [first, both, second] = [{ current: 'a' }, { current: 'b', old: 'a' }, { current: 'b' }]
  const isValid = (key: SecretKey, token: string) => isCsrfValid(key, 'session', token, token)
  const before = issueCsrfToken(first, 'session')
  const after = issueCsrfToken(both, 'session')
  expect([first, both, second].map((key) => isValid(key, before))).toEqual([true, true, false])
  expect([first, both, second].map((key) => isValid(key, after))).toEqual([false, true, true])
})
