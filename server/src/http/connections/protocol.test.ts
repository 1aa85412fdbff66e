import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildTask, buildUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()

async function admin() {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'admin')
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

const everyCall = Object.values(calls).flatMap((named) => Object.values<Call>(named))
const lists = everyCall.filter((call) => 'isList' in call)

describe('lists', () => {
  let client: TestClient
  beforeAll(async () => {
    const db = await buildCompany(test_.root)
    client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
  })

  /** Requests every list. @returns each answer whose status is not 422 */
  async function askAll(query: string, filters?: object): Promise<string[]> {
    const answered: string[] = []
    for (const { path } of lists) {
      const { statusCode } = await client.post(`${path.replace(':id', '1')}?${query}`, filters)
      if (statusCode !== 422) answered.push(`${path} ${statusCode}`)
    }
    return answered
  }

  test.each([
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=-1',
    'limit[]=1',
    'limit=1000000000',
    'limit=1e1',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=2147483648',
    'page=9e15',
    'page[]=1',
    'page=1&page=2',
    'sort_by=password',
    'sort_by=id;select pg_sleep(5)',
    'sort_by=users.password',
    'sort_by[]=id',
    'direction=desc,(select 1)',
    'direction=DESC',
    'format=pdf',
    'format[]=csv',
  ])('?%s is 422 in every list', async (query) => {
    expect(await askAll(query)).toEqual([])
  })

  test.each([
    '2026-02-30',
    'infinity',
    '-infinity',
    'now',
    '0000-01-01',
    '+275760-01-01',
    '20261120',
    'epoch',
    '2026-11-20T00:00:00Z',
    '2026-11-20; select 1',
    '',
    5,
    null,
    ['2026-11-20'],
  ])('the day %j is 422 in every list', async (day) => {
    for (const name of ['date_from', 'date_to']) expect(await askAll('', { [name]: day })).toEqual([])
    expect(await askAll('', { date_from: '2026-11-20', date_to: '2026-11-19' })).toEqual([])
  })

  test.each([
    [{ limit: 10 }, 'limit'],
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ date_from: '2026-11-20', date_to: '2026-11-19' }, 'date_to'],
    [{ status: 'lost' }, 'status'],
    [{ status: ['open', 'lost'] }, 'status.1'],
    [{ ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'ids'],
    [{ search: 'x'.repeat(10_000) }, 'search'],
  ])('the filter %o is 422 at %s', async (filters, path) => {
    const { statusCode, body } = await client.post('/listing/tasks', filters)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
  })

  test('a page past the end is empty, and no row is on two pages', async () => {
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

  test.each(['%', '_', '\\', "'", '(a+)+$', '.*', '[a-'])(
    '«%s» in a search is read literally',
    async (search) => {
      const { client, db, user } = await admin()
      await buildTask(db, user, { title: 'Кружки' })
      const found = await buildTask(db, user, { title: `Скидка 5${search} на плед` })
      const { body } = await client.post('/listing/tasks', { search })
      expect((body.tasks as { id: number }[]).map(({ id }) => id)).toEqual([found])
    },
  )
})

describe('the log', () => {
  test('names the route of a call, and no secrets, email addresses or search texts', async () => {
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
    '9007199254740993',
    '01',
    '+1',
    '1;select',
    '%00',
    'null',
    '__proto__',
    '%D9%A1',
    '1%20',
  ])('the id %s is not found by any call', async (id) => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const before = await fingerprint(test_.root, [db.companyId])
    for (const { method, path } of everyCall.filter(({ path }) => path.includes(':id'))) {
      const { statusCode, body } = await client.send(method, path.replace(':id', id))
      expect([path, statusCode, body.code, body.status]).toEqual([path, 404, 'not_found', false])
    }
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('answers an unknown path in JSON, and errors in the language of the user', async () => {
    const { client } = await admin()
    const lost = await client.get('/nothing/<script>')
    expect([lost.statusCode, lost.body.code]).toEqual([404, 'not_found'])
    expect((await client.send('DELETE', '/tasks/create', {})).statusCode).toBe(405)
    await client.post('/app/set_locale', { locale: 'en' })
    expect((await client.post('/tasks/create')).body).toMatchObject({
      message: 'Check the marked fields',
      errors: { title: ['Fill this in'] },
    })
    await client.post('/app/set_locale', { locale: 'ru' })
    expect((await client.post('/tasks/create', { title: '' })).body.errors).toEqual({
      title: ['Заполните поле'],
    })
  })

  test('a 404 answer has the security headers', async () => {
    const { raw } = await (await TestClient.guest(test_.app)).get('/nothing')
    const policy = String(raw.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(raw.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
})
