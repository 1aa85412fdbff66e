import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildTask, buildWarehouse } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { audienceOf } from './tasks.change.ts'
import { countUnfinished } from './tasks.leave.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const titlesOf = async () => (await newsOf(as.staff)).map(({ title }) => title)

test('people hear of tasks that are created for them, one alone or several at once', async () => {
  const user_id = people.staff.id
  await as.admin.post('/tasks/create', { title: 'Набор «Уют»', user_id })
  expect(await titlesOf()).toEqual([expect.stringMatching(/^Вам поручена задача/)])
  const many = ['Свечи', 'Кружки'].map((title) => ({ title, user_id }))
  expect((await as.admin.post('/tasks/create_many', { tasks: many })).statusCode).toBe(201)
  expect(await titlesOf()).toContainEqual(expect.stringMatching(/2 задачи/))
})

test('people do not hear again of a task that they had before a step on many', async () => {
  const mine = await buildTask(db, people.admin, { user_id: people.staff.id })
  const free = await buildTask(db, people.admin)
  await as.admin.post('/tasks/bulk', { ids: [mine, free], action: 'assign', value: people.staff.id })
  expect(await titlesOf()).toEqual([`Вам поручена задача ${free}`])
})

const kindsOf = async (client: TestClient) => (await newsOf(client)).map(({ kind }) => kind)

test('whoever has created a task and is staff by now does not hear of it; owners hear of its review', async () => {
  const user_id = people.staff.id
  const created = await as.admin.post('/tasks/create', { title: 'Свечи', user_id, requires_review: true })
  const { id } = created.body.task as { id: number }
  await as.owner.send('PUT', `/users/${people.admin.id}`, { type: 'staff' })
  await as.staff.post(`/tasks/${id}/start`)
  await as.staff.post(`/tasks/${id}/comments`, { text: 'Три с браком' })
  await as.staff.post(`/tasks/${id}/finish`)
  expect(await kindsOf(await TestClient.signIn(test_.app, people.admin))).toEqual([])
  expect(await kindsOf(as.owner)).toContain('task_review')
})

test('owners hear of the review of a task that an admin made for themself', async () => {
  const task = { title: 'Свечи', user_id: people.admin.id, requires_review: true }
  const { id } = (await as.admin.post('/tasks/create', task)).body.task as { id: number }
  await as.admin.post(`/tasks/${id}/start`)
  await as.admin.post(`/tasks/${id}/finish`)
  expect(await kindsOf(as.owner)).toContain('task_review')
})

test('a file of tasks names the warehouse of each', async () => {
  const names = ['Север', 'Юг']
  for (const name of names)
    await buildTask(db, people.admin, {
      title: `Задача: ${name}`,
      warehouse_id: await buildWarehouse(db, { name }),
    })
  const { body } = (await as.admin.post('/listing/tasks?format=csv', {})).raw
  const lines = body.split('\n').filter((line) => line.includes('Задача: '))
  expect(lines.map((line) => names.filter((name) => line.includes(`;${name};`)))).toEqual([['Юг'], ['Север']])
})

test('a change of a task is for its assignees, and for everybody if it is or was in the pool', () => {
  expect(audienceOf({ user_id: 1 }, { user_id: 2 })).toEqual([1, 2])
  expect(audienceOf({ user_id: null }, { user_id: 2 })).toBe('everyone')
})

test('the unfinished tasks of a person are counted by what they wait for', async () => {
  const [user_id, at] = [people.staff.id, nowIso()]
  await buildTask(db, people.admin, { user_id })
  for (const fields of [
    { status: 'paused' },
    { status: 'paused' },
    { status: 'review', finished_at: at },
  ] as const)
    await buildTask(db, people.admin, { user_id, started_at: at, ...fields })
  expect(await countUnfinished(db, user_id)).toEqual({
    running_task: null,
    open_tasks: 1,
    paused_tasks: 2,
    review_tasks: 1,
  })
})
