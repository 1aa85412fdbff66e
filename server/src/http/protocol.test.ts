import { describe, expect, test } from 'vitest'
import { useTestApp } from '../testing/app.ts'
import { buildCompany, buildTask, buildUser } from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'

const test_ = useTestApp()

async function admin() {
  const db = await buildCompany(test_.root)
  const user = await buildUser(test_.root, db, 'admin')
  return { db, user, client: await TestClient.signIn(test_.app, user) }
}

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
