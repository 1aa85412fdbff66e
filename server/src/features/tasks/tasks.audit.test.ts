import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildLink } from '../../testing/media/media.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const build = (type: 'staff' | 'admin' | 'owner') => buildUser(test_.root, db, type)
  people = { staff: await build('staff'), admin: await build('admin'), owner: await build('owner') }
  const signIn = (user: TestUser) => TestClient.signIn(test_.app, user)
  as = {
    staff: await signIn(people.staff),
    admin: await signIn(people.admin),
    owner: await signIn(people.owner),
  }
})

type Entry = { action: string; user: { id: number }; before: object; after: object; id: number }

const log = async (filters: object = {}) => {
  const { body } = await as.owner.post('/listing/audit?direction=asc', { entity: 'task', ...filters })
  return body.audit as Entry[]
}
const create = async (fields: object = {}) => {
  const draft = { title: 'Свечи', user_id: people.staff.id, money: 5000, coins: 5, ...fields }
  const { body } = await as.admin.post('/tasks/create', draft)
  return (body.task as { id: number }).id
}
const edit = (id: number, fields: object) => as.admin.send('PUT', `/tasks/${id}`, fields)
const work = async (id: number) => {
  await as.staff.post(`/tasks/${id}/start`)
  expect((await as.staff.post(`/tasks/${id}/finish`)).statusCode).toBe(200)
}

test('logs what a task pays, who changed that, and who approved it', async () => {
  const id = await create({ requires_review: true })
  await edit(id, { money: 90_000, norm_seconds: 60 })
  await work(id)
  await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })
  await as.staff.post(`/tasks/${id}/start`)
  await as.staff.post(`/tasks/${id}/finish`)
  await as.owner.post(`/tasks/${id}/approve`)
  const about = { entity: 'task', entity_id: id, title: 'Свечи', children: 0 }
  const by = (user: TestUser) => ({ user: expect.objectContaining({ id: user.id }) })
  expect(await log()).toMatchObject([
    { ...about, ...by(people.admin), action: 'create', after: { money: 5000, coins: 5, quantity: 1 } },
    {
      ...about,
      ...by(people.admin),
      action: 'update',
      before: { money: 5000, norm_seconds: null },
      after: { money: 90_000, norm_seconds: 60 },
    },
    {
      ...about,
      ...by(people.admin),
      action: 'return',
      before: { status: 'review', returns: 0 },
      after: { status: 'paused', returns: 1, return_reason: 'Нет вкладыша' },
    },
    {
      ...about,
      ...by(people.owner),
      action: 'approve',
      before: { status: 'review' },
      after: { status: 'done' },
    },
  ])
})

test('logs the finish of a task without review, and a deletion with the pay', async () => {
  const id = await create()
  await work(id)
  await as.admin.send('DELETE', `/tasks/${id}`)
  expect((await log()).slice(1)).toMatchObject([
    { action: 'finish', after: { status: 'done', quantity_done: 1 } },
    { action: 'delete', before: { status: 'done', money: 5000, coins: 5, user_id: people.staff.id } },
  ])
})

test('logs media that were added to or removed from finished work', async () => {
  const id = await create({ requires_review: true })
  const [own, more, other] = [
    await buildLink(db, people.staff),
    await buildLink(db, people.staff),
    await buildLink(db, people.admin),
  ]
  const attach = (client: TestClient, one: number) =>
    client.post(`/tasks/${id}/multimedia`, { multimedia_ids: [one] })
  await attach(as.staff, own)
  await work(id)
  await attach(as.staff, more)
  await as.admin.post(`/tasks/${id}/approve`)
  await attach(as.admin, other)
  await as.owner.send('DELETE', `/tasks/${id}/multimedia`, { multimedia_ids: [own] })
  const told = (user: TestUser, before: number[], after: number[]) => ({
    action: 'update',
    title: 'Свечи',
    user: { id: user.id },
    before: { multimedia_ids: before },
    after: { multimedia_ids: after },
  })
  expect(await log({ action: 'update' })).toMatchObject([
    told(people.staff, [own], [own, more]),
    told(people.admin, [own, more], [own, more, other]),
    told(people.owner, [own, more, other], [more, other]),
  ])
})

test('tells only what an edit has changed, and nothing of how tasks are kept', async () => {
  const id = await create()
  await edit(id, { priority: 'high' })
  const [, told] = await log()
  expect([told?.before, told?.after]).toEqual([{ priority: 'normal' }, { priority: 'high' }])
})

test('logs a bulk action as one entry with a child for each changed task', async () => {
  const ids = [await create(), await create()]
  const urgent = await buildTask(db, people.admin, { priority: 'urgent' })
  const bulk = { ids: [...ids, urgent], action: 'priority', value: 'urgent' }
  expect((await as.admin.post('/tasks/bulk', bulk)).body).toMatchObject({ changed: 3 })
  const [whole] = (await log({ action: 'update' })) as [Entry]
  expect(whole).toMatchObject({ entity_id: null, after: { tasks: 2 }, children: 2 })
  const parts = await log({ parent_id: whole.id })
  expect(parts).toMatchObject(
    ids.map((entity_id) => ({ entity_id, before: { priority: 'normal' }, after: { priority: 'urgent' } })),
  )
})

test('logs neither refused changes nor changes without effect', async () => {
  const id = await create()
  await edit(id, { money: -1 })
  await edit(id, { money: 5000, title: 'Свечи' })
  await as.staff.send('PUT', `/tasks/${id}`, { money: 1 })
  expect((await log()).map(({ action }) => action)).toEqual(['create'])
})

describe('work of another person', () => {
  let id: number
  const reported = { quantity: 100, money: 5000 }
  const newest = async () => (await log()).at(-1)

  beforeEach(async () => {
    id = await create(reported)
    await as.staff.post(`/tasks/${id}/start`)
    await as.staff.post(`/tasks/${id}/progress`, { quantity_done: 90 })
  })

  test('is logged by the steps that an admin takes on it, and not by those of its assignee', async () => {
    expect((await log()).map(({ action }) => action)).toEqual(['create'])
    await as.admin.post(`/tasks/${id}/progress`, { quantity_done: 10 })
    await as.admin.post(`/tasks/${id}/pause`)
    await as.admin.post(`/tasks/${id}/start`)
    await as.admin.post(`/tasks/${id}/comments`, { text: 'Сделано только 10' })
    const by = { entity_id: id, title: 'Свечи', user: { id: people.admin.id } }
    expect((await log()).slice(1)).toMatchObject([
      { ...by, before: { quantity_done: 90 }, after: { quantity_done: 10 } },
      { ...by, before: { status: 'in_progress' }, after: { status: 'paused' } },
      { ...by, before: { status: 'paused' }, after: { status: 'in_progress' } },
      { ...by, after: { comment: 'Сделано только 10' } },
    ])
  })

  test('is logged if it is paused by the start of another task', async () => {
    const other = await create()
    await as.admin.post(`/tasks/${other}/start`)
    const [, , whole] = (await log()) as [Entry, Entry, Entry]
    expect(await log({ parent_id: whole.id })).toMatchObject([
      { entity_id: other, after: { status: 'in_progress' } },
      { entity_id: id, after: { status: 'paused' } },
    ])
  })

  test('is logged if an admin takes a task from the pool, and if they hand it in', async () => {
    const pool = await create({ user_id: null })
    await as.admin.post(`/tasks/${pool}/start`)
    expect(await newest()).toMatchObject({
      entity_id: pool,
      before: { user_id: null },
      after: { user_id: people.admin.id },
    })
    await edit(id, { requires_review: true })
    await as.admin.post(`/tasks/${id}/finish`, { quantity_done: 10 })
    expect(await newest()).toMatchObject({
      action: 'finish',
      before: { quantity_done: 90 },
      after: { quantity_done: 10, status: 'review' },
    })
  })

  test('is logged with the photos that an admin adds and removes', async () => {
    const media = [await buildLink(db, people.staff), await buildLink(db, people.staff)]
    await as.staff.post(`/tasks/${id}/multimedia`, { multimedia_ids: media })
    expect(await log()).toHaveLength(1)
    await as.admin.send('DELETE', `/tasks/${id}/multimedia`, { multimedia_ids: media.slice(0, 1) })
    expect(await newest()).toMatchObject({
      before: { multimedia_ids: media },
      after: { multimedia_ids: media.slice(1) },
    })
    await as.admin.post(`/tasks/${id}/multimedia`, { multimedia_ids: media.slice(0, 1) })
    expect(await newest()).toMatchObject({ after: { multimedia_ids: media.toReversed() } })
  })

  test('is logged as a whole when it is deleted, because nobody reads the history then', async () => {
    const media = [await buildLink(db, people.staff)]
    await as.staff.post(`/tasks/${id}/multimedia`, { multimedia_ids: media })
    await as.staff.post(`/tasks/${id}/comments`, { text: 'Готово 90' })
    await edit(id, { description: 'По образцу' })
    await as.admin.send('DELETE', `/tasks/${id}`)
    expect((await as.owner.get(`/tasks/${id}`)).statusCode).toBe(404)
    expect(await newest()).toMatchObject({
      action: 'delete',
      before: {
        quantity: 100,
        quantity_done: 90,
        description: 'По образцу',
        multimedia_ids: media,
        comments: 'Дарья Климова: Готово 90',
        work_started_at: expect.any(String),
        spent_seconds: 0,
      },
    })
  })

  test('is logged with its newest comments, cut at a length that many deleted tasks have room for', async () => {
    for (let index = 1; index <= 25; index += 1)
      await as.staff.post(`/tasks/${id}/comments`, { text: `${index} ${'ы'.repeat(180)}` })
    await as.admin.send('DELETE', `/tasks/${id}`)
    const newestFirst = /^Дарья Климова: 25 ы/
    const comments = expect.toSatisfy((text: string) => text.length === 2000 && newestFirst.test(text))
    expect(await newest()).toMatchObject({ before: { comments } })
  })

  test('is logged if it is paused because its person leaves', async () => {
    await as.admin.post('/users/bulk', { action: 'archive', ids: [people.staff.id] })
    expect(await newest()).toMatchObject({ entity_id: id, after: { status: 'paused' } })
  })
})
