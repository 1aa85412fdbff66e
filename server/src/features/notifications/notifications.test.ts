import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildTask, buildUser } from '../../testing/rows/build.ts'
import { trimNotifications } from './notifications.queries.ts'

const test_ = useTestApp()

async function company() {
  const db = await buildCompany(test_.root)
  const admin = await buildUser(test_.root, db, 'admin', { first_name: 'Марина', last_name: 'Зотова' })
  const staff = await buildUser(test_.root, db, 'staff')
  return {
    db,
    admin,
    staff,
    adminClient: await TestClient.signIn(test_.app, admin),
    staffClient: await TestClient.signIn(test_.app, staff),
  }
}

type Shown = { id: number; title: string; body: string; url: string; read_at: string | null }
const bellOf = async (client: TestClient, query = 'limit=200') => {
  const { body } = await client.post(`/listing/notifications?${query}`)
  return { shown: body.notifications as Shown[], unread: body.unread as number }
}
const saidTo = async (client: TestClient) =>
  (await bellOf(client)).shown.map(({ title, body, url }) => [title, body, url])
const begun = { status: 'paused', started_at: '2026-11-20T06:00:00.000Z' } as const
const create = async (client: TestClient, fields: object) =>
  ((await client.post('/tasks/create', { title: 'Набор «Уют»', ...fields })).body.task as { id: number }).id

describe('the bell', () => {
  test('shows an assigned task and who assigned it, in the reader’s language', async () => {
    const { admin, staff, adminClient, staffClient } = await company()
    const id = await create(adminClient, { user_id: staff.id })
    const { shown, unread } = await bellOf(staffClient)
    expect(unread).toBe(1)
    expect(shown).toEqual([
      {
        id: expect.any(Number),
        kind: 'task_assigned',
        title: `Вам поручена задача ${id}`,
        body: 'Набор «Уют»',
        actor: { id: admin.id, full_name: 'Марина Зотова', avatar: null },
        url: `/task/${id}`,
        created_at: expect.stringMatching(/Z$/),
        read_at: null,
      },
    ])
    await staffClient.post('/app/set_locale', { locale: 'en' })
    expect(await saidTo(staffClient)).toEqual([
      [`Task ${id} is assigned to you`, 'Набор «Уют»', `/task/${id}`],
    ])
  })

  test('is filtered by kind', async () => {
    const { staff, admin, db, adminClient, staffClient } = await company()
    await create(adminClient, { user_id: staff.id })
    const id = await buildTask(db, admin, { ...begun, user_id: staff.id })
    await adminClient.post(`/tasks/${id}/comments`, { text: 'Коробки там же' })
    const kinds = async (kind: unknown) => {
      const { body } = await staffClient.post('/listing/notifications', { kind })
      return (body.notifications as { kind: string }[]).map((one) => one.kind)
    }
    expect(await kinds('task_comment')).toEqual(['task_comment'])
    expect(await kinds(['task_comment', 'task_assigned'])).toEqual(['task_comment', 'task_assigned'])
    expect((await staffClient.post('/listing/notifications', { kind: 'moon' })).statusCode).toBe(422)
  })

  test('shows one notification for many tasks that are assigned together', async () => {
    const { staff, adminClient, staffClient } = await company()
    const ids = [await create(adminClient, {}), await create(adminClient, {}), await create(adminClient, {})]
    await adminClient.post('/tasks/bulk', { ids, action: 'assign', value: staff.id })
    // The tasks are already assigned to that person.
    await adminClient.post('/tasks/bulk', { ids, action: 'assign', value: staff.id })
    const three = ['Вам поручены 3 задачи', 'Кто поручил: Марина Зотова', '/tasks']
    expect(await saidTo(staffClient)).toEqual([three])
    const two = [
      { title: 'Вазы', user_id: staff.id },
      { title: 'Арки', user_id: staff.id },
      { title: 'Ёлки' },
    ]
    await adminClient.post('/tasks/create_many', { tasks: two })
    expect(await saidTo(staffClient)).toEqual([
      ['Вам поручено 5 задач', 'Кто поручил: Марина Зотова', '/tasks'],
    ])
  })

  test('shows assigned and returned tasks, comments, and tasks in review', async () => {
    const { db, admin, staff, adminClient, staffClient } = await company()
    const id = await buildTask(db, admin, { title: 'Свечи', requires_review: true })
    await adminClient.send('PUT', `/tasks/${id}`, { user_id: staff.id, title: 'Свечи 12' })
    await staffClient.post(`/tasks/${id}/start`)
    await staffClient.post(`/tasks/${id}/comments`, { text: `Нет коробок ${'🙂'.repeat(300)}` })
    await staffClient.post(`/tasks/${id}/finish`)
    await adminClient.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })
    await adminClient.post(`/tasks/${id}/comments`, { text: 'Вкладыши на полке' })
    const url = `/task/${id}`
    expect(await saidTo(staffClient)).toEqual([
      [`Марина Зотова о задаче ${id}`, 'Вкладыши на полке', url],
      [`Задача ${id} возвращена`, 'Свечи 12: Нет вкладыша', url],
      [`Вам поручена задача ${id}`, 'Свечи 12', url],
    ])
    expect(await saidTo(adminClient)).toEqual([
      [`Задача ${id} ждёт проверки`, 'Свечи 12', url],
      [`Дарья Климова о задаче ${id}`, `Нет коробок ${'🙂'.repeat(188)}…`, url],
    ])
  })

  test('shows nothing about own actions, to archived people, or about switched-off kinds', async () => {
    const { db, admin, staff, adminClient, staffClient } = await company()
    await create(adminClient, { user_id: admin.id })
    const settings = { notifications: { task_assigned: false } }
    await staffClient.send('PUT', '/settings', { parent: 'user', settings })
    await create(adminClient, { user_id: staff.id })
    const gone = await buildUser(test_.root, db, 'admin', { status: 'archived' })
    const id = await buildTask(db, gone, { user_id: staff.id, requires_review: true, ...begun })
    await staffClient.post(`/tasks/${id}/finish`)
    expect(await saidTo(staffClient)).toEqual([])
    expect(await saidTo(adminClient)).toEqual([])
    expect(await db.from('notifications').select('id').execute()).toEqual([])
  })

  test('shows nothing for a refused request', async () => {
    const { db, admin, staff, adminClient, staffClient } = await company()
    const id = await buildTask(db, admin, { user_id: staff.id, status: 'cancelled' })
    expect((await adminClient.post(`/tasks/${id}/return`, { reason: 'x' })).statusCode).toBe(409)
    const many = { tasks: [{ title: 'Вазы', user_id: staff.id }, { title: '' }] }
    expect((await adminClient.post('/tasks/create_many', many)).statusCode).toBe(422)
    expect(await saidTo(staffClient)).toEqual([])
  })

  test('counts unread notifications, and marks one or all as read', async () => {
    const { staff, adminClient, staffClient } = await company()
    for (let count = 0; count < 3; count++) await create(adminClient, { user_id: staff.id })
    const [newest] = (await bellOf(staffClient)).shown
    const read = (body: object) => staffClient.post('/notifications/read', body)
    expect((await read({ ids: [newest?.id] })).body.unread).toBe(2)
    expect((await read({ ids: [newest?.id] })).body.unread).toBe(2)
    const { shown, unread } = await bellOf(staffClient)
    expect([unread, shown.map(({ read_at }) => read_at !== null)]).toEqual([2, [true, false, false]])
    expect((await read({ all: true })).body.unread).toBe(0)
  })

  test('can be searched and exported as a CSV file', async () => {
    const { staff, adminClient, staffClient } = await company()
    const id = await create(adminClient, { user_id: staff.id })
    await create(adminClient, { user_id: staff.id, title: 'Вазы' })
    const { raw } = await staffClient.post('/listing/notifications?format=csv', { search: 'УЮТ' })
    expect(raw.body.split('\r\n')).toHaveLength(3)
    expect(raw.body).toContain(`;Вам поручена задача ${id};Набор «Уют»;Марина Зотова;`)
  })

  test.each([
    {},
    { ids: [] },
    { ids: 'all' },
    { all: false },
    { ids: [1], all: true },
    { ids: Array(1001).fill(1) },
  ])('refuses to mark %j', async (body) => {
    const { staffClient } = await company()
    expect((await staffClient.post('/notifications/read', body)).statusCode).toBe(422)
  })

  test('is private: nobody else reads or marks it, not even an owner', async () => {
    const { db, staff, adminClient, staffClient } = await company()
    const owner = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const stranger = (await company()).staffClient
    await create(adminClient, { user_id: staff.id })
    const [own] = (await bellOf(staffClient)).shown
    for (const other of [owner, adminClient, stranger]) {
      expect(await bellOf(other)).toEqual({ shown: [], unread: 0 })
      await other.post('/notifications/read', { ids: [own?.id] })
      await other.post('/notifications/read', { all: true })
    }
    expect((await bellOf(staffClient)).unread).toBe(1)
  })

  test('sends live events only to its person', async () => {
    const { db, staff, adminClient, staffClient } = await company()
    const heard: unknown[] = []
    const stop = test_.events.subscribe(({ companyId, event, audience }) => {
      if (companyId === db.companyId && event.entity === 'notification') heard.push([event.action, audience])
    })
    await create(adminClient, { user_id: staff.id })
    await staffClient.post('/notifications/read', { all: true })
    await expect
      .poll(() => heard)
      .toEqual([
        ['create', { only: [staff.id] }],
        ['update', { only: [staff.id] }],
      ])
    stop()
  })

  test('keeps no notification older than 90 days, and at most the newest 500 of a person', async () => {
    const { db, admin, staff, staffClient } = await company()
    const insert = (count: number, age: string) =>
      db.query(sql`insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at)
        select ${db.companyId}, ${staff.id}, ${admin.id}, 'task_review', '{"id": 1, "name": "x"}', '/task/1',
          now() - ${age}::interval from generate_series(1, ${count}::int)`)
    await insert(3, '91 days')
    await insert(505, '1 day')
    await trimNotifications(test_.root, new Date(Date.now() - 90 * 86_400_000).toISOString(), 500)
    expect((await bellOf(staffClient)).unread).toBe(500)
  })
})

describe('the database', () => {
  const row = { kind: 'task_review', params: {}, url: '/task/1', created_at: '2026-11-20T06:00:00.000Z' }

  test.each([
    [{ url: 'https://elsewhere.example' }],
    [{ url: '//elsewhere.example' }],
    [{ kind: 'Bad kind' }],
    [{ user_id: 999_999_999 }],
  ])('refuses a notification with %j', async (wrong) => {
    const { db, staff } = await company()
    await expect(
      db.insert('notifications', { ...row, user_id: staff.id, ...wrong }).execute(),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
  })

  test('refuses an actor who is the recipient or belongs to another company', async () => {
    const { db, staff } = await company()
    const { admin: stranger } = await company()
    for (const actor_id of [staff.id, stranger.id]) {
      const insert = db.insert('notifications', { ...row, user_id: staff.id, actor_id }).execute()
      await expect(insert).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
    }
  })
})
