import type { UserType } from '@artel/contract/access'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import {
  buildCompany,
  buildTask,
  buildUser,
  buildWarehouse,
  type TestUser,
} from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'

type Warehouse = { id: number; name: string; version: number; [field: string]: unknown }

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const create = (body: object, client = as.admin) => client.post('/warehouses/create', body)
const update = (id: number, body: object, client = as.admin) => client.send('PUT', `/warehouses/${id}`, body)
const remove = (id: number, client = as.admin) => client.send('DELETE', `/warehouses/${id}`)
const shown = ({ body }: Answer) => body.warehouse as Warehouse
const names = ({ body }: Answer) => (body.warehouses as Warehouse[]).map(({ name }) => name)
const refusal = ({ statusCode, body }: Answer) => [statusCode, Object.keys(body.errors ?? {})]

describe('a warehouse', () => {
  test('is created, read and updated; an update changes only the sent fields', async () => {
    const made = await create({ name: ' Тула ', address: 'Щегловская засека, 31' })
    expect(made.statusCode).toBe(201)
    const { id } = shown(made)
    expect(shown(made)).toEqual({
      id,
      name: 'Тула',
      address: 'Щегловская засека, 31',
      moy_sklad_id: null,
      is_active: true,
      version: 1,
      created_at: expect.stringMatching(/^20/),
    })
    expect(shown(await update(id, { address: null }))).toMatchObject({
      name: 'Тула',
      address: null,
      version: 2,
    })
    expect(shown(await update(id, { is_active: false }))).toMatchObject({ is_active: false, version: 3 })
    expect(shown(await update(id, { is_active: false }))).toMatchObject({ version: 3 })
    expect(shown(await as.staff.get(`/warehouses/${id}`))).toMatchObject({ id, version: 3 })
  })

  test('is listed with pages, sorting, search and filters, and exported to a file', async () => {
    await create({ name: 'Ёлкино', address: 'Первая улица' })
    await create({ name: 'Жуковка', is_active: false })
    const list = (filters: object = {}) => as.staff.post('/warehouses?sort_by=name&direction=asc', filters)
    expect(names(await list())).toEqual(['Ёлкино', 'Жуковка', 'Подольск'])
    expect(names(await list({ search: 'ПЕРВАЯ' }))).toEqual(['Ёлкино'])
    expect(names(await list({ is_active: false }))).toEqual(['Жуковка'])
    expect((await as.staff.post('/warehouses?limit=2')).body).toMatchObject({
      warehouses: [{ name: 'Жуковка' }, { name: 'Ёлкино' }],
      pagination: { total: 3, pages: 2 },
    })
    const file = await as.staff.post('/warehouses?format=csv&sort_by=name&direction=asc')
    expect(file.raw.body).toMatch(/Название.*Адрес[\s\S]*Ёлкино[\s\S]*Жуковка[\s\S]*Подольск/)
  })

  test('is part of the initial data of the app, and each change is an event', async () => {
    const heard: unknown[] = []
    const stop = test_.events.subscribe(({ companyId, event, audience }) => {
      if (companyId === db.companyId) heard.push([event.entity, event.id, event.action, audience])
    })
    const { id } = shown(await create({ name: 'Тула' }))
    await update(id, { name: 'Тула-2' })
    expect((await as.staff.post('/auth/init')).body.warehouses).toMatchObject([
      { name: 'Подольск' },
      { id, name: 'Тула-2' },
    ])
    await remove(id)
    const actions = ['create', 'update', 'delete']
    await expect.poll(() => heard).toEqual(actions.map((action) => ['warehouse', id, action, 'everyone']))
    stop()
  })

  test('is logged when created, changed and deleted', async () => {
    const { id } = shown(await create({ name: 'Тула' }))
    await update(id, { name: 'Калуга' })
    await remove(id)
    const { body } = await as.owner.post('/listing/audit', { entity: 'warehouse' })
    expect(body.audit).toMatchObject([
      { action: 'delete', entity_id: id, title: 'Калуга', before: { name: 'Калуга' } },
      { action: 'update', title: 'Тула', before: { name: 'Тула' }, after: { name: 'Калуга' } },
      { action: 'create', title: 'Тула', after: { name: 'Тула' }, user: { id: people.admin.id } },
    ])
  })
})

describe('bad input', () => {
  test.each([
    [{}, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'a\0' }, ['name']],
    [{ name: 'Тула', address: 7 }, ['address']],
    [{ name: 'Тула', moy_sklad_id: 'x' }, ['moy_sklad_id']],
    [{ name: 'Тула', id: 7 }, ['id']],
    [{ name: 'ПОДОЛЬСК' }, ['name']],
  ])('create refuses %j at %j', async (body, paths) => {
    const before = await fingerprint(test_.root, [db.companyId])
    expect(refusal(await create(body))).toEqual([422, paths])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('update refuses a taken name, and accepts its own in another letter case', async () => {
    const { id } = shown(await create({ name: 'Тула' }))
    expect(refusal(await update(id, { name: 'подольск' }))).toEqual([422, ['name']])
    expect(refusal(await update(id, { name: null }))).toEqual([422, ['name']])
    expect(shown(await update(id, { name: 'ТУЛА' }))).toMatchObject({ name: 'ТУЛА' })
  })

  test('another company may have the same name', async () => {
    const other = await buildCompany(test_.root)
    expect((await other.from('warehouses').select('name').execute()).map(({ name }) => name)).toEqual([
      'Подольск',
    ])
  })

  test('the database rejects a duplicate name or store', async () => {
    await buildWarehouse(db, { name: 'Тула', moy_sklad_id: 'store' })
    await expect(buildWarehouse(db, { name: 'тула' })).rejects.toMatchObject({ code: '23505' })
    await expect(buildWarehouse(db, { moy_sklad_id: 'store' })).rejects.toMatchObject({ code: '23505' })
  })

  test('an old version is refused if the same field has changed', async () => {
    const { id } = shown(await create({ name: 'Тула' }))
    await update(id, { name: 'Калуга', version: 1 }, as.owner)
    const refused = await update(id, { name: 'Рязань', version: 1 })
    expect(refused.body).toMatchObject({ code: 'stale', current: { name: 'Калуга', version: 2 } })
    expect(refused.body.changed).toEqual({
      by: { id: people.owner.id, full_name: 'Дарья Климова', avatar: null },
      at: expect.stringMatching(/Z$/),
    })
    expect((await update(id, { address: 'У реки', version: 1 })).statusCode).toBe(200)
  })
})

describe('a warehouse in use', () => {
  test('cannot be deleted while a task or a person has it', async () => {
    const [id, home] = [await buildWarehouse(db), await buildWarehouse(db)]
    await buildTask(db, people.admin, { warehouse_id: id })
    await db.update('users', { warehouse_id: home }).where('id', '=', people.staff.id).execute()
    for (const used of [id, home])
      expect(await remove(used)).toMatchObject({ statusCode: 409, body: { code: 'in_use' } })
    expect((await as.staff.get(`/warehouses/${id}`)).statusCode).toBe(200)
  })

  test('can be switched off: a task keeps it, but no task gets it anew', async () => {
    const id = await buildWarehouse(db)
    const task = await buildTask(db, people.admin, { warehouse_id: id })
    await update(id, { is_active: false })
    const put = (body: object) => as.admin.send('PUT', `/tasks/${task}`, body)
    expect((await put({ warehouse_id: id, title: 'Свечи' })).statusCode).toBe(200)
    expect(refusal(await as.admin.post('/tasks/create', { title: 'Плед', warehouse_id: id }))).toEqual([
      422,
      ['warehouse_id'],
    ])
    const many = { tasks: [{ title: 'Плед' }, { title: 'Мыло', warehouse_id: id }] }
    expect(refusal(await as.admin.post('/tasks/create_many', many))).toEqual([422, ['tasks.1.warehouse_id']])
    await put({ warehouse_id: null })
    expect(refusal(await put({ warehouse_id: id }))).toEqual([422, ['warehouse_id']])
  })
})

describe('concurrency', () => {
  test('only one of two concurrent requests creates a warehouse with a name', async () => {
    for (const name of ['Тула', 'Калуга', 'Рязань']) {
      const answers = await Promise.all([create({ name }), create({ name: name.toUpperCase() }, as.owner)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
    }
  })

  test('a warehouse is either deleted or used by a new task, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await buildWarehouse(db)
      const [gone, made] = await Promise.all([
        remove(id),
        as.owner.post('/tasks/create', { title: 'Плед', warehouse_id: id }),
      ])
      const isGone = gone.statusCode === 200
      expect([gone.statusCode, made.statusCode]).toEqual(isGone ? [200, 422] : [409, 201])
      if (!isGone) expect(gone.body.code).toBe('in_use')
    }
  })
})

describe('access', () => {
  test('refuses guests, staff who write, and users of another company', async () => {
    const id = await buildWarehouse(db)
    const guest = await TestClient.guest(test_.app)
    expect((await guest.post('/warehouses')).statusCode).toBe(401)
    expect((await create({ name: 'Тула' }, as.staff)).statusCode).toBe(403)
    const other = await buildCompany(test_.root)
    const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'owner'))
    expect((await update(id, { name: 'Моё' }, stranger)).statusCode).toBe(404)
    expect((await remove(id, stranger)).statusCode).toBe(404)
    expect(names(await stranger.post('/warehouses'))).toEqual(['Подольск'])
  })
})
