import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()

async function company() {
  const db = await buildCompany(test_.root)
  const admin = await buildUser(test_.root, db, 'admin', { first_name: 'Марина', last_name: 'Зотова' })
  const staff = await buildUser(test_.root, db, 'staff', { phone: '+7 916 204-18-33' })
  const archived = await buildUser(test_.root, db, 'staff', { first_name: 'Ёлка', status: 'archived' })
  return { db, admin, staff, archived }
}

describe('users.list', () => {
  test('returns whole users to admins, without sign-in secrets', async () => {
    const { admin, staff, archived } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    const { body } = await client.post('/users?sort_by=id&direction=asc')
    const users = body.users as Record<string, unknown>[]
    expect(users.map(({ id }) => id)).toEqual([admin.id, staff.id, archived.id])
    expect(users[1]).toMatchObject({ email: staff.email, phone: '+7 916 204-18-33', type: 'staff' })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test('returns only public cards to staff', async () => {
    const { staff } = await company()
    const client = await TestClient.signIn(test_.app, staff)
    const { body } = await client.post('/users')
    for (const user of body.users as object[]) {
      const card = ['avatar', 'first_name', 'full_name', 'id', 'last_name', 'league', 'nick_name', 'status']
      expect(Object.keys(user).toSorted()).toEqual(card)
    }
  })

  test('returns the linked MoySklad employee to admins and the user, but not to colleagues', async () => {
    const { db, admin, staff, archived } = await company()
    const moy_sklad_id = crypto.randomUUID()
    await db.update('users', { moy_sklad_id }).where('id', '=', staff.id).execute()
    const [asAdmin, asStaff, asColleague] = await Promise.all([
      TestClient.signIn(test_.app, admin),
      TestClient.signIn(test_.app, staff),
      buildUser(test_.root, db, 'staff').then((colleague) => TestClient.signIn(test_.app, colleague)),
    ])
    for (const client of [asAdmin, asStaff])
      expect((await client.get(`/users/${staff.id}`)).body.user).toMatchObject({ moy_sklad_id })
    expect((await asAdmin.get(`/users/${archived.id}`)).body.user).toMatchObject({ moy_sklad_id: null })
    expect((await asAdmin.post('/users', { ids: [staff.id] })).body.users).toMatchObject([{ moy_sklad_id }])
    expect((await asStaff.post('/auth/init')).body.user).toMatchObject({ moy_sklad_id })
    expect((await asColleague.get(`/users/${staff.id}`)).statusCode).toBe(403)
    expect(JSON.stringify((await asColleague.post('/users')).body)).not.toContain(moy_sklad_id)
    expect((await asAdmin.post('/users?format=csv')).raw.body).toContain(moy_sklad_id)
    expect((await asColleague.post('/users?format=csv')).raw.body).not.toContain(moy_sklad_id)
  })

  test.each([
    [{ status: 'archived' }, ['Ёлка']],
    [{ status: ['active', 'archived'], type: 'staff' }, ['Дарья', 'Ёлка']],
    [{ search: 'ёЛК' }, ['Ёлка']],
    [{ search: '916 204' }, ['Дарья']],
    [{ search: '79162041833' }, ['Дарья']],
    [{ search: 'artel.TEST' }, ['Дарья', 'Ёлка', 'Марина']],
    [{ search: 'клим дарья' }, ['Дарья']],
    [{ search: 'argon2' }, []],
    [{ warehouse_id: null, status: 'archived' }, ['Ёлка']],
    [{ warehouse_id: 999_999_999 }, []],
  ])('filters by %j', async (filters, names) => {
    const { admin } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    const { body } = await client.post('/users?sort_by=full_name&direction=asc', filters)
    expect((body.users as { first_name: string }[]).map(({ first_name }) => first_name)).toEqual(names)
  })

  test.each([
    ['?sort_by=last_seen_at', {}, 'sort_by'],
    ['?sort_by=type&format=csv', {}, 'sort_by'],
    ['?sort_by=money', {}, 'sort_by'],
    ['?sort_by=coins', {}, 'sort_by'],
    ['', { type: 'owner' }, 'type'],
    ['?format=csv', { warehouse_id: 1 }, 'warehouse_id'],
    ['', { date_from: '2026-01-01' }, 'date_from'],
  ])('does not reveal to staff by %s %j what no public card shows', async (query, filters, field) => {
    const { staff } = await company()
    const client = await TestClient.signIn(test_.app, staff)
    const answer = await client.post(`/users${query}`, filters)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    for (const search of ['916', staff.email]) {
      expect((await client.post('/users', { search })).body.pagination).toMatchObject({ total: 0 })
    }
  })

  test('returns balances, sorts by them, and exports them to a file', async () => {
    const { admin, staff, archived } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    await client.post('/money', { user_id: staff.id, amount: 12_340, kind: 'bonus' })
    await client.post('/coins', { user_id: staff.id, amount: 7, kind: 'bonus' })
    const { body } = await client.post('/users?sort_by=money&direction=desc')
    const users = body.users as Record<string, unknown>[]
    expect(users.map(({ id }) => id)).toEqual([staff.id, archived.id, admin.id])
    expect(users).toMatchObject([{ money: 12_340, coins: 7 }, { money: 0, coins: 0 }, {}])
    const { raw } = await client.post('/users?sort_by=coins&direction=desc&format=csv')
    const [head = '', row = ''] = raw.body.split(/\r?\n/)
    const cell = (name: string) => row.split(';')[head.split(';').indexOf(name)]
    expect([cell('Деньги'), cell('Монеты')]).toEqual(['123,40', '7'])
  })

  test('sorts names alphabetically, with ё after е', async () => {
    const { db, admin } = await company()
    await buildUser(test_.root, db, 'staff', { first_name: 'Жанна' })
    const client = await TestClient.signIn(test_.app, admin)
    const { body } = await client.post('/users?sort_by=full_name&direction=asc')
    const names = (body.users as { first_name: string }[]).map(({ first_name }) => first_name)
    expect(names).toEqual(['Дарья', 'Ёлка', 'Жанна', 'Марина'])
  })
})
