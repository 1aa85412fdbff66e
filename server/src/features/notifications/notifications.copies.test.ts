import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import { remotePushService } from '../../testing/push-service/remote.ts'
import { buildShift, type TestUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildTeam, signInTeam } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'

// On a database of its own, because a stopped clock affects the pushes of all tests that share it.
const test_ = useLoneTestApp()
const service = remotePushService()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})
afterEach(() => stopClockAt(null))

const browserOf = (client: TestClient) => service.browserOf(client)
const work = () => workJobs(test_.root, ['send-pushes'])
const assign = () => as.admin.post('/tasks/create', { title: 'Набор «Уют»', user_id: people.staff.id })
const write = () =>
  as.admin.post('/company/pushes/send', { title: 'Отгрузка', body: 'В 9:00', audience: { all: true } })

describe('an automatic push', () => {
  test('is in the reader’s language, with the link of the notification', async () => {
    const { id } = await browserOf(as.staff)
    await assign()
    // Send each copy by itself, because copies that are due at the same time go out in any order.
    await work()
    await as.staff.post('/app/set_locale', { locale: 'en' })
    await assign()
    await work()
    const told = await service.read(id)
    expect(told).toMatchObject([
      { title: expect.stringMatching(/^Вам поручена задача \d+$/), body: 'Набор «Уют»' },
      {
        title: expect.stringMatching(/^Task \d+ is assigned to you$/),
        url: expect.stringMatching(/^\/task\/\d+$/),
      },
    ])
  })

  test('is sent once for concurrent requests with the same idempotency key', async () => {
    const { id } = await browserOf(as.staff)
    const headers = { 'idempotency-key': 'task-1' }
    const body = { title: 'Вазы', user_id: people.staff.id }
    await times(6, () => as.admin.send('POST', '/tasks/create', body, { headers }))
    await work()
    expect(await service.messages(id)).toHaveLength(1)
  })

  test('is sent for each of two events of a task, though the bell shows only the newer one', async () => {
    const { id } = await browserOf(as.staff)
    const task = (await assign()).body.task as { id: number }
    for (const user_id of [null, people.staff.id])
      await as.admin.send('PUT', `/tasks/${task.id}`, { user_id })
    expect(await newsOf(as.staff)).toHaveLength(1)
    await work()
    expect(await service.messages(id)).toHaveLength(2)
  })

  test('uses the company’s own text in the reader’s language', async () => {
    const { id } = await browserOf(as.staff)
    const title = { ru: 'Дело: {name}', en: 'Job: {name}' }
    await as.admin.post('/company/pushes', { task_assigned: { title, body: { ru: 'Скорее' } } })
    await assign()
    await work()
    await as.staff.post('/app/set_locale', { locale: 'en' })
    await assign()
    await work()
    expect(await service.read(id)).toMatchObject([
      { title: 'Дело: Набор «Уют»', body: 'Скорее' },
      { title: 'Job: Набор «Уют»', body: 'Набор «Уют»' },
    ])
  })

  test('uses the company’s own text with its placeholders filled', async () => {
    const { id } = await browserOf(as.staff)
    const own = { title: 'Новая работа: {name}', body: '№ {id} от {actor}' }
    await as.admin.post('/company/pushes', { task_assigned: own })
    await assign()
    await work()
    const [news] = await newsOf(as.staff)
    const task = news?.url.replace('/task/', '')
    expect(await service.read(id)).toMatchObject([
      { title: 'Новая работа: Набор «Уют»', body: `№ ${task} от Дарья Климова` },
    ])
  })

  test('about money says the sum and what it is for, whatever an admin has written', async () => {
    const { id } = await browserOf(as.staff)
    const own = { title: 'Премия +50 000 ₽ начислена', body: 'Ваш баланс вырос' }
    await as.admin.post('/company/pushes', { money_received: own })
    await as.owner.post('/money', {
      user_id: people.staff.id,
      amount: 100_000,
      kind: 'fine',
      comment: 'Потерян ключ',
    })
    await work()
    const [copy] = await service.read(id)
    expect(copy?.title).toBe(own.title)
    expect(copy?.body).toMatch(/^Штраф: −1.000.₽\. Ваш баланс вырос$/)
    await as.admin.post('/company/pushes', { money_received: { title: 'На счёт: {given}', body: null } })
    await as.owner.post('/money', { user_id: people.staff.id, amount: 5000, kind: 'bonus' })
    await work()
    expect((await service.read(id)).at(-1)).toMatchObject({ title: expect.stringContaining('+50'), body: '' })
  })

  test('is not sent if the company or the person has switched it off, but the bell shows it', async () => {
    const { id } = await browserOf(as.staff)
    await as.admin.post('/company/pushes', { task_assigned: { on: false } })
    await assign()
    await as.admin.post('/company/pushes', { task_assigned: { on: true } })
    await as.staff.send('PUT', '/settings', {
      parent: 'user',
      settings: { pushes: { task_assigned: false } },
    })
    await assign()
    await work()
    expect(await service.messages(id)).toEqual([])
    expect(await newsOf(as.staff)).toHaveLength(2)
  })

  test('is not sent for a comment, a kind that only the bell shows', async () => {
    const { id } = await browserOf(as.admin)
    const task = (await assign()).body.task as { id: number }
    await as.staff.post(`/tasks/${task.id}/comments`, { text: 'Коробки кончились' })
    expect(await newsOf(as.admin)).toMatchObject([{ kind: 'task_comment' }])
    await work()
    expect(await service.messages(id)).toEqual([])
  })
})

/** Monday to Friday from nine to six, three hours ahead of UTC. */
const schedule = { working_hours_from: '09:00', working_hours_to: '18:00' }

describe('pushes and working hours', () => {
  beforeEach(async () => {
    await db.updateCompany({ ...schedule, working_days: [true, true, true, true, true, false, false] })
  })
  const at = async (instant: string) => {
    stopClockAt(instant)
    as = await signInTeam(test_.app, people)
  }
  const dueOf = async () => {
    const rows = await db.from('push_deliveries').select('due_at').orderBy('id').execute()
    return rows.map(({ due_at }) => due_at)
  }

  test.each([
    ['at noon', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ['in the evening, until the morning', '2026-11-19T17:00:00.000Z', '2026-11-20T06:00:00.000Z'],
    ['before work', '2026-11-20T03:00:00.000Z', '2026-11-20T06:00:00.000Z'],
    ['on Friday evening, until Monday', '2026-11-20T17:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ])('a push is due %s', async (_, instant, due) => {
    await at(instant)
    await browserOf(as.staff)
    await assign()
    expect(await dueOf()).toEqual([due])
  })

  test('no push is queued if the next working hours are a week away, and the bell shows it', async () => {
    await db.updateCompany({ working_days: [true, false, false, false, false, false, false] })
    await at('2026-11-16T17:00:00.000Z')
    await browserOf(as.staff)
    await assign()
    expect(await dueOf()).toEqual([])
    expect(await newsOf(as.staff)).toHaveLength(1)
  })

  test('a push is due at once for a person on shift, or who wants pushes at any hour', async () => {
    await at('2026-11-21T12:00:00.000Z')
    await browserOf(as.staff)
    await assign()
    await as.staff.send('PUT', '/settings', { parent: 'user', settings: { pushes: { off_shift: true } } })
    await assign()
    await as.staff.send('PUT', '/settings', { parent: 'user', settings: { pushes: { off_shift: false } } })
    const started_at = '2026-11-21T11:00:00.000Z'
    await buildShift(db, people.staff, {
      started_at,
      punched_started_at: started_at,
      ended_at: null,
      day: '2026-11-21',
    })
    await assign()
    const monday = '2026-11-23T06:00:00.000Z'
    expect(await dueOf()).toEqual([monday, '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'])
  })

  test('a push that an admin writes is due at once', async () => {
    await at('2026-11-21T12:00:00.000Z')
    await browserOf(as.staff)
    await write()
    expect(await dueOf()).toEqual(['2026-11-21T12:00:00.000Z'])
  })
})
