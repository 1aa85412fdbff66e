import { maxOwnViews, maxSharedViews } from '@artel/contract/views/views.screens'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser, buildView, type TestUser } from '../../testing/rows/build.ts'

type Body = { id: number; name: string; is_shared: boolean; version: number; [field: string]: unknown }
type Person = 'staff' | 'admin' | 'owner' | 'stranger'

const test_ = useTestApp()
let db: Db
let people: Record<Person, TestUser>
let as: Record<Person, TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const other = await buildCompany(test_.root)
  people = {
    staff: await buildUser(test_.root, db, 'staff'),
    admin: await buildUser(test_.root, db, 'admin'),
    owner: await buildUser(test_.root, db, 'owner'),
    stranger: await buildUser(test_.root, other, 'owner'),
  }
  const signIn = (who: Person) => TestClient.signIn(test_.app, people[who])
  as = {
    staff: await signIn('staff'),
    admin: await signIn('admin'),
    owner: await signIn('owner'),
    stranger: await signIn('stranger'),
  }
})

const due = { filters: { due_from: 'today', due_to: 'today', status: ['open', 'paused'] } }
const draft = (fields: object = {}) => ({ screen: 'tasks', name: 'Срок сегодня', state: due, ...fields })
const viewOf = ({ body }: Answer) => body.view as Body
const keep = (who: Person, fields: object = {}) => as[who].post('/views/create', draft(fields))
const put = (who: Person, id: number, patch: object) => as[who].send('PUT', `/views/${id}`, patch)
const namesOf = async (who: Person, filters: object = {}) => {
  const { body } = await as[who].post('/views?sort_by=name&direction=asc&limit=200', filters)
  return (body.views as Body[]).map(({ name }) => name)
}
const refusal = ({ statusCode, body }: Answer) => [statusCode, Object.keys(body.errors ?? {})]

describe('a view', () => {
  test('is saved with filters, search and order, for its creator only', async () => {
    const state = { filters: { ...due.filters, search: 'плед' }, sort_by: 'due_at', direction: 'asc' }
    const answer = await keep('admin', { state })
    expect(answer.statusCode).toBe(201)
    expect(viewOf(answer)).toMatchObject({
      screen: 'tasks',
      name: 'Срок сегодня',
      state,
      is_shared: false,
      created_by: people.admin.id,
      version: 1,
      can: { edit: true, share: true, delete: true },
    })
    const { id } = viewOf(answer)
    expect(viewOf(await as.admin.get(`/views/${id}`))).toEqual(viewOf(answer))
    for (const who of ['staff', 'owner', 'stranger'] as const) {
      expect(await namesOf(who)).toEqual([])
      expect((await as[who].get(`/views/${id}`)).statusCode).toBe(404)
    }
  })

  test('keeps the columns of a table, and of nothing else', async () => {
    const columns = { hidden: ['due_at'], order: ['title', 'status'], widths: { title: 300, status: null } }
    const tasks = viewOf(await keep('admin', { state: { ...due, columns } }))
    expect(tasks.state).toEqual({ ...due, columns })
    const wider = { ...due, columns: { widths: { title: 400 } } }
    expect(viewOf(await put('admin', tasks.id, { state: wider })).state).toEqual(wider)
    const people_ = { screen: 'users', name: 'Столбцы', state: { filters: {}, columns } }
    expect((await keep('admin', people_)).statusCode).toBe(201)
    expect(refusal(await keep('admin', { ...people_, screen: 'stats', name: 'Ещё' }))[0]).toBe(422)
    for (const wrong of [{ widths: { title: 5 } }, { order: ['A B'] }, { hidden: [''] }, { limit: 50 }])
      expect(refusal(await keep('admin', { name: 'Ещё', state: { ...due, columns: wrong } }))[0]).toBe(422)
  })

  test('that is shared is visible to all who may open the screen, and to nobody else', async () => {
    const { id } = viewOf(await keep('admin', { is_shared: true }))
    await keep('admin', { is_shared: true, screen: 'users', name: 'Архив', state: { filters: {} } })
    expect(await namesOf('owner')).toEqual(['Архив', 'Срок сегодня'])
    expect(await namesOf('staff')).toEqual(['Срок сегодня'])
    expect(await namesOf('staff', { screen: 'users' })).toEqual([])
    expect(await namesOf('stranger')).toEqual([])
    expect(viewOf(await as.staff.get(`/views/${id}`)).can).toEqual({
      edit: false,
      share: false,
      delete: false,
    })
  })

  test('of figures keeps relative days and the order of the ranking', async () => {
    const state = {
      filters: { date_from: 'this_week', date_to: 'this_week', league: 'gold' },
      sort_by: 'units',
    }
    const { id } = viewOf(await keep('staff', { screen: 'stats', name: 'Золото', state }))
    expect(viewOf(await as.staff.get(`/views/${id}`))).toMatchObject({ screen: 'stats', state })
    const wrong = await keep('staff', { screen: 'stats', name: 'Без дней', state: { filters: {} } })
    expect([wrong.statusCode, wrong.body.code]).toEqual([422, 'invalid'])
  })

  test('is updated only in the sent fields', async () => {
    const { id } = viewOf(await keep('staff'))
    const renamed = viewOf(await put('staff', id, { name: 'На сегодня', version: 1 }))
    expect(renamed).toMatchObject({ name: 'На сегодня', version: 2, state: due })
    const state = { filters: { overdue: true } }
    expect(viewOf(await put('staff', id, { state, version: 2 }))).toMatchObject({ state, version: 3 })
    expect(viewOf(await put('staff', id, { state, version: 2 })).version).toBe(3)
  })

  test('is not overwritten by a stale edit', async () => {
    const { id } = viewOf(await keep('admin', { is_shared: true }))
    await put('owner', id, { name: 'Сегодня', version: 1 })
    const late = await put('admin', id, { name: 'Смена', version: 1 })
    expect([late.statusCode, late.body.code]).toEqual([409, 'stale'])
    expect(late.body.current).toMatchObject({ name: 'Сегодня', version: 2 })
  })

  test('can be shared, and made private to its creator again by any admin', async () => {
    const { id } = viewOf(await keep('admin'))
    expect(viewOf(await put('admin', id, { is_shared: true })).is_shared).toBe(true)
    expect(await namesOf('staff')).toEqual(['Срок сегодня'])
    expect(viewOf(await put('owner', id, { is_shared: false }))).toMatchObject({
      is_shared: false,
      can: { edit: false, delete: false },
    })
    expect(await namesOf('owner')).toEqual([])
    expect(await namesOf('admin')).toEqual(['Срок сегодня'])
  })

  test('is deleted', async () => {
    const { id } = viewOf(await keep('staff'))
    expect((await as.staff.send('DELETE', `/views/${id}`)).body).toEqual({ status: true })
    expect((await as.staff.send('DELETE', `/views/${id}`)).statusCode).toBe(404)
    expect(await namesOf('staff')).toEqual([])
  })

  test('is found by its name and by whether it is shared', async () => {
    await keep('admin', { name: 'Ёлки' })
    await keep('admin', { name: '100 %', is_shared: true })
    expect(await namesOf('admin', { search: 'ЕЛК' })).toEqual(['Ёлки'])
    expect(await namesOf('admin', { search: '%' })).toEqual(['100 %'])
    expect(await namesOf('admin', { is_shared: true })).toEqual(['100 %'])
    expect(await namesOf('admin', { date_from: 'tomorrow' })).toEqual([])
    expect(await namesOf('admin', { date_from: 'today', date_to: 'today' })).toEqual(['100 %', 'Ёлки'])
  })
})

// Each of these ids by itself is a valid filter.
const manyIds = Array.from({ length: 1000 }, (_, n) => 1_000_000 + n)

describe('bad input', () => {
  test.each([
    [{ screen: 'moon' }, ['screen']],
    [{ screen: undefined }, ['screen']],
    [{ screen: '__proto__' }, ['screen']],
    [{ screen: 'constructor' }, ['screen']],
    [{ name: '  ' }, ['name']],
    [{ name: 'x'.repeat(61) }, ['name']],
    [{ name: 'a\0b' }, ['name']],
    [{ state: undefined }, ['state']],
    [{ state: { filters: { colour: 'red' } } }, ['state.filters.colour']],
    [{ state: { filters: { status: ['open', 'asleep'] } } }, ['state.filters.status.1']],
    [{ state: { filters: { due_from: 'some_day' } } }, ['state.filters.due_from']],
    [{ state: { filters: { due_from: '2026-02-30' } } }, ['state.filters.due_from']],
    [{ state: { filters: { due_from: '2026-11-20', due_to: '2026-11-19' } } }, ['state.filters.due_to']],
    [{ state: { filters: {}, sort_by: 'password' } }, ['state.sort_by']],
    [{ state: { filters: {}, page: 2 } }, ['state.page']],
    [{ state: { filters: { ids: manyIds } } }, ['state.filters']],
    [
      { screen: 'users', state: due },
      ['state.filters.due_from', 'state.filters.due_to', 'state.filters.status.0', 'state.filters.status.1'],
    ],
    [{ is_shared: 'yes' }, ['is_shared']],
    [{ user_id: 1 }, ['user_id']],
  ])('is refused at its field: %#', async (fields, paths) => {
    const [status, found] = refusal(await keep('admin', fields))
    expect(status).toBe(422)
    expect((found as string[]).toSorted()).toEqual(paths)
    expect(await namesOf('admin')).toEqual([])
  })

  test('that targets a prototype is refused at any depth', async () => {
    for (const state of ['{"filters":{"__proto__":{"a":1}}}', '{"__proto__":{"filters":{}},"filters":{}}']) {
      const body = `{"screen":"tasks","name":"Вид","state":${state}}`
      const answer = await as.admin.send('POST', '/views/create', undefined, {
        payload: body,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(422)
    }
    expect(await namesOf('admin')).toEqual([])
  })

  test('with the state of another screen is refused on update', async () => {
    const { id } = viewOf(await keep('admin'))
    expect(refusal(await put('admin', id, { state: { filters: { type: 'staff' } } }))).toEqual([
      422,
      ['state.filters.type'],
    ])
  })

  test('a name is unique in any letter case among own and among shared views of a screen', async () => {
    await keep('admin')
    await keep('admin', { is_shared: true })
    const again = { name: 'СРОК сегодня' }
    for (const is_shared of [false, true])
      expect(refusal(await keep('admin', { ...again, is_shared }))).toEqual([422, ['name']])
    expect((await keep('owner', again)).statusCode).toBe(201)
    const elsewhere = { ...again, screen: 'users', state: { filters: {} } }
    expect((await keep('admin', elsewhere)).statusCode).toBe(201)
    const { id } = viewOf(await keep('admin', { name: 'Другой' }))
    expect(refusal(await put('admin', id, again))).toEqual([422, ['name']])
    expect((await put('admin', id, { name: 'ДРУГОЙ' })).statusCode).toBe(200)
  })

  test('the numbers of own and of shared views are limited', async () => {
    const many = (count: number, fields: object) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => buildView(db, people.admin, { name: `Вид ${n}`, ...fields })),
      )
    await many(maxOwnViews, {})
    await many(maxSharedViews, { user_id: null })
    for (const is_shared of [false, true])
      expect(refusal(await keep('admin', { is_shared }))).toEqual([422, ['name']])
    expect((await keep('owner')).statusCode).toBe(201)
    const { id } = viewOf(await keep('staff'))
    expect((await put('staff', id, { name: 'Ещё один' })).statusCode).toBe(200)
  })
})

describe('access', () => {
  test('only admins create and change shared views', async () => {
    const { id } = viewOf(await keep('admin', { is_shared: true }))
    expect((await keep('staff', { is_shared: true })).statusCode).toBe(403)
    expect((await put('staff', id, { name: 'Моё' })).statusCode).toBe(403)
    expect((await as.staff.send('DELETE', `/views/${id}`)).statusCode).toBe(403)
    const own = viewOf(await keep('staff', { name: 'Моё' })).id
    expect((await put('staff', own, { is_shared: true })).statusCode).toBe(403)
    expect((await keep('staff', { screen: 'users', state: { filters: {} } })).statusCode).toBe(403)
  })

  test('nobody else can change own views, not even an owner', async () => {
    const { id } = viewOf(await keep('staff'))
    for (const who of ['admin', 'owner', 'stranger'] as const) {
      expect((await put(who, id, { name: 'Чужой' })).statusCode).toBe(404)
      expect((await as[who].send('DELETE', `/views/${id}`)).statusCode).toBe(404)
    }
  })
})

describe('concurrency', () => {
  test('only one of two concurrent requests gets a name', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        (['admin', 'owner'] as const).map((who) => keep(who, { is_shared: true, name: `Круг ${round}` })),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
    }
  })

  test('concurrent requests do not exceed the maximum number of views', async () => {
    const names = Array.from({ length: maxOwnViews - 2 }, (_, n) => `Вид ${n}`)
    await Promise.all(names.map((name) => buildView(db, people.admin, { name })))
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => keep('admin', { name: `Ещё ${n}` })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 422, 422, 422])
  })
})

describe('the database', () => {
  test.each([
    [{ name: 'срок СЕГОДНЯ' }, 'views_own_names'],
    [{ name: '' }, 'views_name_check'],
    [{ screen: 'moon' as 'tasks' }, 'views_screen_check'],
    [{ state: '[]' as never }, 'views_state_check'],
    [{ user_id: 999_999_999 }, 'views_company_id_user_id_fkey'],
  ])('refuses %j by itself', async (fields, constraint) => {
    await buildView(db, people.admin, { name: 'Срок сегодня' })
    await expect(buildView(db, people.admin, fields)).rejects.toThrow(constraint)
  })

  test('refuses two shared views with the same name', async () => {
    await buildView(db, people.admin, { user_id: null })
    await expect(buildView(db, people.owner, { user_id: null })).rejects.toThrow('views_shared_names')
  })

  test('deletes own views with their user and keeps shared ones', async () => {
    await buildView(db, people.admin, { name: 'Свой' })
    await buildView(db, people.admin, { name: 'Общий', user_id: null })
    await test_.root.deleteFrom('logins').where('user_id', '=', people.admin.id).execute()
    await db.remove('users').where('id', '=', people.admin.id).execute()
    expect(await db.from('views').select(['name', 'created_by', 'user_id']).execute()).toEqual([
      { name: 'Общий', created_by: null, user_id: null },
    ])
    expect(await namesOf('owner')).toEqual(['Общий'])
  })
})
