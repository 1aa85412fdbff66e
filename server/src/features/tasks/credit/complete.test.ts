import type { UserType } from '@artel/contract/access'
import { maxSum } from '@artel/contract/shapes/sums'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import type { Answer, TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { foldTaskTotals } from '../tasks.jobs.ts'

type TaskBody = { id: number; version: number; [field: string]: unknown }

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const taskOf = ({ body }: Answer) => body.task as TaskBody
const make = (fields: object = {}) => buildTask(db, people.admin, { user_id: people.staff.id, ...fields })
const put = (id: number, patch: object) => as.admin.send('PUT', `/tasks/${id}`, patch)

describe('references of a task', () => {
  test('reject users and warehouses of another company, and archived users', async () => {
    const other = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, other, 'staff')
    const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
    const { id: warehouse_id } = await other.from('warehouses').select('id').executeTakeFirstOrThrow()
    const id = await make()
    for (const body of [{ user_id: stranger.id }, { user_id: archived.id }, { warehouse_id }]) {
      const created = await as.admin.post('/tasks/create', { title: 'x', ...body })
      for (const { statusCode, body: answer } of [created, await put(id, body)])
        expect([statusCode, Object.keys(answer.errors ?? {})]).toEqual([422, Object.keys(body)])
    }
    const assign = { ids: [id], action: 'assign', value: stranger.id }
    expect((await as.admin.post('/tasks/bulk', assign)).statusCode).toBe(422)
    expect(taskOf(await as.admin.get(`/tasks/${id}`))).toMatchObject({ user_id: people.staff.id, version: 1 })
  })
})

describe('comments', () => {
  test('are listed oldest first, with their authors', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/comments`, { text: ' Коробки кончились ' })
    const answer = await as.admin.post(`/tasks/${id}/comments`, { text: 'Везём' })
    expect(answer.body.comment).toMatchObject({ text: 'Везём', user: { id: people.admin.id } })
    const comments = taskOf(await as.staff.get(`/tasks/${id}`)).comments as { text: string }[]
    expect(comments.map(({ text }) => text)).toEqual(['Коробки кончились', 'Везём'])
  })

  test.each([{}, { text: '' }, { text: 'x'.repeat(5001) }, { text: 'a\0b' }])('refuse %j', async (body) => {
    const { statusCode, body: answer } = await as.staff.post(`/tasks/${await make()}/comments`, body)
    expect([statusCode, Object.keys(answer.errors ?? {})]).toEqual([422, ['text']])
  })
})

describe('the comments of a task', () => {
  const fill = (id: number, count: number) =>
    db.query(sql`
      insert into task_comments (company_id, task_id, user_id, text, created_at)
      select ${db.companyId}, ${id}, ${people.staff.id}, 'Везём', ${nowIso()} from generate_series(1, ${count}::int4)`)

  test('are at most 1,000, also if two people add the last one at once', async () => {
    const id = await make()
    await fill(id, 999)
    const last = [as.staff, as.admin].map((client) => client.post(`/tasks/${id}/comments`, { text: 'Едем' }))
    const codes = (await Promise.all(last)).map(({ statusCode }) => statusCode)
    expect(codes.toSorted()).toEqual([201, 422])
    const { body } = await as.staff.post(`/tasks/${id}/comments`, { text: 'Едем' })
    expect(body.errors).toEqual({ text: ['У задачи может быть не больше 1\u00a0000 комментариев'] })
    await expect(fill(id, 1)).rejects.toThrow('at most 1000 comments')
  })
})

describe('delete', () => {
  test('hides a task, pauses it first, and keeps its row', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`)
    expect((await as.admin.send('DELETE', `/tasks/${id}`)).body).toEqual({ status: true })
    for (const client of [as.admin, as.staff]) expect((await client.get(`/tasks/${id}`)).statusCode).toBe(404)
    expect((await as.admin.post('/listing/tasks')).body).toMatchObject({
      tasks: [],
      pagination: { total: 0 },
    })
    expect((await as.admin.send('DELETE', `/tasks/${id}`)).statusCode).toBe(404)
    const row = await db
      .from('tasks')
      .select(['status', 'deleted_by'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'paused', deleted_by: people.admin.id })
  })

  test('is refused by the database for the row itself', async () => {
    const id = await make()
    await expect(db.remove('tasks').where('id', '=', id).execute()).rejects.toThrow('not deleted')
  })
})

describe('history', () => {
  test('lists who did what, with each field before and after', async () => {
    const id = taskOf(await as.admin.post('/tasks/create', { title: 'Свечи', user_id: people.staff.id })).id
    await as.staff.post(`/tasks/${id}/start`)
    await put(id, { title: 'Свечи соевые', priority: 'normal' })
    const history = taskOf(await as.admin.get(`/tasks/${id}`)).history as Record<string, unknown>[]
    expect(history.map(({ kind }) => kind)).toEqual(['edit', 'start', 'create'])
    expect(history[0]).toMatchObject({
      user: { id: people.admin.id },
      changes: { title: ['Свечи', 'Свечи соевые'] },
    })
    expect(history[1]).toMatchObject({
      user: { id: people.staff.id },
      changes: { status: ['open', 'in_progress'] },
    })
  })

  test('has no entry for an edit without changes', async () => {
    const id = await make({ due_at: '2026-11-20T10:00:00Z' })
    const answer = taskOf(await put(id, { title: 'Набор «Уют»', due_at: '2026-11-20T10:00:00Z' }))
    expect([answer.version, answer.history]).toEqual([1, []])
  })
})

describe('concurrent edits', () => {
  test('of other fields pass; of the same field get 409 with the current values', async () => {
    const id = await make()
    const { version } = taskOf(await as.admin.get(`/tasks/${id}`))
    await put(id, { title: 'Марины', version })
    expect((await put(id, { priority: 'high', version })).statusCode).toBe(200)
    const refused = await put(id, { title: 'Мой', version })
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'stale'])
    expect(refused.body.current).toMatchObject({ id, title: 'Марины', priority: 'high' })
    expect(refused.body.changed).toMatchObject({ by: { id: people.admin.id }, at: expect.any(String) })
    expect((await put(id, { title: 'Марины', version })).statusCode).toBe(200)
    expect(
      (await put(id, { title: 'Мой', version: (refused.body.current as TaskBody).version })).statusCode,
    ).toBe(200)
  })

  test('of the same field: one of two succeeds, the other gets 409', async () => {
    const id = await make()
    for (let round = 0; round < 10; round++) {
      const { version } = taskOf(await as.admin.get(`/tasks/${id}`))
      const answers = await Promise.all([1, 2].map((side) => put(id, { title: `${round} ${side}`, version })))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    }
  })
})

describe('create_many', () => {
  test('creates all tasks', async () => {
    const tasks = Array.from({ length: 30 }, (_, index) => ({ title: `Набор ${index}` }))
    const { statusCode, body } = await as.admin.post('/tasks/create_many', { tasks })
    expect(statusCode).toBe(201)
    expect((body.tasks as { title: string }[]).map(({ title }) => title)).toEqual(
      tasks.map(({ title }) => title),
    )
  })

  test.each([
    [[{ title: 'a' }, { title: '' }], 'tasks.1.title'],
    [[{ title: 'a' }, { title: 'b', user_id: 999_999_999 }], 'tasks.1.user_id'],
    [[], 'tasks'],
  ])('creates none: %j is refused at %s', async (tasks, path) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const { statusCode, body } = await as.admin.post('/tasks/create_many', { tasks })
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })
})

test.each([
  ['open', {}, 409],
  ['in_progress', { started_at: '2026-11-20T06:00:00Z' }, 200],
  ['paused', { started_at: '2026-11-20T06:00:00Z' }, 200],
  ['review', { started_at: '2026-11-20T06:00:00Z', finished_at: '2026-11-20T07:00:00Z' }, 409],
  ['done', { started_at: '2026-11-20T06:00:00Z', finished_at: '2026-11-20T07:00:00Z' }, 409],
  ['cancelled', {}, 409],
] as const)('progress of a task with status %s', async (status, times, expected) => {
  const id = await make({ status, quantity: 4, ...times })
  const answer = await as.staff.post(`/tasks/${id}/progress`, { quantity_done: 3 })
  expect([answer.statusCode, answer.body.code]).toEqual([
    expected,
    expected === 409 ? 'wrong_state' : undefined,
  ])
  const task = taskOf(await as.admin.get(`/tasks/${id}`))
  expect(task.quantity_done).toBe(expected === 409 ? 0 : 3)
})

describe('bulk', () => {
  test('changes the tasks that it can and lists the others with a reason', async () => {
    const [open, done] = [await make(), await make({ status: 'cancelled' })]
    const { body } = await as.admin.post('/tasks/bulk', {
      ids: [open, done, 999_999_999],
      action: 'priority',
      value: 'urgent',
    })
    expect(body).toEqual({
      status: true,
      changed: 1,
      refused: [
        { id: 999_999_999, code: 'not_found' },
        { id: done, code: 'wrong_state' },
      ],
    })
    expect(taskOf(await as.admin.get(`/tasks/${open}`))).toMatchObject({ priority: 'urgent' })
  })

  test.each([
    ['assign', { value: null }, { user_id: null }],
    ['due', { value: '2027-01-01T10:00:00Z' }, { due_at: '2027-01-01T10:00:00.000Z' }],
    ['cancel', {}, { status: 'cancelled' }],
  ])('%s by a filter', async (action, value, expected) => {
    const [first, second] = [await make({ priority: 'high' }), await make({ priority: 'high' })]
    const untouched = await make()
    const { body } = await as.admin.post('/tasks/bulk', { filter: { priority: 'high' }, action, ...value })
    expect(body).toMatchObject({ changed: 2, refused: [] })
    for (const id of [first, second])
      expect(taskOf(await as.admin.get(`/tasks/${id}`))).toMatchObject(expected)
    expect(taskOf(await as.admin.get(`/tasks/${untouched}`)).version).toBe(1)
  })

  test('approves and deletes', async () => {
    const at = '2026-11-20T06:00:00Z'
    const review = await make({ status: 'review', started_at: at, finished_at: at })
    expect((await as.admin.post('/tasks/bulk', { ids: [review], action: 'approve' })).body.changed).toBe(1)
    expect((await as.admin.post('/tasks/bulk', { ids: [review], action: 'delete' })).body.changed).toBe(1)
    expect((await as.admin.get(`/tasks/${review}`)).statusCode).toBe(404)
  })

  test.each([
    [{ action: 'cancel' }, 'ids'],
    [{ action: 'cancel', ids: [1], filter: {} }, 'ids'],
    [{ action: 'assign', ids: [1], value: 999_999_999 }, 'value'],
    [{ action: 'priority', ids: [1], value: 'huge' }, 'value'],
    [{ action: 'explode', ids: [1] }, 'action'],
    [{ action: 'cancel', filter: { status: 'lost' } }, 'filter.status'],
  ])('refuses %j at %s', async (body, path) => {
    const answer = await as.admin.post('/tasks/bulk', body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [path]])
  })

  test('twenty concurrent actions in opposite order end without a deadlock', async () => {
    const ids = [await make(), await make(), await make(), await make()]
    const calls = Array.from({ length: 20 }, (_, index) =>
      as.admin.post('/tasks/bulk', {
        ids: index % 2 === 0 ? ids : ids.toReversed(),
        action: 'priority',
        value: index % 2 === 0 ? 'high' : 'low',
      }),
    )
    for (const { statusCode, body } of await Promise.all(calls))
      expect([statusCode, body.changed]).toEqual([200, 4])
  })
})

describe('totals', () => {
  const listed = async (filters: object = {}) => (await as.admin.post('/listing/tasks', filters)).body
  const empty = { quantity: 0, quantity_done: 0, money: 0, coins: 0 }

  test('cover all rows of the filter, not only the page', async () => {
    expect((await listed()).totals).toEqual(empty)
    for (let index = 0; index < 12; index++) await make({ quantity: 5, money: 1000, coins: 3 })
    await make({ quantity: 7, priority: 'high' })
    expect((await listed()).totals).toEqual({ quantity: 67, quantity_done: 0, money: 12_000, coins: 36 })
    expect((await listed({ priority: 'high' })).totals).toEqual({ ...empty, quantity: 7 })
  })

  test('stay the same when deltas are folded during writes', async () => {
    await Promise.all(Array.from({ length: 60 }, () => make({ quantity: 2 })))
    await Promise.all([
      foldTaskTotals(test_.root),
      make({ quantity: 2 }),
      foldTaskTotals(test_.root),
      make({ quantity: 2 }),
    ])
    expect((await listed()).totals).toEqual({ ...empty, quantity: 124 })
    const rows = await db.from('task_totals').select('id').execute()
    expect(rows.length).toBeLessThan(10)
  })

  test('beyond an int8 are folded and returned as the largest number', async () => {
    const row = { tasks: 1, quantity: 1, quantity_done: 0, money: 9e18, coins: 9e18 }
    await db
      .insert(
        'task_totals',
        Array.from({ length: 60 }, () => row),
      )
      .execute()
    await foldTaskTotals(test_.root)
    const rows = await db.from('task_totals').select(['tasks', 'money']).execute()
    expect(rows).toEqual([{ tasks: 60, money: 60 * 9e18 }])
    expect((await listed()).totals).toMatchObject({ quantity: 60, money: maxSum, coins: maxSum })
  })

  test('equal a count of the rows after random actions', async () => {
    const id = fc.integer({ min: 0, max: 7 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('create'), quantity: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ kind: fc.constantFrom('start', 'finish', 'cancel', 'remove'), id }),
      fc.record({ kind: fc.constant('edit'), id, money: fc.integer({ min: 0, max: 9999 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const ids: number[] = []
        for (const taken of steps) {
          if ('quantity' in taken) ids.push(await make({ quantity: taken.quantity }))
          else if ('money' in taken) await put(ids[taken.id] ?? 1, { money: taken.money })
          else if (taken.kind === 'remove') await as.admin.send('DELETE', `/tasks/${ids[taken.id] ?? 1}`)
          else await as.admin.post(`/tasks/${ids[taken.id] ?? 1}/${taken.kind}`)
        }
        const { totals, pagination } = await listed()
        const { rows } = await sql<Record<string, number>>`
          select count(*) as total, coalesce(sum(quantity), 0)::int8 as quantity,
            coalesce(sum(quantity_done), 0)::int8 as quantity_done, coalesce(sum(money), 0)::int8 as money,
            coalesce(sum(coins), 0)::int8 as coins
          from tasks where company_id = ${db.companyId} and deleted_at is null`.execute(test_.root)
        expect({ total: (pagination as { total: number }).total, ...(totals as object) }).toEqual(rows[0])
      }),
      { numRuns: 15 },
    )
  })
})

test('a deep page has the same rows as the full list', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    title: `Набор ${index % 7}`,
    requires_review: false,
  }))
  const by = { created_by: people.admin.id, priced_by: people.admin.id }
  const made = { ...by, created_at: '2026-11-20T06:00:00Z' }
  await db
    .insert(
      'tasks',
      rows.map((row) => ({ ...row, ...made })),
    )
    .execute()
  const idsOf = async (query: string) =>
    ((await as.admin.post(`/listing/tasks?${query}`)).body.tasks as { id: number }[]).map(({ id }) => id)
  for (const sort of ['sort_by=title&direction=asc', 'sort_by=id']) {
    const whole = (
      await Promise.all([1, 2, 3, 4, 5, 6].map((page) => idsOf(`${sort}&limit=200&page=${page}`)))
    ).flat()
    expect(new Set(whole).size).toBe(1200)
    expect(await idsOf(`${sort}&limit=50&page=22`)).toEqual(whole.slice(1050, 1100))
  }
})
