import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()
let db: Db
let admin: TestUser
let client: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  admin = await buildUser(test_.root, db, 'admin')
  client = await TestClient.signIn(test_.app, admin)
})
afterEach(() => moveClock(0))

const make = (fields: object) => buildTask(db, admin, fields)
const titlesOf = async (filters: object) => {
  const { body } = await client.post('/listing/tasks?sort_by=due_at&direction=asc', filters)
  return (body.tasks as { title: string }[]).map(({ title }) => title)
}

describe('relative days', () => {
  test('follow the company’s calendar at the time of the request', async () => {
    // Friday, 12:00 in a company at UTC+3.
    moveClock(Date.parse('2026-11-20T09:00:00Z') - Date.now())
    client = await TestClient.signIn(test_.app, admin)
    await make({ title: 'вчера', due_at: '2026-11-19T20:59:59Z' })
    await make({ title: 'сегодня', due_at: '2026-11-19T21:00:00Z' })
    await make({ title: 'к ночи', due_at: '2026-11-20T20:59:59Z' })
    await make({ title: 'завтра', due_at: '2026-11-20T21:00:00Z' })
    await make({ title: 'без срока', due_at: null })
    const today = { due_from: 'today', due_to: 'today' }
    expect(await titlesOf(today)).toEqual(['сегодня', 'к ночи'])
    expect(await titlesOf({ due_to: 'yesterday' })).toEqual(['вчера'])
    expect(await titlesOf({ due_from: 'this_week', due_to: 'this_week' })).toHaveLength(4)
    expect(await titlesOf({ due_from: '2026-11-20', due_to: 'tomorrow' })).toHaveLength(3)
    expect(await titlesOf({ date_from: 'today', date_to: 'today' })).toHaveLength(5)
    moveClock(Date.parse('2026-11-21T09:00:00Z') - Date.now())
    client = await TestClient.signIn(test_.app, admin)
    expect(await titlesOf(today)).toEqual(['завтра'])
  })
})

describe('bad filters', () => {
  test.each([
    [{ due_from: 'someday' }, 'due_from'],
    [{ due_from: '2026-11-20', due_to: '2026-11-19' }, 'due_to'],
    [{ date_from: '2026-11-20', date_to: '2026-11-19' }, 'date_to'],
    [{ status: [] }, 'status'],
    [{ user_id: [] }, 'user_id'],
    [{ ids: [] }, 'ids'],
  ])('%j is refused', async (filters, field) => {
    const { statusCode, body } = await client.post('/listing/tasks', filters)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })
})

test('the search matches е for ё, and words in any order', async () => {
  await make({ title: 'Плед «Тёплый дом»' })
  expect(await titlesOf({ search: 'теплый плед' })).toEqual(['Плед «Тёплый дом»'])
})

test('the search in the times of a task matches who worked', async () => {
  const assignee = await buildUser(test_.root, db, 'staff', { first_name: 'Тамара', last_name: 'Белова' })
  const at = '2026-11-20T06:00:00.000Z'
  const task_id = await make({ status: 'paused', user_id: assignee.id, started_at: at })
  const time = {
    task_id,
    user_id: assignee.id,
    started_at: at,
    ended_at: '2026-11-20T07:00:00.000Z',
    seconds: 3600,
  }
  await db.insert('task_times', time).execute()
  for (const [search, total] of [
    ['белова ТАМАРА', 1],
    ['климова', 0],
  ] as const) {
    const { body } = await client.post(`/listing/times/${task_id}`, { search })
    expect(body.pagination).toMatchObject({ total })
  }
})
