import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock, now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'

type TaskBody = {
  id: number
  status: string
  user_id: number | null
  can: Record<string, boolean>
  [field: string]: unknown
}

const minute = 60_000
const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'colleague' | 'admin', TestUser>
let as: Record<'staff' | 'colleague' | 'admin', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const staff = await buildUser(test_.root, db, 'staff')
  const colleague = await buildUser(test_.root, db, 'staff', { first_name: 'Тамара', last_name: 'Белова' })
  const admin = await buildUser(test_.root, db, 'admin')
  people = { staff, colleague, admin }
  as = {
    staff: await TestClient.signIn(test_.app, staff),
    colleague: await TestClient.signIn(test_.app, colleague),
    admin: await TestClient.signIn(test_.app, admin),
  }
})
afterEach(() => moveClock(0))

const taskOf = ({ body }: Answer) => body.task as TaskBody
const make = (fields: object = {}) => buildTask(db, people.admin, { user_id: people.staff.id, ...fields })
const statusOf = async (id: number) => taskOf(await as.admin.get(`/tasks/${id}`)).status

describe('create', () => {
  test('needs only a title and fills in defaults', async () => {
    const answer = await as.admin.post('/tasks/create', { title: 'Свечи' })
    expect(answer.statusCode).toBe(201)
    expect(taskOf(answer)).toMatchObject({
      title: 'Свечи',
      description: '',
      status: 'open',
      priority: 'normal',
      quantity: 1,
      quantity_done: 0,
      user_id: null,
      money: 0,
      coins: 0,
      due_at: null,
      requires_review: false,
      returns: 0,
      spent_seconds: 0,
      created_by: people.admin.id,
      times: [],
    })
  })

  test('requires a review if the company does', async () => {
    await db.updateCompany({ settings: { tasks: { require_review: true } } })
    expect(taskOf(await as.admin.post('/tasks/create', { title: 'Свечи' }))).toMatchObject({
      requires_review: true,
    })
  })

  test.each([
    [{}, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ title: 'x', quantity: 0 }, 'quantity'],
    [{ title: 'x', quantity: 1_000_001 }, 'quantity'],
    [{ title: 'x', money: -1 }, 'money'],
    [{ title: 'x', money: 2 ** 53 }, 'money'],
    [{ title: 'x', coins: 1.5 }, 'coins'],
    [{ title: 'x', norm_seconds: 0 }, 'norm_seconds'],
    [{ title: 'x', due_at: '2026-02-30T10:00:00.000Z' }, 'due_at'],
    [{ title: 'x', due_at: '2026-11-20' }, 'due_at'],
    [{ title: 'x', user_id: 999_999_999 }, 'user_id'],
    [{ title: 'x', warehouse_id: 999_999_999 }, 'warehouse_id'],
    [{ title: 'x', status: 'done' }, 'status'],
    [{ title: 'x', order_id: null, company_id: 1 }, 'order_id'],
    [{ title: 'x', company_id: 1 }, 'company_id'],
  ])('refuses %j at %s', async (body, path) => {
    const answer = await as.admin.post('/tasks/create', body)
    expect(answer.statusCode).toBe(422)
    expect(answer.body.errors).toHaveProperty(path)
  })
})

describe('the steps of a task', () => {
  test('lead from open to done and record times', async () => {
    const id = await make({ quantity: 24 })
    const started = await as.staff.post(`/tasks/${id}/start`)
    expect(taskOf(started)).toMatchObject({ status: 'in_progress', user_id: people.staff.id })
    expect(taskOf(started).running_since).toBe(taskOf(started).started_at)
    moveClock(10 * minute)
    expect(taskOf(await as.staff.post(`/tasks/${id}/progress`, { quantity_done: 10 }))).toMatchObject({
      quantity_done: 10,
    })
    const paused = taskOf(await as.staff.post(`/tasks/${id}/pause`))
    expect(paused).toMatchObject({ status: 'paused', running_since: null })
    moveClock(30 * minute)
    await as.staff.post(`/tasks/${id}/start`)
    moveClock(35 * minute)
    const done = taskOf(await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 23 }))
    expect(done).toMatchObject({ status: 'done', quantity_done: 23 })
    const { body } = await as.staff.post(`/listing/times/${id}?sort_by=started_at&direction=asc`)
    const seconds = (body.times as { seconds: number }[]).map((time) => time.seconds)
    expect(seconds.map((value) => Math.round(value / 60))).toEqual([10, 5])
    expect(done.spent_seconds).toBe(seconds[0]! + seconds[1]!)
  })

  test('lead through review and one return to done', async () => {
    const id = await make({ requires_review: true, quantity: 2 })
    await as.staff.post(`/tasks/${id}/start`)
    const review = taskOf(await as.staff.post(`/tasks/${id}/finish`))
    expect(review).toMatchObject({ status: 'review', quantity_done: 2 })
    expect(review.can).toMatchObject({ approve: false, start: false })
    const returned = taskOf(await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' }))
    expect(returned).toMatchObject({
      status: 'paused',
      returns: 1,
      return_reason: 'Нет вкладыша',
      finished_at: null,
    })
    await as.staff.post(`/tasks/${id}/start`)
    await as.staff.post(`/tasks/${id}/finish`)
    expect(taskOf(await as.admin.post(`/tasks/${id}/approve`))).toMatchObject({ status: 'done', returns: 1 })
  })

  const steps = ['start', 'pause', 'finish', 'approve', 'return', 'cancel'] as const
  const at = '2026-11-20T06:00:00.000Z'
  const begun = { started_at: at }
  const ended = { started_at: at, finished_at: at }
  // The response of each step for each status. A step to the present status does nothing.
  test.each([
    ['open', {}, [200, 409, 409, 409, 409, 200]],
    ['in_progress', begun, [200, 200, 200, 409, 409, 200]],
    ['paused', begun, [200, 200, 200, 409, 200, 200]],
    ['review', ended, [409, 409, 409, 200, 200, 200]],
    ['done', ended, [409, 409, 200, 200, 409, 409]],
    ['cancelled', {}, [409, 409, 409, 409, 409, 200]],
  ] as const)('from %s change the status or answer 409', async (status, fields, expected) => {
    for (const [index, step] of steps.entries()) {
      const id = await make({ status, ...fields })
      const { statusCode, body } = await as.admin.post(
        `/tasks/${id}/${step}`,
        step === 'return' ? { reason: 'x' } : {},
      )
      expect([step, statusCode]).toEqual([step, expected[index]])
      if (statusCode === 409) {
        expect(body.code).toBe('wrong_state')
        expect(await statusOf(id)).toBe(status)
      }
      await db.update('tasks', { status: 'cancelled', finished_at: null }).where('id', '=', id).execute()
    }
  })

  test('are safe to repeat', async () => {
    const id = await make()
    for (const [step, status] of [
      ['start', 'in_progress'],
      ['pause', 'paused'],
      ['finish', 'done'],
    ] as const) {
      const first = taskOf(await as.staff.post(`/tasks/${id}/${step}`))
      moveClock(minute)
      const again = taskOf(await as.staff.post(`/tasks/${id}/${step}`))
      expect([first.status, again.version]).toEqual([status, first.version])
      moveClock(0)
    }
  })

  test.each([
    [{ quantity_done: 3 }, 'more than there is'],
    [{ quantity_done: -1 }, 'less than nothing'],
    [{ quantity_done: 1.5 }, 'a part'],
  ])('%j done is refused: %s', async (body) => {
    const id = await make({ quantity: 2 })
    await as.staff.post(`/tasks/${id}/start`)
    for (const step of ['progress', 'finish']) {
      const answer = await as.staff.post(`/tasks/${id}/${step}`, body)
      expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['quantity_done']])
    }
    expect(taskOf(await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 0 }))).toMatchObject({
      status: 'done',
      quantity_done: 0,
    })
  })
})

describe('one running task per person', () => {
  test('starting another task pauses the first and returns its id', async () => {
    const [first, second] = [await make(), await make()]
    expect((await as.staff.post(`/tasks/${first}/start`)).body.paused_task_id).toBeNull()
    const { body } = await as.staff.post(`/tasks/${second}/start`)
    expect(body.paused_task_id).toBe(first)
    expect(await statusOf(first)).toBe('paused')
  })

  test('holds for concurrent starts, and times never overlap', async () => {
    const ids = [await make(), await make(), await make()]
    for (let round = 0; round < 15; round++) {
      moveClock(round * minute)
      const answers = await Promise.all(ids.map((id) => as.staff.post(`/tasks/${id}/start`)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      const statuses = await Promise.all(ids.map(statusOf))
      expect(statuses.filter((status) => status === 'in_progress')).toHaveLength(1)
    }
    const { rows } = await sql<{ overlaps: number }>`
      select count(*) as overlaps from task_times a join task_times b on a.user_id = b.user_id and a.id < b.id
        and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)
      where a.company_id = ${db.companyId}`.execute(test_.root)
    expect(rows[0]?.overlaps).toBe(0)
  })

  test('only one of two people gets a task from the pool', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await make({ user_id: null })
      const answers = await Promise.all(
        [as.staff, as.colleague].map((client) => client.post(`/tasks/${id}/start`)),
      )
      const [won, lost] = answers.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)
      // A call during the other start gets 409. A later call gets 404, because the task is no longer visible.
      expect([won, lost === 409 || lost === 404]).toEqual([200, true])
      const winner = answers[0]!.statusCode === 200 ? people.staff : people.colleague
      expect(taskOf(await as.admin.get(`/tasks/${id}`)).user_id).toBe(winner.id)
    }
  })

  test('a clock that is set back causes no negative time and no overlap', async () => {
    const [first, second] = [await make(), await make()]
    await as.staff.post(`/tasks/${first}/start`)
    moveClock(-60 * minute)
    await as.staff.post(`/tasks/${second}/start`)
    const done = taskOf(await as.staff.post(`/tasks/${second}/finish`))
    expect(done).toMatchObject({ status: 'done', spent_seconds: 0 })
    expect(taskOf(await as.admin.get(`/tasks/${first}`))).toMatchObject({
      status: 'paused',
      spent_seconds: 0,
    })
  })

  test('is enforced by the database', async () => {
    const running = { status: 'in_progress', started_at: now().toISOString() } as const
    await make(running)
    await expect(make(running)).rejects.toThrow('tasks_one_running')
    const id = await make()
    const time = { task_id: id, user_id: people.staff.id }
    await db
      .insert('task_times', {
        ...time,
        started_at: '2026-11-20T06:00:00Z',
        ended_at: '2026-11-20T07:00:00Z',
        seconds: 3600,
      })
      .execute()
    const overlap = {
      ...time,
      started_at: '2026-11-20T06:59:59Z',
      ended_at: '2026-11-20T08:00:00Z',
      seconds: 3601,
    }
    await expect(db.insert('task_times', overlap).execute()).rejects.toThrow('task_times_no_overlap')
  })
})

describe('constraints of the database', () => {
  test.each([
    ['more done than there is', { quantity: 2, quantity_done: 3 }],
    ['begun by nobody', { status: 'paused', user_id: null, started_at: '2026-11-20T06:00:00Z' }],
    ['done without an end', { status: 'done', started_at: '2026-11-20T06:00:00Z' }],
    [
      'ended before it began',
      { status: 'done', started_at: '2026-11-20T06:00:00Z', finished_at: '2026-11-20T05:00:00Z' },
    ],
    ['negative money', { money: -1 }],
    ['an unknown status', { status: 'lost' as 'open' }],
    ['an empty title', { title: '' }],
  ] as const)('refuse a task with %s', async (_, fields) => {
    await expect(make(fields)).rejects.toThrow(/violates check constraint/)
  })

  test('refuse to delete a task in progress', async () => {
    const id = await make({ status: 'in_progress', started_at: '2026-11-20T06:00:00Z' })
    const deletion = { deleted_at: '2026-11-20T07:00:00Z', deleted_by: people.admin.id }
    await expect(db.update('tasks', deletion).where('id', '=', id).execute()).rejects.toThrow(
      /violates check constraint/,
    )
  })

  test('refuse a person and a warehouse of another company', async () => {
    const other = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, other, 'staff')
    const { id: warehouse_id } = await other.from('warehouses').select('id').executeTakeFirstOrThrow()
    await expect(make({ user_id: stranger.id })).rejects.toThrow(/foreign key/)
    await expect(make({ warehouse_id })).rejects.toThrow(/foreign key/)
  })
})

describe('edit', () => {
  test('changes only the sent fields', async () => {
    const id = await make({ quantity: 5, money: 1000 })
    const answer = await as.admin.send('PUT', `/tasks/${id}`, { priority: 'urgent' })
    expect(taskOf(answer)).toMatchObject({ priority: 'urgent', quantity: 5, money: 1000, version: 2 })
  })

  test('pauses a running task before it gets another assignee', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`)
    moveClock(5 * minute)
    const moved = taskOf(await as.admin.send('PUT', `/tasks/${id}`, { user_id: people.colleague.id }))
    expect(moved).toMatchObject({ status: 'paused', user_id: people.colleague.id, running_since: null })
    expect(Math.round((moved.spent_seconds as number) / 60)).toBe(5)
    expect((await as.staff.get(`/tasks/${id}`)).statusCode).toBe(404)
  })

  test('is refused after the finish, and cannot contradict the work done', async () => {
    const id = await make({ quantity: 5 })
    await as.staff.post(`/tasks/${id}/start`)
    await as.staff.post(`/tasks/${id}/progress`, { quantity_done: 3 })
    for (const patch of [{ quantity: 2 }, { user_id: null }]) {
      expect((await as.admin.send('PUT', `/tasks/${id}`, patch)).statusCode).toBe(422)
    }
    await as.staff.post(`/tasks/${id}/finish`)
    expect((await as.admin.send('PUT', `/tasks/${id}`, { title: 'x' })).body.code).toBe('wrong_state')
  })
})

describe('visibility', () => {
  test('staff list only their own tasks and the open pool, admins all tasks', async () => {
    const own = await make()
    const pool = await make({ user_id: null })
    const others = await make({ user_id: people.colleague.id })
    const dropped = await make({ user_id: null, status: 'cancelled' })
    const list = async (client: TestClient) =>
      ((await client.post('/listing/tasks')).body.tasks as TaskBody[])
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
    expect(await list(as.staff)).toEqual([own, pool])
    expect(await list(as.admin)).toEqual([own, pool, others, dropped])
  })

  test('staff cannot read a cancelled task without an assignee', async () => {
    const id = await make({ user_id: null, status: 'cancelled' })
    expect((await as.staff.get(`/tasks/${id}`)).statusCode).toBe(404)
    expect((await as.admin.get(`/tasks/${id}`)).statusCode).toBe(200)
  })

  test('a company can close the pool to staff', async () => {
    await db.updateCompany({ settings: { tasks: { staff_may_take: false } } })
    const id = await make({ user_id: null })
    expect(taskOf(await as.staff.get(`/tasks/${id}`)).can.start).toBe(false)
    expect((await as.staff.post(`/tasks/${id}/start`)).statusCode).toBe(403)
    expect(await statusOf(id)).toBe('open')
  })

  test('filters are combined, and an unknown user matches nothing', async () => {
    const late = await make({ due_at: '2026-01-01T00:00:00Z', priority: 'urgent' })
    await make({ due_at: '2026-01-01T00:00:00Z', status: 'cancelled' })
    const pool = await make({ user_id: null, due_at: '2190-01-01T00:00:00Z' })
    const ids = async (filters: object) =>
      ((await as.admin.post('/listing/tasks', filters)).body.tasks as TaskBody[]).map(({ id }) => id)
    expect(await ids({ overdue: true })).toEqual([late])
    expect(await ids({ overdue: true, status: ['cancelled'] })).toEqual([])
    expect(await ids({ user_id: null, status: 'open' })).toEqual([pool])
    expect(await ids({ user_id: [null, people.staff.id], priority: 'urgent' })).toEqual([late])
    expect(await ids({ search: String(late) })).toEqual([late])
    expect(await ids({ search: 'уЮТ', ids: [pool] })).toEqual([pool])
    expect(await ids({ user_id: 999_999_999 })).toEqual([])
  })

  test('days follow the company’s timezone', async () => {
    // 22:30 in UTC is already the next day in a company at UTC+3.
    const id = await make({ created_at: '2026-11-19T22:30:00Z' })
    const find = async (day: string) =>
      ((await as.admin.post('/listing/tasks', { date_from: day, date_to: day })).body.tasks as TaskBody[])
        .length
    expect([await find('2026-11-19'), await find('2026-11-20')]).toEqual([0, 1])
    expect(id).toBeGreaterThan(0)
  })

  test('sorts priorities by rank', async () => {
    for (const priority of ['low', 'urgent', 'normal', 'high'] as const) await make({ priority })
    const { body } = await as.admin.post('/listing/tasks?sort_by=priority&direction=desc')
    expect((body.tasks as TaskBody[]).map(({ priority }) => priority)).toEqual([
      'urgent',
      'high',
      'normal',
      'low',
    ])
  })
})
